// @ts-check
// Installs and builds, if necessary, and serves. script.mjs says why this file imports late.
import { runAsScript, surviveServiceSignals } from './script.mjs';

runAsScript(import.meta.url, async () => {
  surviveServiceSignals();
  const { ensureInstalled } = await import('./install.mjs');
  await ensureInstalled({ development: false });
  const { build } = await import('./build.mjs');
  const release = await build();
  const { runRelease } = await import('./run-release.mjs');
  await runRelease(release, 'main.mjs', []);
});
