// @ts-check
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { layOutRelease, switchTo } from './release.mjs';
import { ownNodeIn, sayRuntime } from './runtime.mjs';
import { projectDirectory } from './script.mjs';

/**
 * Makes this process one that runs from a release of what is built now. It stays the same process: a signal that npm or a
 * service manager sends reaches it.
 *
 * @param {string} script - its path in the release.
 * @param {readonly string[]} args
 */
export async function runRelease(script, args) {
  const release = isWritable(projectDirectory) ? layOutRelease() : undefined;
  if (release !== undefined) switchTo(release);
  const folder = release ?? projectDirectory;
  const file = join(folder, script);
  sayRuntime();
  const node = ownNodeIn(folder);
  if (node !== undefined && process.execve !== undefined) {
    process.execve(node, [node, ...process.execArgv, file, ...args], process.env);
  }
  process.argv.splice(1, Number.POSITIVE_INFINITY, file, ...args);
  await import(pathToFileURL(file).href);
}

/**
 * In the checkout of another user the build itself is run.
 *
 * @param {string} directory
 */
function isWritable(directory) {
  try {
    accessSync(directory, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
