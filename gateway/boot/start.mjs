// @ts-check
// Install, build, serve: each only if it is due. Why this file imports late: script.mjs.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectDirectory, runAsScript } from './script.mjs';

runAsScript(import.meta.url, async () => {
  const { ensureInstalled } = await import('./install.mjs');
  const { build } = await import('./build.mjs');
  ensureInstalled();
  build();
  // In this process, so that a signal that npm or a service manager sends reaches the gateway.
  await import(pathToFileURL(join(projectDirectory, 'dist', 'gateway', 'main.js')).href);
});
