// @ts-check
import { spawnSync } from 'node:child_process';
import { lstatSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findDifference } from './lock-files.mjs';
import { projectDirectory, runAsScript, ScriptError, say } from './script.mjs';

/** The one package with a native part that belongs to one version of Node. */
const nativePackage = 'better-sqlite3';

/**
 * Makes node_modules what package-lock.json says. Asks npm nothing if it is so already.
 *
 * @param {string} [directory] - the folder of package.json.
 * @param {{ nativePart: boolean }} [options] - whether the native part has to load, which takes a process to find out.
 * @throws {ScriptError} if npm is missing or fails.
 */
export function ensureInstalled(directory = projectDirectory, { nativePart } = { nativePart: true }) {
  const lock = readLockFile(join(directory, 'package-lock.json'));
  if (lock === undefined) throw new ScriptError(`There is no readable package-lock.json in ${directory}.`);
  const note = join(directory, 'node_modules', '.package-lock.json');
  const difference = findDifference(lock, readLockFile(note), { os: process.platform, cpu: process.arch });
  if (difference !== undefined) install(directory, difference, note);
  if (nativePart && `node_modules/${nativePackage}` in lock.packages) ensureNativePart(directory);
}

/**
 * @param {string} path
 * @returns {import('./lock-files.mjs').LockFile | undefined} undefined if there is none, or not a whole one.
 */
function readLockFile(path) {
  try {
    const lock = JSON.parse(readFileSync(path, 'utf8'));
    return typeof lock.packages === 'object' && lock.packages !== null ? lock : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {string} directory
 * @param {string} difference
 * @param {string} note
 */
function install(directory, difference, note) {
  if (lstatSync(join(directory, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    // `npm ci` would empty the folder that the link points to, which is somebody else's.
    throw new ScriptError(`node_modules is a link, and ${difference}: run npm ci where it points to.`);
  }
  say(`installing the packages of package-lock.json (${difference}); this can take a minute`);
  // Removed first: an install that is interrupted must not leave a note of the one before it.
  rmSync(note, { force: true });
  // The build needs the development dependencies and every compiler the optional ones of this platform, whatever
  // NODE_ENV or the user's npm says. uWebSockets.js's package names Node 22 as its engine and has binaries for Node 20.
  runNpm(directory, ['ci', '--include=dev', '--include=optional', '--no-engine-strict', '--no-audit', '--no-fund']);
}

/**
 * A change of Node's major version, or npm's `ignore-scripts`, leaves a native part that does not load.
 *
 * @param {string} directory
 */
function ensureNativePart(directory) {
  if (nativeProblem(directory) === undefined) return;
  say(`building ${nativePackage} for Node ${process.versions.node}; this can take a minute`);
  runNpm(directory, ['rebuild', nativePackage]);
  const problem = nativeProblem(directory);
  if (problem === undefined) return;
  const remedy =
    process.env.npm_config_ignore_scripts === 'true'
      ? `your npm ignores install scripts; run npm rebuild ${nativePackage} --ignore-scripts=false`
      : compilerHint;
  throw new ScriptError(`${nativePackage} does not load (${problem}): ${remedy}.`);
}

/**
 * For a package that was installed into another project or for all: what lies in its node_modules is not ours to change.
 *
 * @param {string} directory - the folder of package.json.
 * @throws {ScriptError} if the native part does not load.
 */
export function requireNativePart(directory) {
  const problem = nativeProblem(directory);
  if (problem === undefined) return;
  throw new ScriptError(
    `${nativePackage} does not load (${problem}): run npm rebuild ${nativePackage} where Textmill was installed, with -g ` +
      `if that was for all projects, and allow its install script if npm holds it back; ${compilerHint}.`,
  );
}

/**
 * In a process of its own: where loading failed once, it fails until the process ends, whatever was built meanwhile.
 *
 * @param {string} directory
 * @returns {string | undefined} what went wrong, in one line; undefined if it loads.
 */
function nativeProblem(directory) {
  const load = `new (require('${nativePackage}'))(':memory:').close()`;
  // What follows "Tried:" is a list of a dozen paths.
  const reason = "error.message.replace(/\\s+/g, ' ').replace(/\\.? Tried: .*/, '')";
  const report = `process.stderr.write(${reason}); process.exit(1)`;
  const { status, signal, stderr } = spawnSync(
    process.execPath,
    ['--input-type=commonjs', '--eval', `try { ${load} } catch (error) { ${report} }`],
    { cwd: directory, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] },
  );
  return status === 0 ? undefined : stderr || `ended by ${signal}`;
}

/** What its compiler may be missing: node-gyp quotes blanks in the paths that it writes into makefiles, and no more. */
const compilerHint =
  `where no ready-made binary of ${nativePackage} fits, it is compiled; on Debian and Ubuntu that needs ` +
  'apt-get install build-essential python3, and a path without quotes, brackets and the like';

/**
 * @param {string} directory
 * @param {readonly string[]} options
 * @throws {ScriptError} after npm's own words, if it fails.
 */
function runNpm(directory, options) {
  // npm names itself to the scripts that it runs; another one on the PATH may be of another age.
  const self = process.env.npm_execpath ?? '';
  const [command, ...before] = self.endsWith('npm-cli.js') ? [process.execPath, self] : ['npm'];
  const { status, error, stdout, stderr } = spawnSync(command, [...before, ...options, '--loglevel=notice'], {
    cwd: directory,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 2 ** 28,
  });
  if (error !== undefined && 'code' in error && error.code === 'ENOENT') {
    throw new ScriptError(
      'npm is missing: install Node from https://nodejs.org, which brings it, or apt-get install npm.',
    );
  }
  if (error !== undefined) throw error;
  if (status === 0) return;
  process.stderr.write(stdout + stderr);
  const sentence = `npm ${options[0]} failed; what it said stands above.`;
  throw new ScriptError(/gyp|prebuild-install/.test(stderr) ? `${sentence} Note: ${compilerHint}.` : sentence);
}

runAsScript(import.meta.url, () => ensureInstalled());
