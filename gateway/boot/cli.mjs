// @ts-check
// What the command `textmill` runs. In a checkout it brings the installation and the build up to date if they are not; in
// an installed package, which holds dist and no sources, both are as they came. Why this file imports late: script.mjs.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectDirectory, runAsScript } from './script.mjs';

const entry = join('dist', 'gateway', 'cli', 'main.js');

runAsScript(import.meta.url, async () => {
  const isCheckout = existsSync(join(projectDirectory, 'tsconfig.json'));
  if (isCheckout) await bringUpToDate();
  const args = process.argv.slice(2);
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
