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
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { bundleProgram } from './bundle.mjs';
import { bundleConsoleFiles } from './bundle-console.mjs';
import { installedFolder, thirdPartyNotices } from './notices.mjs';
import { releasesFolder, removeOldReleases, unfinishedName } from './releases.mjs';
import { isNodePackage } from './runtime.mjs';
import { projectDirectory, runAsScript, ScriptError, say } from './script.mjs';
import { commandScripts, dataFiles, listFiles, scriptsFolder, sourceDigest } from './sources.mjs';
import { takeTurn } from './turn.mjs';

/** The folder of the console in a release. */
const consoleBundle = join('gateway', 'console', 'bundle');
/** The list of all files of a release. */
const listName = 'files.json';
const noticesName = 'THIRD-PARTY-NOTICES.txt';

/**
 * Builds a release of the sources: a folder with everything that runs, which needs no other file of the checkout. Does
 * nothing if it exists.
 *
 * Does not check types; `npm run check` does. A compiler that checks types must be downloaded and takes ten times as
 * long.
 *
 * @param {string} [directory] - the folder of package.json.
 * @returns {Promise<string>} the folder of the release, `dist/<id>`.
 * @throws {ScriptError} if a source is not valid; no release is made, and no other one changes.
 */
export async function build(directory = projectDirectory) {
  const releases = releasesFolder(directory);
  const release = join(releases, releaseName(directory));
  if (isComplete(release)) return release;
  requireWritable(directory);
  mkdirSync(releases, { recursive: true });
  const end = await takeTurn(join(releases, '.building'), 'build');
  try {
    // Another process may have built it meanwhile.
    if (!isComplete(release)) await make(directory, release);
  } finally {
    end();
  }
  removeOldReleases(release);
  return release;
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
  copyIfThere(join(directory, 'package.json'), join(target, 'package.json'));
  const native = [...copyNativeCode(directory, target), ...linkNode(directory, target)];
  writeNotices(directory, target, [...inputs, ...native]);
}

/**
 * Writes what a release and the package of npm have in common.
 *
 * @param {string} directory - the folder of package.json.
 * @param {string} target - a folder, which it creates.
 * @param {readonly string[]} [external] - packages that are not part of it.
 * @returns {Promise<string[]>} the files that it is made of, for {@link writeNotices}.
 */
export async function writeProgram(directory, target, external = []) {
  const { files, inputs } = await bundleProgram(directory, external);
  const consoleFiles = bundleConsoleFiles(directory);
  write(target, files);
  write(
    join(target, consoleBundle),
    consoleFiles.files.map(({ name, contents }) => ({ path: name, contents })),
  );
  for (const file of dataFiles(directory)) copyIfThere(join(directory, file), join(target, file));
  for (const name of commandScripts) copyIfThere(join(directory, scriptsFolder, name), join(target, name));
  copyIfThere(join(directory, 'LICENSE'), join(target, 'LICENSE'));
  return [...inputs, ...consoleFiles.inputs];
}

/**
 * @param {string} directory - the folder of package.json.
 * @param {string} target
 * @param {readonly string[]} inputs - files of packages, or their folders.
 */
export function writeNotices(directory, target, inputs) {
  writeFileSync(join(target, noticesName), thirdPartyNotices(directory, inputs));
}

/**
 * @param {string} directory
 * @param {string} release
 */
async function make(directory, release) {
  say('building');
  // Next to it: a rename cannot cross file systems.
  const staging = join(dirname(release), unfinishedName('staging'));
  try {
    rmSync(staging, { recursive: true, force: true });
    await buildTo(directory, staging);
    writeFileSync(join(staging, listName), JSON.stringify([...listFiles(staging), listName].sort()));
    // Files of it may have been removed.
    rmSync(release, { recursive: true, force: true });
    renameSync(staging, release);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
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
  hash.update(`${process.platform} ${process.arch} ${nodePackage(directory)}`);
  return `${hash.digest('hex').slice(0, 12)}-${process.versions.modules}`;
}

/**
 * Returns whether a release exists, and has all of its files and no others.
 *
 * @param {string} release
 */
function isComplete(release) {
  try {
    const files = JSON.parse(readFileSync(join(release, listName), 'utf8'));
    return JSON.stringify(files) === JSON.stringify(listFiles(release));
  } catch {
    return false;
  }
}

/**
 * @param {string} target
 * @param {readonly import('./bundle.mjs').OutputFile[]} files
 */
function write(target, files) {
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
 */
function copyNativeCode(directory, target) {
  const { platform, arch, versions } = process;
  const libc = platform === 'linux' && isMusl() ? 'linuxmusl' : platform;
  const files = [
    { name: 'uws.node', from: 'uWebSockets.js', path: `dist/bin/uws_${platform}_${arch}_${versions.modules}.node` },
    { name: 'better_sqlite3.node', from: 'better-sqlite3', path: `prebuilds/${libc}-${arch}.node` },
  ];
  return files.flatMap(({ name, from, path }) => {
    const folder = installedFolder(directory, from);
    // The gateway serves over node:http where uWebSockets.js has no binary.
    if (folder === undefined || !copyIfThere(join(directory, folder, path), join(target, 'native', name))) return [];
    return [folder];
  });
}

/** Returns whether this process runs with musl instead of the C library of GNU. */
function isMusl() {
  try {
    return /\/ld-musl-[^/\s]*\.so/.test(readFileSync('/proc/self/maps', 'latin1'));
  } catch {
    return false;
  }
}

/**
 * Puts the Node.js of package-lock.json into a release, as a hard link, which needs no space; as a copy across file
 * systems, and from files of other users.
 *
 * @param {string} directory
 * @param {string} target
 * @returns {string[]} the folder of its package.
 */
function linkNode(directory, target) {
  const name = nodePackage(directory);
  if (name === undefined) return [];
  const folder = join('node_modules', name);
  const [from, to] = [join(directory, folder, 'bin', 'node'), join(target, 'bin', 'node')];
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
 * @param {string} directory
 * @returns {string | undefined} the installed package of Node.js, if the native code of a release is for its version.
 */
function nodePackage(directory) {
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
