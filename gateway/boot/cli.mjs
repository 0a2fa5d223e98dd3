#!/usr/bin/env node
// @ts-check
// The command `textmill`: brings the installation and the build up to date if they are not, then hands over.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectDirectory, runAsScript } from './script.mjs';

runAsScript(import.meta.url, async () => {
  const { ensureInstalled } = await import('./install.mjs');
  const { build } = await import('./build.mjs');
  ensureInstalled();
  build();
  await import(pathToFileURL(join(projectDirectory, 'dist', 'gateway', 'cli', 'main.js')).href);
});
