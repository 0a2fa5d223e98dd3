// @ts-check
// What every script that is started from package.json begins with. An old Node must get as far as saying that it is
// too old: this file, start.mjs, cli.mjs and test/run.mjs keep to syntax that Node 12 parses, and import the rest when they
// run.
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of package.json. */
export const projectDirectory = fileURLToPath(new URL('../../', import.meta.url));

/** Something that the person at the keyboard has to mend: its message is all they are shown. */
export class ScriptError extends Error {}

/**
 * Whether Textmill runs on this version of Node.js: 22.16 is the first that tells the heap of another thread, better-sqlite3
 * has binaries for no older one. Anything from 18 on can install the one that package-lock.json names.
 *
 * @param {string} version - without a leading v, as `process.versions.node` has it.
 */
export function supportsNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return (major === 22 && minor >= 16) || major >= 24;
}

/**
 * Says what is going on. On standard error: standard output belongs to what is started.
 *
 * @param {string} sentence
 */
export function say(sentence) {
  process.stderr.write(`textmill: ${sentence}\n`);
}

/**
 * Runs `main` if the module is the script that Node was started with, not one that another module imports.
 * Ends the process with status 1 if Node is too old or `main` fails.
 *
 * @param {string} moduleUrl - the caller's `import.meta.url`.
 * @param {() => void | Promise<void>} main
 * @param {(version: string) => boolean} [supports] - which versions of Node the script runs on.
 */
export function runAsScript(moduleUrl, main, supports = supportsNode) {
  const script = process.argv[1];
  if (script === undefined || realpathSync(script) !== fileURLToPath(moduleUrl)) return;
  if (!supports(process.versions.node)) {
    say(
      `Node.js ${process.versions.node} is too old: Textmill needs 18 to install, and 22.16 where it brings no Node.js of ` +
        'its own. Get one from https://nodejs.org.',
    );
    process.exit(1);
  }
  Promise.resolve()
    .then(main)
    .catch((error) => {
      if (error instanceof ScriptError) say(error.message);
      else process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
      process.exit(1);
    });
}
