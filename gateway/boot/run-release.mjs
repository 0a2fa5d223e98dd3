// @ts-check
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { layOutRelease, removeOldReleases, switchTo } from './release.mjs';
import { ownNodeIn, sayRuntime } from './runtime.mjs';
import { projectDirectory } from './script.mjs';

/**
 * Replaces this process by a release of the current build, with the same process id: signals of npm or a service
 * manager reach it.
 *
 * @param {string} script - its path in the release.
 * @param {readonly string[]} args
 */
export async function runRelease(script, args) {
  const release = isWritable(projectDirectory) ? layOutRelease() : undefined;
  if (release !== undefined) {
    switchTo(release);
    removeOldReleases(release);
  }
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
 * Runs the build itself in the checkout of another user.
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
