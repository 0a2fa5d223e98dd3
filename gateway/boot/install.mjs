// @ts-check
import { spawn } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { countForPlatform, findDifference } from './lock-files.mjs';
import { continueUnderInstalled } from './runtime.mjs';
import { projectDirectory, runAsScript, ScriptError, say } from './script.mjs';

/** How often the progress is looked at, in milliseconds: on a terminal, and where every look is a line of its own. */
const lookMs = { terminal: 250, lines: 2_000 };

const platform = { os: process.platform, cpu: process.arch };

/**
 * Makes node_modules what package-lock.json says. Asks npm nothing if it is so already.
 *
 * @param {{ development: boolean }} wants - whether what tests and checks need is wanted, which is more than half of all;
 *   without it, it may be there.
 * @param {string} [directory] - the folder of package.json.
 * @throws {ScriptError} if npm is missing or fails.
 */
export async function ensureInstalled(wants, directory = projectDirectory) {
  const lock = readLockFile(join(directory, 'package-lock.json'));
  if (lock === undefined) throw new ScriptError(`There is no readable package-lock.json in ${directory}.`);
  const note = join(directory, 'node_modules', '.package-lock.json');
  const difference = () => findDifference(lock, readLockFile(note), platform, wants);
  if (difference() === undefined) return;
  const release = await takeTurn(join(directory, '.installing'));
  try {
    // Whoever was first may have done it.
    const still = difference();
    if (still !== undefined) await install(directory, lock, wants, still, note);
  } finally {
    release();
  }
  continueUnderInstalled(directory);
}

/**
 * Two that install at the same time would remove each other's packages.
 *
 * @param {string} file - holds the number of the process whose turn it is.
 * @returns {Promise<() => void>} a function that ends the turn; so does the end of the process.
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
    if (holder === undefined) rmSync(file, { force: true });
    else if (!said) say(`waiting for another installation, by process ${holder}`);
    await setTimeout(200);
  }
}

/**
 * @param {string} file
 * @returns {number | undefined} the process that is named there, if it runs.
 */
function holderOf(file) {
  let pid;
  try {
    pid = Number(readFileSync(file, 'utf8'));
    process.kill(pid, 0);
    return pid;
  } catch (error) {
    // Another user's runs.
    return error instanceof Error && 'code' in error && error.code === 'EPERM' ? pid : undefined;
  }
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
 * @param {import('./lock-files.mjs').LockFile} lock
 * @param {{ development: boolean }} wants
 * @param {string} difference
 * @param {string} note
 */
async function install(directory, lock, wants, difference, note) {
  if (lstatSync(join(directory, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    // `npm ci` would empty the folder that the link points to, which is somebody else's.
    throw new ScriptError(`node_modules is a link, and ${difference}: run npm ci where it points to.`);
  }
  const total = countForPlatform(lock, platform, wants);
  say(`installing the packages of package-lock.json, ${total} of them (${difference})`);
  // Removed first: an install that is interrupted must not leave a note of the one before it.
  rmSync(note, { force: true });
  const folders = Object.keys(lock.packages).filter((folder) => folder !== '');
  const progress = showProgress(
    () => folders.filter((folder) => existsSync(join(directory, folder, 'package.json'))).length,
    total,
  );
  // Whatever NODE_ENV or the user's npm says; every compiler needs the optional ones of this platform. No package needs a script of its own to be run: all binaries come ready-made.
  // uWebSockets.js and better-sqlite3 name Node 22 as their engine, which is one of the packages.
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
 * Shows how many packages are there: in one line that changes on a terminal, else in a line every few seconds.
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
    else say(`${present} of ${total} packages are there`);
  };
  const timer = setInterval(look, isTerminal ? lookMs.terminal : lookMs.lines);
  return {
    end() {
      clearInterval(timer);
      // The line that it wrote last is wiped.
      if (isTerminal && shown > 0) process.stderr.write('\r\x1b[K');
    },
  };
}

/**
 * @param {string} directory
 * @param {readonly string[]} options
 * @throws {ScriptError} after npm's own words, if it fails.
 */
async function runNpm(directory, options) {
  // npm names itself to the scripts that it runs; another one on the PATH may be of another age.
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

const npmMissing = 'npm is missing: install Node.js from https://nodejs.org, which brings it, or apt-get install npm.';

/** Any that npm still runs on: what is installed brings a newer one. */
const canInstall = (/** @type {string} */ version) => Number(version.split('.')[0]) >= 18;

// `node gateway/boot/install.mjs [--production]`
runAsScript(
  import.meta.url,
  () => ensureInstalled({ development: !process.argv.includes('--production') }),
  canInstall,
);
