// @ts-check
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectDirectory, say } from './script.mjs';

/**
 * Returns whether a package is one of those that node.sh looks for.
 *
 * @param {string} name
 */
export function isNodePackage(name) {
  return /^node-(?:bin-)?(?:linux|darwin)-(?:x64|arm64)$/.test(name);
}

/** Returns the folder of the package that contains the running Node.js; undefined for any other Node.js. */
function ownPackage() {
  const folder = dirname(dirname(process.execPath));
  return isNodePackage(basename(folder)) && basename(dirname(folder)) === 'node_modules' ? folder : undefined;
}

/**
 * Returns the Node.js of a release; undefined if it has none, or if this process runs an installed Node.js, or that of
 * TEXTMILL_NODE.
 *
 * @param {string} release - its folder.
 */
export function ownNodeIn(release) {
  const node = join(release, 'bin', 'node');
  return ownPackage() !== undefined && existsSync(node) ? node : undefined;
}

/** Prints which Node.js runs, because it may differ from the one that the user installed. */
export function sayRuntime() {
  const inRelease = join(dirname(fileURLToPath(import.meta.url)), 'bin', 'node');
  const isOwn = ownPackage() !== undefined || process.execPath === inRelease;
  say(`running under Node.js ${process.versions.node}, ${isOwn ? 'its own' : "this machine's"}`);
}

/**
 * Restarts this process with the same arguments if an installation has changed the version of its Node.js.
 *
 * @param {string} [directory] - the folder of package.json.
 */
export function continueUnderInstalled(directory = projectDirectory) {
  const folder = ownPackage();
  // Both without links, as Node.js names its own file.
  if (folder === undefined || dirname(dirname(folder)) !== realpathSync(directory)) return;
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (version === process.versions.node) return;
  const node = join(folder, 'bin', 'node');
  process.execve?.(node, [node, ...process.execArgv, ...process.argv.slice(1)], process.env);
}

/**
 * Returns whether this process runs with musl instead of the C library of GNU, in which native code must agree with it. The
 * bundle contains this function as text.
 */
export function isMusl() {
  try {
    return /\/ld-musl-[^/\s]*\.so/.test(readFileSync('/proc/self/maps', 'latin1'));
  } catch {
    return false;
  }
}
