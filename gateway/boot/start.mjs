// @ts-check
// Installs and builds, if necessary, and serves. script.mjs says why this file imports late.
import { join } from 'node:path';
import { runAsScript, surviveServiceSignals } from './script.mjs';

runAsScript(import.meta.url, async () => {
  surviveServiceSignals();
  const { ensureInstalled } = await import('./install.mjs');
  const { build } = await import('./build.mjs');
  await ensureInstalled({ development: false });
  build();
  const { runRelease } = await import('./run-release.mjs');
  await runRelease(join('dist', 'gateway', 'server', 'main.js'), []);
});
