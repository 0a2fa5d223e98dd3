#!/usr/bin/env node
// @ts-check
// The command `textmill`. In a checkout it brings the installation and the build up to date if they are not; in an
// installed package, which holds dist and no sources, both are as they came. Why this file imports late: script.mjs.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectDirectory, runAsScript } from './script.mjs';

/** What works with the database. All else starts sooner without a look at whether that loads. */
const withDatabase = ['serve', 'keys', 'backup', 'restore', 'reload'];

runAsScript(import.meta.url, async () => {
  const nativePart = withDatabase.some((command) => command === process.argv[2]);
  const isCheckout = existsSync(join(projectDirectory, 'tsconfig.build.json'));
  if (isCheckout) await bringUpToDate(nativePart);
  else if (nativePart) (await import('./install.mjs')).requireNativePart(projectDirectory);
  await import(pathToFileURL(join(projectDirectory, 'dist', 'gateway', 'cli', 'main.js')).href);
});

/** @param {boolean} nativePart - whether the command needs it. */
async function bringUpToDate(nativePart) {
  const { ensureInstalled } = await import('./install.mjs');
  const { build } = await import('./build.mjs');
  ensureInstalled(projectDirectory, { nativePart });
  build();
}
