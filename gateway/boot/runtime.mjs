// @ts-check
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { projectDirectory, say } from './script.mjs';

/**
 * Whether a package is one of those that node.sh looks for.
 *
 * @param {string} name
 */
export function isNodePackage(name) {
  return /^node-(?:bin-)?(?:linux|darwin)-(?:x64|arm64)$/.test(name);
}

/** The folder of the package that this process's Node.js comes from; undefined if it is the machine's. */
function ownPackage() {
  const folder = dirname(dirname(process.execPath));
  return isNodePackage(basename(folder)) && basename(dirname(folder)) === 'node_modules' ? folder : undefined;
}

/**
 * The same Node.js in another folder that has its package; undefined if this process runs under the machine's, or under
 * one that TEXTMILL_NODE names.
 *
 * @param {string} directory - has a node_modules.
 */
export function ownNodeIn(directory) {
  const folder = ownPackage();
  return folder === undefined ? undefined : join(directory, 'node_modules', basename(folder), 'bin', 'node');
}

/** Says in a line which Node.js runs, since it need not be the one of whoever started it. */
export function sayRuntime() {
  say(`running under Node.js ${process.versions.node}, ${ownPackage() === undefined ? "this machine's" : 'its own'}`);
}

/**
 * After an installation: if that has brought another version of the Node.js that runs this process, the process becomes
 * one of that version, with the same arguments.
 *
 * @param {string} [directory] - the folder of package.json.
 */
export function continueUnderInstalled(directory = projectDirectory) {
  const folder = ownPackage();
  if (folder === undefined || dirname(dirname(folder)) !== join(directory)) return;
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (version === process.versions.node) return;
  const node = join(folder, 'bin', 'node');
  process.execve?.(node, [node, ...process.execArgv, ...process.argv.slice(1)], process.env);
}
