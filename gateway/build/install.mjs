// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installWithoutUnused, stagingFolder } from './large-packages.mjs';
import { packagesIn, readJson, recordName, suitsPlatform } from './lock-file.mjs';
import { NpmError, runNpm } from './npm.mjs';
import { continueUnderInstalled } from './runtime.mjs';
import { projectDirectory, runAsScript, ScriptError, say } from './script.mjs';
import { takeTurn } from './turn.mjs';

/** The intervals of the progress in milliseconds: on a terminal, and in other output, where each update is a line. */
const pollMs = { terminal: 250, lines: 2_000 };

/** Says what is installed. `npm ci` removes it with everything else in node_modules. */
const stampName = '.textmill.json';
/** The lock of an installation, and of a build, which reads what is installed. */
export const installLock = '.installing';

/**
 * Installs the packages of package-lock.json. Does not start npm if they are already installed.
 *
 * @param {{ development: boolean }} wants - whether the packages for tests and checks are needed, more than half of
 *   all. If not, they may be present.
 * @param {string} [directory] - the folder of package.json.
 * @throws {ScriptError} if npm is missing or fails.
 */
export async function ensureInstalled(wants, directory = projectDirectory) {
  if (isInstalled(wants, directory)) return;
  const end = await takeTurn(join(directory, installLock), 'installation or build');
  try {
    // Another process may have installed them meanwhile.
    if (!isInstalled(wants, directory)) await install(wants, directory);
  } finally {
    end();
  }
  continueUnderInstalled(directory);
}

/**
 * Returns whether what package-lock.json wants is installed, by this script or by the user's own `npm ci`.
 *
 * @param {{ development: boolean }} wants
 * @param {string} directory
 * @throws {ScriptError} if there is no package-lock.json.
 */
function isInstalled(wants, directory) {
  const lock = lockDigest(directory);
  const stamp = readJson(join(directory, 'node_modules', stampName));
  if (stamp === undefined) return isInstalledByNpm(wants, directory);
  const wanted = stampFor(wants, directory, lock);
  const isSame = stamp.lock === wanted.lock && stamp.record === wanted.record && stamp.platform === wanted.platform;
  return isSame && (stamp.development || !wants.development);
}

/**
 * Returns whether npm's record has the packages of package-lock.json: all that suit this platform and no others. Optional
 * packages that name no platform may be missing: only those of other platforms need them.
 *
 * @param {{ development: boolean }} wants
 * @param {string} directory
 */
function isInstalledByNpm({ development }, directory) {
  const present = packagesIn(join(directory, 'node_modules', recordName));
  const wanted = packagesIn(join(directory, 'package-lock.json'));
  const isNeeded = (/** @type {import('./lock-file.mjs').LockedPackage} */ locked) =>
    (development || !locked.dev) && (!locked.optional || (locked.os !== undefined && suitsPlatform(locked)));
  return (
    present.size > 0 &&
    [...present].every(([folder, { version, integrity }]) => {
      const locked = wanted.get(folder);
      return locked !== undefined && locked.version === version && locked.integrity === integrity;
    }) &&
    [...wanted].every(([folder, locked]) => present.has(folder) || !isNeeded(locked))
  );
}

/**
 * @param {{ development: boolean }} wants
 * @param {string} directory
 * @param {string} lock - the digest of the package-lock.json that was installed.
 */
function stampFor({ development }, directory, lock) {
  // npm writes its record whenever it changes what is installed.
  const record = digestOf(join(directory, 'node_modules', recordName));
  return { lock, record, platform: `${process.platform}-${process.arch}`, development };
}

/**
 * @param {string} directory
 * @throws {ScriptError} if there is no package-lock.json.
 */
function lockDigest(directory) {
  const lock = digestOf(join(directory, 'package-lock.json'));
  if (lock === undefined) throw new ScriptError(`${directory} has no package-lock.json.`);
  return lock;
}

/**
 * @param {string} file
 * @returns {string | undefined} undefined if it is missing.
 */
function digestOf(file) {
  return existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('hex') : undefined;
}

/**
 * @param {{ development: boolean }} wants
 * @param {string} directory
 */
async function install(wants, directory) {
  const modules = join(directory, 'node_modules');
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) {
    // `npm ci` would empty the folder that the link points to, which belongs to another project.
    throw new ScriptError(
      'node_modules is a link, and its packages are not those of package-lock.json: install in the folder that it points to.',
    );
  }
  say('installing the packages of package-lock.json');
  const development = wants.development || hasDevelopmentPackages(modules);
  const progress = showProgress(directory);
  // Overrides NODE_ENV and the user's npm settings; compilers need the optional packages of this platform. No package
  // needs its install script: all binaries are prebuilt. uWebSockets.js and better-sqlite3 require Node.js 22, which is
  // one of the installed packages.
  const options = [
    development ? '--include=dev' : '--omit=dev',
    '--include=optional',
    '--ignore-scripts',
    '--no-engine-strict',
    '--no-audit',
    '--no-fund',
  ];
  let lock;
  try {
    do {
      lock = lockDigest(directory);
      if (!(await installWithoutUnused(directory, options))) await installByNpm(directory, options);
      // Git may have replaced it meanwhile.
    } while (lockDigest(directory) !== lock);
  } catch (error) {
    if (error instanceof NpmError) process.stderr.write(error.messages);
    throw error;
  } finally {
    progress.end();
  }
  if (!existsSync(modules)) return;
  writeFileSync(join(modules, stampName), JSON.stringify(stampFor({ development }, directory, lock)));
}

/**
 * Installs all files of the packages.
 *
 * @param {string} directory
 * @param {readonly string[]} options
 */
async function installByNpm(directory, options) {
  // Removed first: an interrupted installation must not leave the records of the previous one.
  for (const name of [stampName, recordName]) rmSync(join(directory, 'node_modules', name), { force: true });
  await runNpm(directory, ['ci', ...options]);
}

/**
 * Returns whether packages for tests and checks are installed: an installation for `npm start` must not remove them.
 *
 * @param {string} modules - the folder node_modules.
 */
function hasDevelopmentPackages(modules) {
  return [...packagesIn(join(modules, recordName)).values()].some(({ dev }) => dev);
}

/**
 * Shows how many packages are installed: in one updated line of a terminal, otherwise in a line every few seconds.
 *
 * @param {string} directory
 */
function showProgress(directory) {
  const folders = [...packagesIn(join(directory, 'package-lock.json')).keys()];
  const isTerminal = process.stderr.isTTY === true;
  let shown = 0;
  const poll = () => {
    const staging = stagingFolder(directory);
    const place = existsSync(staging) ? staging : directory;
    const present = folders.filter((folder) => existsSync(join(place, folder, 'package.json'))).length;
    if (present === shown) return;
    shown = present;
    if (isTerminal) process.stderr.write(`\r${present} packages`);
    else say(`${present} packages are installed`);
  };
  const timer = setInterval(poll, isTerminal ? pollMs.terminal : pollMs.lines);
  return {
    end() {
      clearInterval(timer);
      // Erases the last progress line.
      if (isTerminal && shown > 0) process.stderr.write('\r\x1b[K');
    },
  };
}

/** Any version on which npm runs: the installation includes a newer one. */
const canInstall = (/** @type {string} */ version) => Number(version.split('.')[0]) >= 18;

// `node gateway/build/install.mjs [--production]`
runAsScript(
  import.meta.url,
  () => ensureInstalled({ development: !process.argv.includes('--production') }),
  canInstall,
);
