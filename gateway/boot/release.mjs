// @ts-check
// A release is a folder with everything that a gateway needs: the build, the production packages and Node.js itself. A
// running gateway loads libraries when they are first used; later installations and builds do not affect it.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { reachablePackages } from './lock-files.mjs';
import { isNodePackage } from './runtime.mjs';
import { isRunning, projectDirectory, runAsScript, ScriptError, say } from './script.mjs';
import { fingerprintOf } from './transpile.mjs';

/** The folder of releases, and two links in it. gateway/core/release.ts uses them too. */
const folderName = '.releases';
const currentName = 'current';
const previousName = 'previous';
/** The folder of a release that is not complete yet. */
const stagingName = 'staging';
/** What `ps` may write, in bytes: a machine with very many processes has a megabyte of command lines. */
const longestOutput = 64 * 1024 * 1024;

/**
 * Creates a release of the current build and installation, unless it exists.
 *
 * @param {string} [directory] - the folder of package.json.
 * @returns {string} its folder, below `.releases`.
 */
export function layOutRelease(directory = projectDirectory) {
  const releases = join(directory, folderName);
  const release = join(releases, releaseName(directory));
  if (existsSync(release)) return release;
  mkdirSync(releases, { recursive: true });
  // Next to it: a rename cannot cross file systems.
  const staging = join(releases, unfinishedName(stagingName));
  try {
    fillRelease(directory, staging);
    renameSync(staging, release);
  } catch (error) {
    // Two parallel calls create the same release.
    if (!existsSync(release)) throw error;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
  return release;
}

/**
 * Returns the name of the folder of a release: a digest of everything that determines what a release contains, and the
 * ABI version of Node.js for which it has binaries.
 *
 * @param {string} directory
 */
function releaseName(directory) {
  const makers = ['release.mjs', 'lock-files.mjs'].map((name) => join('gateway', 'boot', name));
  const hash = createHash('sha256').update(fingerprintOf(directory));
  for (const file of [...copiedFiles(directory), ...makers]) {
    const path = join(directory, file);
    if (!existsSync(path)) continue;
    const content = readFileSync(path);
    const isExecutable = (statSync(path).mode & 0o100) !== 0;
    hash.update(`${file}\0${isExecutable}\0${content.length}\0`).update(content);
  }
  return `${hash.digest('hex').slice(0, 12)}-${process.versions.modules}`;
}

/**
 * Returns the files that a release contains as they are in the checkout.
 *
 * @param {string} directory
 * @returns {string[]} paths in the folder of package.json. LICENSE may be missing.
 */
function copiedFiles(directory) {
  const { files } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  const scripts = files.filter((/** @type {string} */ file) => file.startsWith('gateway/boot/'));
  return ['package.json', 'LICENSE', ...scripts];
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
 * Removes all releases but the current and the previous one, those that a process runs from, and what another process
 * is making. Called when the current one need not be undone any more: until then, the one before the previous one may be
 * needed again.
 *
 * @param {string} current - the folder of the current release.
 */
export function removeOldReleases(current) {
  const releases = dirname(current);
  const linked = [current, linkedFrom(releases, previousName) ?? current].map((release) => basename(release));
  const kept = new Set([currentName, previousName, ...linked]);
  const others = readdirSync(releases).filter((name) => !kept.has(name) && !isBeingMade(name));
  const commands = others.length === 0 ? [] : commandLines();
  if (commands === undefined) return;
  for (const release of others.map((name) => join(releases, name))) {
    if (commands.some((command) => command.includes(release + sep))) continue;
    rmSync(release, { recursive: true, force: true });
  }
}

/**
 * Returns the name of a folder or link of this process that is renamed when it is complete.
 *
 * @param {string} purpose
 */
function unfinishedName(purpose) {
  return `${purpose}-${process.pid}`;
}

/**
 * Returns whether a name is an {@link unfinishedName} of a process that still runs.
 *
 * @param {string} name
 */
function isBeingMade(name) {
  const [, pid] = new RegExp(`^(?:${stagingName}|${currentName}|${previousName})-(\\d+)$`).exec(name) ?? [];
  return pid !== undefined && isRunning(Number(pid));
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
 * @param {string} name
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

/**
 * @param {string} directory
 * @param {string} target - does not exist yet.
 */
function fillRelease(directory, target) {
  linkTree(join(directory, 'dist'), join(target, 'dist'), () => true);
  for (const file of copiedFiles(directory)) copyIfThere(join(directory, file), join(target, file));
  for (const folder of productionPackages(directory)) {
    const source = join(directory, folder);
    linkTree(source, join(target, folder), (path) => isNeeded(basename(folder), path));
  }
}

/**
 * Returns the packages that the program needs at run time: the dependencies of package.json without
 * `buildDependencies`, which `npm start` needs for the build.
 *
 * @param {string} directory
 * @returns {string[]} the folders of the installed packages.
 */
function productionPackages(directory) {
  const read = (/** @type {string} */ name) => JSON.parse(readFileSync(join(directory, name), 'utf8'));
  const { dependencies = {}, optionalDependencies = {}, buildDependencies = [] } = read('package.json');
  const names = Object.keys({ ...dependencies, ...optionalDependencies });
  const needed = names.filter((name) => !buildDependencies.includes(name));
  const folders = reachablePackages(read('package-lock.json'), needed);
  return [...folders].filter((folder) => existsSync(join(directory, folder)));
}

/**
 * Returns whether a file of a package is needed at run time: not declarations, source maps and pages, and not the
 * sources and the binaries for other platforms in packages with native code.
 *
 * @param {string} packageName - without its scope.
 * @param {string} path - of the file, in the package.
 */
function isNeeded(packageName, path) {
  if (path.split(sep)[0] === 'node_modules') return false;
  if (/^(?:LICEN[CS]E|NOTICE|COPYING)/i.test(basename(path))) return true;
  if (/\.(?:[cm]?ts|map|md|markdown)$/.test(path)) return false;
  const { platform, arch, versions } = process;
  if (isNodePackage(packageName)) return path === 'package.json' || path === join('bin', 'node');
  if (packageName === 'node-addon-api') return false;
  if (packageName === 'better-sqlite3') {
    const ownBinary = new RegExp(`^prebuilds.${platform}(?:musl)?-${arch}\\.node$`);
    return path === 'package.json' || path.startsWith(`lib${sep}`) || ownBinary.test(path);
  }
  const [, binary] = /^dist.bin.(uws_.*)$/.exec(path) ?? [];
  return binary === undefined || binary === `uws_${platform}_${arch}_${versions.modules}.node`;
}

/**
 * Creates hard links to the files of a folder in another one, which is fast and needs no space. Copies files across
 * file systems, and files of other users.
 *
 * @param {string} source
 * @param {string} target
 * @param {(path: string) => boolean} isWanted - whether a file is needed, by its path in the source.
 */
function linkTree(source, target, isWanted) {
  const entries = readdirSync(source, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const from = join(entry.parentPath, entry.name);
    const path = relative(source, from);
    if (entry.isDirectory() || !isWanted(path)) continue;
    const to = join(target, path);
    mkdirSync(dirname(to), { recursive: true });
    try {
      linkSync(from, to);
    } catch {
      cpSync(from, to);
    }
  }
}

/**
 * @param {string} from
 * @param {string} to
 */
function copyIfThere(from, to) {
  if (!existsSync(from)) return;
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to);
}

// `node gateway/boot/release.mjs <folder>`: writes a release to a folder, such as that of an image.
runAsScript(import.meta.url, () => {
  const [target, ...more] = process.argv.slice(2);
  if (target === undefined || more.length > 0) throw new ScriptError('Usage: node gateway/boot/release.mjs <folder>');
  if (existsSync(target)) throw new ScriptError(`${target} already exists.`);
  fillRelease(projectDirectory, target);
  say(`wrote the release to ${target}`);
});
