// @ts-check
import { accessSync, constants } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { removeOldReleases, stopKeeping, switchTo } from './releases.mjs';
import { ownNodeIn, sayRuntime } from './runtime.mjs';

/**
 * Makes a release the current one, and replaces this process by it, with the same process id: signals of npm or a service
 * manager reach it.
 *
 * @param {string} release - its folder.
 * @param {string} script - its path in the release.
 * @param {readonly string[]} args
 */
export async function runRelease(release, script, args) {
  // In the checkout of another user, the links stay as they are.
  if (isWritable(dirname(release))) {
    switchTo(release);
    removeOldReleases(release);
  }
  const file = join(release, script);
  sayRuntime();
  const node = ownNodeIn(release);
  if (node !== undefined && process.execve !== undefined) {
    stopKeeping(release);
    process.execve(node, [node, ...process.execArgv, file, ...args], process.env);
  }
  process.argv.splice(1, Number.POSITIVE_INFINITY, file, ...args);
  await import(pathToFileURL(file).href);
}

/** @param {string} directory */
function isWritable(directory) {
  try {
    accessSync(directory, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
