// @ts-check
// The command `textmill`. A release and the package of npm contain this file beside the command line; in a checkout, it
// first updates the installation and the release, if necessary. script.mjs says why this file imports late.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { runAsScript, surviveServiceSignals } from './script.mjs';

const entry = 'command-line.mjs';

runAsScript(import.meta.url, async () => {
  const args = process.argv.slice(2);
  const isService = args[0] === 'serve';
  if (isService) surviveServiceSignals();
  const here = dirname(fileURLToPath(import.meta.url));
  const isCheckout = !existsSync(join(here, entry));
  const release = isCheckout ? await upToDateRelease() : here;
  if (isService && isCheckout) return (await import('./run-release.mjs')).runRelease(release, entry, args);
  if (isService) (await import('./runtime.mjs')).sayRuntime();
  await import(pathToFileURL(join(release, entry)).href);
});

async function upToDateRelease() {
  const { ensureInstalled } = await import('./install.mjs');
  await ensureInstalled({ development: false });
  return (await import('./build.mjs')).build();
}
