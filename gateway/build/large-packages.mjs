// @ts-check
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { packagesIn, readJson, recordName, suitsPlatform } from './lock-file.mjs';
import { NpmError, runNpm } from './npm.mjs';
import { isNodePackage } from './runtime.mjs';
import { say } from './script.mjs';

/** The ABI version of Node.js 22: uWebSockets.js has no binary for newer ones that Textmill runs on. */
export const uwsAbi = '127';
/** The folder of large packages while they are unpacked, below {@link stagingFolder}. */
const largeName = 'large';
/** The replaced node_modules. */
const replacedName = 'replaced';

/**
 * What nobody needs of packages that npm has unpacked: other models of the language detector, bundles for browsers, and
 * other encodings of tokens, of which one module has them all.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const unusedFiles = {
  eld: ['src/ngrams/large.js', 'src/ngrams/medium.js', 'src/ngrams/small.js'],
  'js-tiktoken': [
    'dist/index.cjs',
    'dist/index.js',
    ...['gpt2', 'p50k_base', 'p50k_edit', 'r50k_base'].flatMap((name) => [
      `dist/ranks/${name}.cjs`,
      `dist/ranks/${name}.js`,
    ]),
    ...['cl100k_base', 'o200k_base'].map((name) => `dist/ranks/${name}.js`),
  ],
  'libphonenumber-js': ['bundle'],
};

/**
 * A package of which only some files are needed.
 *
 * @typedef {object} LargePackage
 * @property {string} folder - its key in package-lock.json.
 * @property {string} alias - the name of its folder.
 * @property {string} name
 * @property {readonly string[]} files - the needed files and folders in it, apart from package.json.
 * @property {Buffer} digest - the SHA-512 of its archive.
 * @property {import('./lock-file.mjs').LockedPackage} locked
 */

/**
 * Returns the files of a large package that this platform needs. It has binaries of all platforms, or their sources.
 *
 * @param {string} name
 * @returns {readonly string[] | undefined} files and folders; undefined for a package of which all are needed.
 */
function neededFiles(name) {
  const { platform, arch } = process;
  if (isNodePackage(name)) return ['LICENSE', 'bin/node'];
  if (name === 'uws-pack') {
    const modules = ['index.mjs', 'index.d.mts', 'uws.mjs'].map((file) => `dist/${file}`);
    return ['LICENSE', ...modules, `dist/bin/uws_${platform}_${arch}_${uwsAbi}.node`];
  }
  if (name === 'better-sqlite3') {
    // A release can be for the other C library than that of the Node.js which installs.
    const systems = platform === 'linux' ? ['linux', 'linuxmusl'] : [platform];
    return ['LICENSE', 'lib', ...systems.map((system) => `prebuilds/${system}-${arch}.node`)];
  }
  // The compiler of the kernels needs its code generator as a module, not as programs.
  if (name === 'binaryen') return ['LICENSE', 'index.js'];
  return undefined;
}

/** Why packages are not installed without unused files: npm can still install all files. */
class Fallback extends Error {
  /** @param {unknown} cause */
  constructor(cause) {
    super(cause instanceof Error ? cause.message : String(cause));
    /** What npm has written, if it has failed. */
    this.messages = cause instanceof NpmError ? cause.messages : '';
  }
}

/**
 * Installs the packages of package-lock.json, without the files of large packages that nobody needs. npm installs all
 * others in a folder of its own. Meanwhile another npm downloads the large ones, and tar unpacks what is needed: npm
 * would take as long for the large ones as for all others. At the end node_modules is replaced.
 *
 * @param {string} directory - the folder of package.json.
 * @param {readonly string[]} options - of `npm ci`.
 * @returns {Promise<boolean>} false if nothing has changed, because there are no large packages, or because they could not
 *   be installed in this way: it says why.
 * @throws {import('./npm.mjs').NpmError} if `npm ci` fails.
 */
export async function installWithoutUnused(directory, options) {
  const lock = readJson(join(directory, 'package-lock.json')) ?? {};
  const large = largePackages(lock, !options.includes('--omit=dev'));
  if (large.length === 0) return false;
  const staging = stagingFolder(directory);
  // That of an installation that was interrupted, perhaps between the two renames at its end.
  const [replaced, modules] = [join(staging, replacedName), join(directory, 'node_modules')];
  if (existsSync(replaced) && !existsSync(modules)) renameSync(replaced, modules);
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging);
  try {
    writeSmallProject(directory, staging, lock, large);
    const [small, unpacked] = await Promise.allSettled([
      // npm finds relative paths of its settings from its working folder.
      runNpm(directory, ['ci', `--prefix=${staging}`, ...options]),
      downloadAndUnpack(directory, join(staging, largeName), large),
    ]);
    if (small.status === 'rejected') throw small.reason;
    if (unpacked.status === 'rejected') throw new Fallback(unpacked.reason);
    replaceModules(directory, staging, large);
    return true;
  } catch (error) {
    if (!(error instanceof Fallback)) throw error;
    process.stderr.write(error.messages);
    say(`npm installs all files of ${large.map(({ name }) => name).join(' and ')}: ${error.message}`);
    return false;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/**
 * Returns the folder that {@link installWithoutUnused} installs in, which exists meanwhile.
 *
 * @param {string} directory - the folder of package.json.
 */
export function stagingFolder(directory) {
  return join(directory, '.installing-packages');
}

/**
 * @param {import('./lock-file.mjs').LockFile} lock
 * @param {boolean} development - whether packages for development are installed as well.
 * @returns {LargePackage[]}
 */
function largePackages({ packages = {} }, development) {
  // npm for Windows links programs by scripts.
  if (process.platform === 'win32') return [];
  return Object.entries(packages).flatMap(([folder, locked]) => {
    const [, alias] = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(folder) ?? [];
    // One with an address is not from the registry, such as the author's own release of uWebSockets.js.
    if (alias === undefined || locked.resolved !== undefined || !suitsPlatform(locked)) return [];
    if (locked.dev && !development) return [];
    const files = neededFiles(locked.name ?? alias);
    return files ? partOf(alias, locked, files) : [];
  });
}

/**
 * @param {string} alias
 * @param {import('./lock-file.mjs').LockedPackage} locked
 * @param {readonly string[]} files
 * @returns {LargePackage[]} none if package-lock.json has no digest of it.
 */
function partOf(alias, locked, files) {
  const [, digest] = /^sha512-([A-Za-z0-9+/]+=*)$/.exec(locked.integrity ?? '') ?? [];
  if (!digest) return [];
  const name = locked.name ?? alias;
  return [{ folder: `node_modules/${alias}`, alias, name, files, digest: Buffer.from(digest, 'base64'), locked }];
}

/**
 * Unpacks files of packages that `node_modules` may lack, because they are for other platforms: from npm's cache, or from
 * the registry.
 *
 * @param {string} directory - the folder of package-lock.json.
 * @param {string} target - a folder, in which each package gets one.
 * @param {ReadonlyMap<string, readonly string[]>} wanted - the files, by the names of the packages in node_modules.
 * @throws {Error} if a package cannot be had, or differs from the one of package-lock.json.
 */
export async function unpackFiles(directory, target, wanted) {
  const locked = packagesIn(join(directory, 'package-lock.json'));
  const large = [...wanted].flatMap(([name, files]) => partOf(name, locked.get(`node_modules/${name}`) ?? {}, files));
  await downloadAndUnpack(directory, target, large);
}

/**
 * Writes the files from which npm installs all packages but the large ones, with those that the large ones need.
 *
 * @param {string} directory
 * @param {string} staging
 * @param {import('./lock-file.mjs').LockFile} lock
 * @param {readonly LargePackage[]} large
 */
function writeSmallProject(directory, staging, lock, large) {
  const names = large.map(({ alias }) => alias);
  const needed = Object.assign({}, ...large.map(({ locked }) => locked.dependencies));
  const without = (/** @type {Record<string, string>} */ all = {}) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)));
  const smallProject = (/** @type {import('./lock-file.mjs').LockedPackage} */ settings) => ({
    ...settings,
    dependencies: { ...needed, ...without(settings.dependencies) },
    optionalDependencies: without(settings.optionalDependencies),
  });
  const { '': root = {}, ...packages } = lock.packages ?? {};
  for (const { folder } of large) delete packages[folder];
  for (const locked of Object.values(packages))
    if (locked.dependencies !== undefined) locked.dependencies = without(locked.dependencies);
  const smallLock = { ...lock, packages: { '': smallProject(root), ...packages } };
  writeFileSync(join(staging, 'package.json'), JSON.stringify(smallProject(readJson(join(directory, 'package.json')))));
  writeFileSync(join(staging, 'package-lock.json'), JSON.stringify(smallLock));
  if (existsSync(join(directory, '.npmrc'))) copyFileSync(join(directory, '.npmrc'), join(staging, '.npmrc'));
}

/**
 * @param {string} directory
 * @param {string} target - a folder, in which each package gets one.
 * @param {readonly LargePackage[]} large
 * @throws {Error} if npm or tar fails, or if a package differs from the one of package-lock.json.
 */
async function downloadAndUnpack(directory, target, large) {
  // `npm start` tells its scripts where the cache is.
  const cache = process.env.npm_config_cache ?? (await runNpm(directory, ['config', 'get', 'cache'])).trim();
  const file = (/** @type {LargePackage} */ { digest }) => {
    const hex = digest.toString('hex');
    const path = join('_cacache', 'content-v2', 'sha512', hex.slice(0, 2), hex.slice(2, 4), hex.slice(4));
    return resolve(directory, cache, path);
  };
  const missing = large.filter((each) => !existsSync(file(each)));
  const specs = missing.map(({ name, locked }) => `${name}@${locked.version}`);
  if (specs.length > 0) await runNpm(directory, ['cache', 'add', ...specs]);
  // No tar writes any more when this ends: the caller removes the folder.
  const unpacked = await Promise.allSettled(large.map((each) => unpack(file(each), each, join(target, each.alias))));
  for (const result of unpacked) if (result.status === 'rejected') throw result.reason;
}

/**
 * Unpacks what is needed of a package.
 *
 * @param {string} file - the package as npm has downloaded it.
 * @param {LargePackage} large
 * @param {string} target
 * @throws {Error} if it differs from the one of package-lock.json, if it lacks a file, or if there is no tar.
 */
async function unpack(file, { name, files, digest }, target) {
  const content = await readFile(file);
  if (!createHash('sha512').update(content).digest().equals(digest)) throw new Error(`${name} has another checksum`);
  mkdirSync(target, { recursive: true });
  // Files belong to this user and are as old as the installation.
  const options = ['-xzomf', '-', '-C', target, '--strip-components=1'];
  const paths = ['package.json', ...files].map((path) => `package/${path}`);
  const child = spawn('tar', [...options, ...paths], { stdio: ['pipe', 'ignore', 'ignore'] });
  // It may end before it has read everything; its status says whether it has failed.
  child.stdin.on('error', () => {}).end(content);
  const status = await new Promise((done, reject) => child.on('error', reject).on('close', done));
  if (status !== 0) throw new Error(`tar ended with ${status}`);
}

/**
 * Completes the small packages by the large ones, and replaces node_modules.
 *
 * @param {string} directory
 * @param {string} staging
 * @param {readonly LargePackage[]} large
 * @throws {Fallback} if node_modules is a mount point, which cannot be replaced.
 */
function replaceModules(directory, staging, large) {
  const [modules, complete] = [join(directory, 'node_modules'), join(staging, 'node_modules')];
  mkdirSync(complete, { recursive: true });
  for (const { alias, locked } of large) {
    mkdirSync(dirname(join(complete, alias)), { recursive: true });
    renameSync(join(staging, largeName, alias), join(complete, alias));
    for (const [command, path] of Object.entries(locked.bin ?? {})) {
      if (!existsSync(join(complete, alias, path))) continue;
      mkdirSync(join(complete, '.bin'), { recursive: true });
      symlinkSync(join('..', alias, path), join(complete, '.bin', command));
    }
  }
  for (const [name, paths] of Object.entries(unusedFiles))
    for (const path of paths) rmSync(join(complete, name, path), { recursive: true, force: true });
  writeRecord(join(complete, recordName), large);
  const replaced = join(staging, replacedName);
  try {
    if (existsSync(modules)) renameSync(modules, replaced);
    renameSync(complete, modules);
  } catch (error) {
    if (existsSync(replaced)) renameSync(replaced, modules);
    throw new Fallback(error);
  }
}

/**
 * Adds the large packages to npm's record, in its order, so that npm knows what is installed.
 *
 * @param {string} file
 * @param {readonly LargePackage[]} large
 */
function writeRecord(file, large) {
  const record = readJson(file);
  const packages = [...Object.entries(record?.packages ?? {}), ...large.map(({ folder, locked }) => [folder, locked])];
  packages.sort(([a], [b]) => String(a).localeCompare(String(b), 'en'));
  writeFileSync(file, `${JSON.stringify({ ...record, packages: Object.fromEntries(packages) }, undefined, 2)}\n`);
}
