#!/usr/bin/env node
// @ts-check
// The command `textmill`: brings the installation and the build up to date if they are not, then hands over.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectDirectory, runAsScript } from './script.mjs';

/** What works with the database. All else starts sooner without a look at whether that loads. */
const withDatabase = ['serve', 'keys', 'backup', 'restore', 'reload'];

runAsScript(import.meta.url, async () => {
  const { ensureInstalled } = await import('./install.mjs');
  const { build } = await import('./build.mjs');
  ensureInstalled(projectDirectory, { nativePart: withDatabase.includes(process.argv[2] ?? '') });
  build();
  await import(pathToFileURL(join(projectDirectory, 'dist', 'gateway', 'cli', 'main.js')).href);
});
