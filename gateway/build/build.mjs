// @ts-check

import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { bundleProgram } from './bundle.mjs';
import { bundleConsoleFiles } from './bundle-console.mjs';
import { installLock } from './install.mjs';
import { billOfMaterials, bundledPackages, installedFolder, thirdPartyNotices } from './notices.mjs';
import { keepWhileRunning, releasesFolder, removeOldReleases, unfinishedName } from './releases.mjs';
import { isMusl, isNodePackage } from './runtime.mjs';
import { projectDirectory, runAsScript, ScriptError, say } from './script.mjs';
import { commandScripts, dataFiles, listFiles, scriptsFolder, sourceDigest } from './sources.mjs';
import { takeTurn } from './turn.mjs';

/** The folder of the console in a release. */
const consoleBundle = join('gateway', 'console', 'bundle');
/** The list of all other files of a release, with their sizes in bytes. */
const listName = 'files.json';
/** What programs for glibc need; node.sh looks for the same files. */
const glibcLoaders = ['/lib64/ld-linux-x86-64.so.2', '/lib/ld-linux-aarch64.so.1'];

/**
 * Builds a release of the sources: a folder with everything that runs, which needs no other file of the checkout. Does
 * nothing if it exists. No other process removes the release while this one runs.
 *
 * Does not check types; `npm run check` does. A compiler that checks types must be downloaded and takes ten times as
 * long.
 *
 * @param {string} [directory] - the folder of package.json.
 * @returns {Promise<string>} the folder of the release, `dist/<id>`.
 * @throws {ScriptError} if a source is not valid; no release is made, and no other one changes.
 */
export async function build(directory = projectDirectory) {
  const existing = builtRelease(directory);
  if (existing !== undefined) {
    keepWhileRunning(existing);
    // Another process may have removed it before.
    if (isComplete(existing)) return existing;
  }
  requireWritable(directory);
  const releases = releasesFolder(directory);
  mkdirSync(releases, { recursive: true });
  const ends = [await takeTurn(join(releases, '.building'), 'build')];
  try {
    // The packages must stay as they are.
    ends.push(await takeTurn(join(directory, installLock), 'installation or build'));
    // Another process may have built it meanwhile.
    const release = builtRelease(directory) ?? (await make(directory));
    keepWhileRunning(release);
    removeOldReleases(release);
    return release;
  } finally {
    for (const end of ends) end();
  }
}

/**
 * Returns the release of the sources, if it is built.
 *
 * @param {string} [directory] - the folder of package.json.
 * @returns {string | undefined} its folder.
 */
export function builtRelease(directory = projectDirectory) {
  const release = join(releasesFolder(directory), releaseName(directory));
  return isComplete(release) ? release : undefined;
}

/**
 * Writes a release to a folder, such as that of an image.
 *
 * @param {string} directory - the folder of package.json.
 * @param {string} target - does not exist yet.
 */
async function buildTo(directory, target) {
  const inputs = await writeProgram(directory, target);
  writeReleaseSettings(directory, target);
  const native = [...copyNativeCode(directory, target), ...linkNode(directory, target)];
  writeNotices(directory, target, [...inputs, ...native]);
}

/**
 * Writes the package.json of a release: that of the sources, whose exports are in the bundle.
 *
 * @param {string} directory - the folder of package.json.
 * @param {string} target
 */
function writeReleaseSettings(directory, target) {
  const file = join(directory, 'package.json');
  if (!existsSync(file)) return;
  const { exports: _, imports: __, ...settings } = JSON.parse(readFileSync(file, 'utf8'));
  const exports = { './engine': './index.mjs', './package.json': './package.json' };
  writeFileSync(join(target, 'package.json'), `${JSON.stringify({ ...settings, exports }, undefined, 2)}\n`);
}

/**
 * Writes what a release and the package of npm have in common.
 *
 * @param {string} directory - the folder of package.json.
 * @param {string} target - a folder, which it creates.
 * @returns {Promise<string[]>} the files that it is made of, for {@link writeNotices}.
 */
export async function writeProgram(directory, target) {
  const { files, inputs } = await bundleProgram(directory);
  const consoleFiles = await bundleConsoleFiles(directory);
  writeFiles(target, files);
  writeFiles(
    join(target, consoleBundle),
    consoleFiles.files.map(({ name, contents }) => ({ path: name, contents })),
  );
  for (const file of dataFiles(directory)) copyIfThere(join(directory, file), join(target, file));
  for (const name of commandScripts) copyIfThere(join(directory, scriptsFolder, name), join(target, name));
  copyIfThere(join(directory, 'LICENSE'), join(target, 'LICENSE'));
  return [...inputs, ...consoleFiles.inputs];
}

/**
 * Writes the licenses of the packages in a distribution, and the list of its components.
 *
 * @param {string} directory - the folder of package.json.
 * @param {string} target
 * @param {readonly string[]} inputs - files of packages, or their folders.
 * @throws {ScriptError} if a package has no license that it can name.
 */
export function writeNotices(directory, target, inputs) {
  const packages = bundledPackages(directory, inputs);
  writeFileSync(join(target, 'THIRD-PARTY-NOTICES.txt'), thirdPartyNotices(packages));
  const bill = billOfMaterials(directory, packages);
  writeFileSync(join(target, 'sbom.cdx.json'), `${JSON.stringify(bill, undefined, 2)}\n`);
}

/**
 * @param {string} directory
 * @returns {Promise<string>} the folder of the release.
 */
async function make(directory) {
  say('building');
  const releases = releasesFolder(directory);
  // Next to it: a rename cannot cross file systems.
  const staging = join(releases, unfinishedName('staging'));
  try {
    let name;
    do {
      name = releaseName(directory);
      rmSync(staging, { recursive: true, force: true });
      await buildTo(directory, staging);
      // A source that changes during the build may be in it with both contents.
    } while (releaseName(directory) !== name);
    writeFileSync(join(staging, listName), JSON.stringify(sizesOf(staging, listFiles(staging))));
    replaceFolder(join(releases, name), staging);
    return join(releases, name);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/**
 * Puts a complete release into the place of one that is not. Renames that one first: a gateway that runs from it finds all
 * files again a moment later.
 *
 * @param {string} release - may be missing.
 * @param {string} staging
 */
function replaceFolder(release, staging) {
  const old = join(dirname(release), unfinishedName('replaced'));
  rmSync(old, { recursive: true, force: true });
  if (existsSync(release)) renameSync(release, old);
  renameSync(staging, release);
  rmSync(old, { recursive: true, force: true });
}

/**
 * @param {string} directory
 * @throws {ScriptError} if no release can be made: another user owns the installation.
 */
function requireWritable(directory) {
  try {
    accessSync(directory, constants.W_OK);
  } catch {
    throw new ScriptError(
      `The release is out of date, and ${directory} is not writable: run npm run build there as its owner.`,
    );
  }
}

/**
 * Returns the name of the folder of a release: a digest of everything that determines its content, and the ABI version of
 * Node.js for which it has native code.
 *
 * @param {string} directory
 */
function releaseName(directory) {
  const sources = sourceDigest(directory, join(releasesFolder(directory), '.sources.json'));
  const hash = createHash('sha256').update(sources);
  hash.update(`${process.platform} ${process.arch} ${isMusl()} ${nodePackage(directory)}`);
  return `${hash.digest('hex').slice(0, 12)}-${process.versions.modules}`;
}

/**
 * Returns whether a release exists, and has all of its files in their full sizes: a power cut may empty some.
 *
 * @param {string} release
 */
function isComplete(release) {
  try {
    const sizes = JSON.parse(readFileSync(join(release, listName), 'utf8'));
    return JSON.stringify(sizes) === JSON.stringify(sizesOf(release, Object.keys(sizes)));
  } catch {
    return false;
  }
}

/**
 * @param {string} folder
 * @param {readonly string[]} files - paths in it.
 * @returns {Record<string, number>} their sizes in bytes.
 */
function sizesOf(folder, files) {
  return Object.fromEntries(files.map((file) => [file, statSync(join(folder, file)).size]));
}

/**
 * @param {string} target
 * @param {readonly import('./bundle.mjs').OutputFile[]} files
 */
export function writeFiles(target, files) {
  mkdirSync(target, { recursive: true });
  for (const { path, contents } of files) {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    writeFileSync(join(target, path), contents);
  }
}

/**
 * Copies the native code for this machine.
 *
 * @param {string} directory
 * @param {string} target
 * @returns {string[]} the folders of its packages.
 * @throws {ScriptError} if SQLite has none for it.
 */
function copyNativeCode(directory, target) {
  const { platform, arch, versions } = process;
  const libc = isMusl() ? 'linuxmusl' : platform;
  const native = nativeCode({ uws: [`${platform}_${arch}_${versions.modules}`], sqlite: [`${libc}-${arch}`] });
  const copied = native.filter(({ packageName, path, name }) =>
    copyIfThere(join(directory, 'node_modules', packageName, path), join(target, 'native', name)),
  );
  // The gateway serves over node:http where uWebSockets.js has no binary.
  if (!copied.some(({ packageName }) => packageName === 'better-sqlite3')) {
    throw new ScriptError(`node_modules/better-sqlite3 has no binary for ${libc}-${arch}: install the packages again.`);
  }
  return copied.map(({ packageName }) => `node_modules/${packageName}`);
}

/**
 * Returns the files with native code, and what the bundle calls them.
 *
 * @param {{ readonly uws: readonly string[], readonly sqlite: readonly string[] }} platforms - as the two packages name
 *   them.
 */
export function nativeCode({ uws, sqlite }) {
  return [
    ...uws.map((each) => ({
      packageName: 'uWebSockets.js',
      path: `dist/bin/uws_${each}.node`,
      name: `uws_${each}.node`,
    })),
    ...sqlite.map((each) => ({
      packageName: 'better-sqlite3',
      path: `prebuilds/${each}.node`,
      name: `better_sqlite3_${each}.node`,
    })),
  ];
}

/**
 * Puts the Node.js of package-lock.json into a release, as a hard link, which needs no space; as a copy across file
 * systems, and from files of other users.
 *
 * @param {string} directory
 * @param {string} target
 * @returns {string[]} the folder of its package.
 * @throws {ScriptError} if its program is missing.
 */
function linkNode(directory, target) {
  const name = nodePackage(directory);
  if (name === undefined) return [];
  const folder = join('node_modules', name);
  const [from, to] = [join(directory, folder, 'bin', 'node'), join(target, 'bin', 'node')];
  if (!existsSync(from)) throw new ScriptError(`${from} is missing: install the packages again.`);
  mkdirSync(dirname(to), { recursive: true });
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
    chmodSync(to, 0o755);
  }
  return [folder];
}

/**
 * Returns the installed package of Node.js, if it can run here and the native code of a release is for its version. npm
 * installs it where it cannot run too, because it does not know which C library the program needs.
 *
 * @param {string} directory
 * @returns {string | undefined} its name.
 */
function nodePackage(directory) {
  if (process.platform === 'linux' && (isMusl() || !glibcLoaders.some((loader) => existsSync(loader))))
    return undefined;
  const { optionalDependencies = {} } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  return Object.keys(optionalDependencies).find((name) => {
    const folder = isNodePackage(name) ? installedFolder(directory, name) : undefined;
    if (folder === undefined) return false;
    const { version } = JSON.parse(readFileSync(join(directory, folder, 'package.json'), 'utf8'));
    return version.split('.')[0] === process.versions.node.split('.')[0];
  });
}

/**
 * @param {string} from
 * @param {string} to
 * @returns {boolean} whether it was there.
 */
export function copyIfThere(from, to) {
  if (!existsSync(from)) return false;
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to);
  return true;
}

// `node gateway/build/build.mjs [<folder>]`: with a folder, writes the release to it, such as that of an image.
runAsScript(import.meta.url, async () => {
  const [target, ...more] = process.argv.slice(2);
  if (more.length > 0) throw new ScriptError('Usage: node gateway/build/build.mjs [<folder>]');
  if (target === undefined) {
    await build();
    return;
  }
  if (existsSync(target)) throw new ScriptError(`${target} already exists.`);
  await buildTo(projectDirectory, target);
  say(`wrote the release to ${target}`);
});
