// @ts-check
// Install, build, serve: each only if it is due. Why this file imports late: script.mjs.
import { join } from 'node:path';
import { runAsScript } from './script.mjs';

runAsScript(import.meta.url, async () => {
  const { ensureInstalled } = await import('./install.mjs');
  const { build } = await import('./build.mjs');
  await ensureInstalled({ development: false });
  build();
  const { runRelease } = await import('./run-release.mjs');
  await runRelease(join('dist', 'gateway', 'server', 'main.js'), []);
});
