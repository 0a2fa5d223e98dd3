// @ts-check
// The start of every script in package.json. An old Node.js must be able to report that it is too old: this file,
// start.mjs, cli.mjs and test/run.mjs use only syntax that Node.js 12 parses, and import the rest when they run.
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of package.json, for the scripts of a checkout. */
export const projectDirectory = fileURLToPath(new URL('../../', import.meta.url));

/** A problem that the user must fix. Only its message is shown. */
export class ScriptError extends Error {}

/**
 * Returns whether Textmill runs on this version of Node.js: 22.16 is the first that reports the heap of another thread,
 * and better-sqlite3 has no binaries for older ones. Any version from 18 on can install the one in package-lock.json.
 *
 * @param {string} version - without a leading v, as in `process.versions.node`.
 */
export function supportsNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return (major === 22 && minor >= 16) || major >= 24;
}

/**
 * Returns why a script does not run on a version of Node.js, and what to do.
 *
 * @param {string} version
 * @param {string} [named] - the program that TEXTMILL_NODE names.
 */
export function unsupportedNode(version, named) {
  if (named) {
    return (
      `TEXTMILL_NODE is ${named}, version ${version}, but it takes Node.js 22.16 or newer (not 23). ` +
      'Where Textmill includes its own Node.js, you can also unset it.'
    );
  }
  return (
    `Textmill does not run on Node.js ${version}: it needs 22.16 or newer (not 23) where it includes no Node.js. ` +
    'Get one from https://nodejs.org.'
  );
}

/**
 * Reports progress on standard error: standard output belongs to the started program.
 *
 * @param {string} sentence
 */
export function say(sentence) {
  process.stderr.write(`textmill: ${sentence}\n`);
}

/**
 * Returns whether a process runs, of any user.
 *
 * @param {number} pid
 */
export function isRunning(pid) {
  // 0 and less mean groups of processes.
  if (!(pid > 0)) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Keeps the signals of a service from ending its start: SIGHUP and SIGUSR2 ask for the settings and the release that it is
 * about to use anyway. At a terminal SIGHUP ends the start, because the terminal may be closed.
 */
export function surviveServiceSignals() {
  process.on('SIGUSR2', () => {});
  if (!process.stdout.isTTY) process.on('SIGHUP', () => {});
}

/**
 * Runs `main` if the module is the main script, not imported by another one. Ends the process with status 1 if Node.js
 * is too old or `main` fails.
 *
 * @param {string} moduleUrl - the caller's `import.meta.url`.
 * @param {() => void | Promise<void>} main
 * @param {(version: string) => boolean} [supports] - returns whether the script runs on a version of Node.js.
 */
export function runAsScript(moduleUrl, main, supports = supportsNode) {
  const script = process.argv[1];
  if (script === undefined || realpathSync(script) !== fileURLToPath(moduleUrl)) return;
  // It would open the debugger, to which every user of the machine can connect.
  process.on('SIGUSR1', () => {});
  if (!supports(process.versions.node)) {
    say(unsupportedNode(process.versions.node, process.env.TEXTMILL_NODE));
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
