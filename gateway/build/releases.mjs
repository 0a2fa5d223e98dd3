// @ts-check
// A release is a folder with everything that a gateway needs, and the name of a digest. build.mjs makes it.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { isRunning, projectDirectory } from './script.mjs';
import { holderOf } from './turn.mjs';

/** The folder of releases, and two links in it. gateway/core/release.ts uses them too. */
const folderName = 'dist';
const currentName = /** @type {const} */ ('current');
const previousName = /** @type {const} */ ('previous');
/** The lock of an upgrade, which may have to return to a release that no link names any more. */
export const upgradeLock = '.upgrading';
/** Begins the name of a file that a process keeps; its id ends it. */
const userPrefix = '.used-by-';
/** What `ps` may write, in bytes: a machine with very many processes has a megabyte of command lines. */
const longestOutput = 64 * 1024 * 1024;

/**
 * @param {string} directory - the folder of package.json.
 * @returns {string} the folder of its releases.
 */
export function releasesFolder(directory) {
  return join(directory, folderName);
}

/**
 * The folders that the two links name; undefined without one.
 *
 * @typedef {object} Links
 * @property {string | undefined} current
 * @property {string | undefined} previous
 */

/**
 * Makes a release the current one, which the next start uses, and the one before it the previous one.
 *
 * @param {string} release - its folder.
 * @returns {Links} what the links named before.
 */
export function switchTo(release) {
  const releases = dirname(release);
  const before = { current: linkedFrom(releases, currentName), previous: linkedFrom(releases, previousName) };
  if (before.current === release) return before;
  if (before.current !== undefined) link(releases, previousName, before.current);
  link(releases, currentName, release);
  return before;
}

/**
 * Undoes `switchTo` after the new release has failed. The failed one is then neither current nor previous, unless it was
 * one of them before.
 *
 * @param {string} current - the folder of the release that was the current one.
 * @param {string | undefined} previous - the folder of the one before that; undefined without one.
 */
export function returnTo(current, previous) {
  const releases = dirname(current);
  link(releases, currentName, current);
  if (previous === undefined) rmSync(join(releases, previousName), { force: true });
  else link(releases, previousName, previous);
}

/**
 * Removes all releases but one, those that the two links name and those that a process runs from; and what a process was
 * making that has ended. Removes nothing while another process upgrades: until it has succeeded, the release before the
 * previous one may be needed again.
 *
 * @param {string} kept - the folder of a release.
 */
export function removeOldReleases(kept) {
  const releases = dirname(kept);
  if (holderOf(join(releases, upgradeLock)) !== undefined) return;
  const linked = [currentName, previousName].map((name) => linkedFrom(releases, name) ?? kept);
  const names = [kept, ...linked].map((release) => basename(release));
  const others = readdirSync(releases).filter((name) => isOurs(name) && !names.includes(name));
  const commands = others.length === 0 ? [] : commandLines();
  if (commands === undefined) return;
  const used = usedReleases(releases);
  for (const name of others) {
    const release = join(releases, name);
    if (used.includes(name) || commands.some((command) => command.includes(release + sep))) continue;
    rmSync(release, { recursive: true, force: true });
  }
}

/**
 * Keeps a release as long as this process runs, whose command line does not name it. Does nothing in the checkout of
 * another user, who may remove it.
 *
 * @param {string} release - its folder.
 */
export function keepWhileRunning(release) {
  try {
    writeFileSync(userFile(release), basename(release));
  } catch {
    return;
  }
  process.once('exit', () => stopKeeping(release));
}

/**
 * Ends what {@link keepWhileRunning} began, for a process that is replaced by one whose command line names the release.
 *
 * @param {string} release - its folder.
 */
export function stopKeeping(release) {
  rmSync(userFile(release), { force: true });
}

/** @param {string} release */
function userFile(release) {
  return join(dirname(release), userPrefix + process.pid);
}

/**
 * @param {string} releases
 * @returns {string[]} the names of those that {@link keepWhileRunning} keeps.
 */
function usedReleases(releases) {
  const files = readdirSync(releases).filter((name) => name.startsWith(userPrefix));
  return files.flatMap((name) => {
    const file = join(releases, name);
    try {
      if (isRunning(Number(name.slice(userPrefix.length)))) return [readFileSync(file, 'utf8')];
      rmSync(file);
    } catch {
      // Its process has just removed it.
    }
    return [];
  });
}

/**
 * Returns whether a name is that of a release, or of what a process was making that has ended.
 *
 * @param {string} name
 */
function isOurs(name) {
  const [, pid] = /^(?:staging|replaced|package|current|previous)-(\d+)$/.exec(name) ?? [];
  return pid === undefined ? /^[\da-f]{12}-\d+$/.test(name) : !isRunning(Number(pid));
}

/**
 * Returns the name of a folder or link of this process that is renamed when it is complete.
 *
 * @param {'staging' | 'replaced' | 'package' | 'current' | 'previous'} purpose
 */
export function unfinishedName(purpose) {
  return `${purpose}-${process.pid}`;
}

/**
 * @param {string} [directory] - the folder of package.json.
 * @returns {string | undefined} the folder of the release before the current one; undefined without one.
 */
export function previousRelease(directory = projectDirectory) {
  return linkedFrom(join(directory, folderName), previousName);
}

/**
 * @param {string} releases
 * @param {string} name
 */
function linkedFrom(releases, name) {
  try {
    const release = resolve(releases, readlinkSync(join(releases, name)));
    return existsSync(release) ? release : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Sets a link atomically: readers see the old or the new target.
 *
 * @param {string} releases
 * @param {'current' | 'previous'} name
 * @param {string} release
 */
function link(releases, name, release) {
  const fresh = join(releases, unfinishedName(name));
  rmSync(fresh, { force: true });
  symlinkSync(basename(release), fresh);
  renameSync(fresh, join(releases, name));
}

/**
 * Returns the command lines of all processes, as far as this user can see them; undefined if the system does not say.
 */
function commandLines() {
  if (process.platform !== 'linux') {
    try {
      const output = { encoding: /** @type {const} */ ('utf8'), maxBuffer: longestOutput };
      return execFileSync('ps', ['-A', '-ww', '-o', 'args='], output).split('\n');
    } catch {
      return undefined;
    }
  }
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return processes.map((name) => {
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8');
    } catch {
      return '';
    }
  });
}
