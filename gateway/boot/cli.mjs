// @ts-check
// The command `textmill`. In a checkout it first updates the installation and the build, if necessary. An installed
// package contains dist, but no sources. script.mjs says why this file imports late.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectDirectory, runAsScript, surviveServiceSignals } from './script.mjs';

const entry = join('dist', 'gateway', 'cli', 'main.js');

runAsScript(import.meta.url, async () => {
  const args = process.argv.slice(2);
  if (args[0] === 'serve') surviveServiceSignals();
  const isCheckout = existsSync(join(projectDirectory, 'tsconfig.json'));
  if (isCheckout) await bringUpToDate();
  if (isCheckout && args[0] === 'serve') return (await import('./run-release.mjs')).runRelease(entry, args);
  if (args[0] === 'serve') (await import('./runtime.mjs')).sayRuntime();
  await import(pathToFileURL(join(projectDirectory, entry)).href);
});

async function bringUpToDate() {
  const { ensureInstalled } = await import('./install.mjs');
  const { build } = await import('./build.mjs');
  await ensureInstalled({ development: false });
  build();
}
