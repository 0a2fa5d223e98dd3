// @ts-check
import { spawn } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { countForPlatform, findDifference } from './lock-files.mjs';
import { continueUnderInstalled } from './runtime.mjs';
import { isRunning, projectDirectory, runAsScript, ScriptError, say } from './script.mjs';

/** The intervals of the progress in milliseconds: on a terminal, and in other output, where each update is a line. */
const lookMs = { terminal: 250, lines: 2_000 };

const platform = { os: process.platform, cpu: process.arch };

/**
 * Installs the packages of package-lock.json. Does not start npm if they are already installed.
 *
 * @param {{ development: boolean }} wants - whether the packages for tests and checks are needed, more than half of
 *   all. If not, they may be present.
 * @param {string} [directory] - the folder of package.json.
 * @throws {ScriptError} if npm is missing or fails.
 */
export async function ensureInstalled(wants, directory = projectDirectory) {
  const lock = readLockFile(join(directory, 'package-lock.json'));
  if (lock === undefined) throw new ScriptError(`${directory} has no readable package-lock.json.`);
  const note = join(directory, 'node_modules', '.package-lock.json');
  const difference = () => findDifference(lock, readLockFile(note), platform, wants);
  if (difference() === undefined) return;
  const release = await takeTurn(join(directory, '.installing'));
  try {
    // Another process may have installed them meanwhile.
    const still = difference();
    if (still !== undefined) await install(directory, lock, wants, still, note);
  } finally {
    release();
  }
  continueUnderInstalled(directory);
}

/**
 * Waits for the lock of the installation: two parallel installations would remove each other's packages.
 *
 * @param {string} file - contains the id of the process that holds the lock.
 * @returns {Promise<() => void>} a function that releases the lock; the end of the process releases it too.
 */
async function takeTurn(file) {
  for (let said = false; ; said = true) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      const release = () => rmSync(file, { force: true });
      process.once('exit', release);
      return release;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const holder = holderOf(file);
    if (holder !== undefined && !said) say(`waiting for the installation by process ${holder}`);
    await setTimeout(200);
    // Twice: a process that has just created the file may not have written to it yet.
    if (holder === undefined && holderOf(file) === undefined) rmSync(file, { force: true });
  }
}

/**
 * @param {string} file
 * @returns {number | undefined} the process that holds the lock, if it is running.
 */
function holderOf(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return isRunning(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {string} path
 * @returns {import('./lock-files.mjs').LockFile | undefined} undefined if it is missing or incomplete.
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
 * @param {import('./lock-files.mjs').LockFile} lock
 * @param {{ development: boolean }} wants
 * @param {string} difference
 * @param {string} note
 */
async function install(directory, lock, wants, difference, note) {
  if (lstatSync(join(directory, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    // `npm ci` would empty the folder that the link points to, which belongs to another project.
    throw new ScriptError(`node_modules is a link, and ${difference}: run npm ci in the folder that it points to.`);
  }
  const total = countForPlatform(lock, platform, wants);
  say(`installing packages of package-lock.json: ${total} (${difference})`);
  // Removed first: an interrupted installation must not leave the record of the previous one.
  rmSync(note, { force: true });
  const folders = Object.keys(lock.packages).filter((folder) => folder !== '');
  const progress = showProgress(
    () => folders.filter((folder) => existsSync(join(directory, folder, 'package.json'))).length,
    total,
  );
  // Overrides NODE_ENV and the user's npm settings; compilers need the optional packages of this platform. No package
  // needs its install script: all binaries are prebuilt. uWebSockets.js and better-sqlite3 require Node.js 22, which is
  // one of the installed packages.
  const options = [
    wants.development ? '--include=dev' : '--omit=dev',
    '--include=optional',
    '--ignore-scripts',
    '--no-engine-strict',
    '--no-audit',
    '--no-fund',
  ];
  try {
    await runNpm(directory, ['ci', ...options]);
  } finally {
    progress.end();
  }
}

/**
 * Shows how many packages are installed: in one updated line of a terminal, otherwise in a line every few seconds.
 *
 * @param {() => number} count
 * @param {number} total
 */
function showProgress(count, total) {
  const isTerminal = process.stderr.isTTY === true;
  let shown = 0;
  const look = () => {
    const present = Math.min(count(), total);
    if (present === shown) return;
    shown = present;
    if (isTerminal) process.stderr.write(`\r${present} of ${total} packages`);
    else say(`${present} of ${total} packages are installed`);
  };
  const timer = setInterval(look, isTerminal ? lookMs.terminal : lookMs.lines);
  return {
    end() {
      clearInterval(timer);
      // Erases the last progress line.
      if (isTerminal && shown > 0) process.stderr.write('\r\x1b[K');
    },
  };
}

/**
 * @param {string} directory
 * @param {readonly string[]} options
 * @throws {ScriptError} if npm fails, after its own messages.
 */
async function runNpm(directory, options) {
  // npm passes its own path to scripts; the npm in PATH may have another version.
  const self = process.env.npm_execpath ?? '';
  const [command, ...before] = self.endsWith('npm-cli.js') ? [process.execPath, self] : ['npm'];
  const child = spawn(command ?? 'npm', [...before, ...options, '--loglevel=notice'], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
  }
  const status = await new Promise((resolve, reject) => {
    child.on('error', (error) =>
      reject('code' in error && error.code === 'ENOENT' ? new ScriptError(npmMissing) : error),
    );
    child.on('close', resolve);
  });
  if (status === 0) return;
  process.stderr.write(said);
  throw new ScriptError(`npm ${options[0]} failed; see its messages above.`);
}

const npmMissing =
  'npm is missing: install Node.js from https://nodejs.org, which includes it, or run apt-get install npm.';

/** Any version on which npm runs: the installation includes a newer one. */
const canInstall = (/** @type {string} */ version) => Number(version.split('.')[0]) >= 18;

// `node gateway/boot/install.mjs [--production]`
runAsScript(
  import.meta.url,
  () => ensureInstalled({ development: !process.argv.includes('--production') }),
  canInstall,
);
