// @ts-check
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { continueUnderInstalled } from './runtime.mjs';
import { projectDirectory, runAsScript, ScriptError, say } from './script.mjs';
import { takeTurn } from './turn.mjs';

/** The intervals of the progress in milliseconds: on a terminal, and in other output, where each update is a line. */
const lookMs = { terminal: 250, lines: 2_000 };

/** Says what is installed. `npm ci` removes it with everything else in node_modules. */
const stampName = '.textmill.json';

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
  const end = await takeTurn(join(directory, '.installing'), 'installation');
  try {
    // Another process may have installed them meanwhile.
    if (!isInstalled(wants, directory)) await install(wants, directory);
  } finally {
    end();
  }
  continueUnderInstalled(directory);
}

/**
 * Returns whether what package-lock.json wants is installed.
 *
 * @param {{ development: boolean }} wants
 * @param {string} directory
 * @throws {ScriptError} if there is no package-lock.json.
 */
function isInstalled(wants, directory) {
  const wanted = stampFor(wants, directory);
  try {
    const stamp = JSON.parse(readFileSync(join(directory, 'node_modules', stampName), 'utf8'));
    const isSame = stamp.lock === wanted.lock && stamp.record === wanted.record && stamp.platform === wanted.platform;
    return isSame && (stamp.development || !wants.development);
  } catch {
    return false;
  }
}

/**
 * @param {{ development: boolean }} wants
 * @param {string} directory
 */
function stampFor({ development }, directory) {
  const lock = digestOf(join(directory, 'package-lock.json'));
  if (lock === undefined) throw new ScriptError(`${directory} has no package-lock.json.`);
  // npm writes its record whenever it changes what is installed.
  const record = digestOf(join(directory, 'node_modules', '.package-lock.json'));
  return { lock, record, platform: `${process.platform}-${process.arch}`, development };
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
  // Removed first: an interrupted installation must not leave the stamp of the previous one.
  rmSync(join(modules, stampName), { force: true });
  const progress = showProgress(directory);
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
  if (existsSync(modules)) writeFileSync(join(modules, stampName), JSON.stringify(stampFor(wants, directory)));
}

/**
 * Shows how many packages are installed: in one updated line of a terminal, otherwise in a line every few seconds.
 *
 * @param {string} directory
 */
function showProgress(directory) {
  const folders = lockedFolders(directory);
  const isTerminal = process.stderr.isTTY === true;
  let shown = 0;
  const look = () => {
    const present = folders.filter((folder) => existsSync(join(directory, folder, 'package.json'))).length;
    if (present === shown) return;
    shown = present;
    if (isTerminal) process.stderr.write(`\r${present} packages`);
    else say(`${present} packages are installed`);
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
 * @returns {string[]} the folders of all packages in package-lock.json; none if npm cannot read it either.
 */
function lockedFolders(directory) {
  try {
    const { packages = {} } = JSON.parse(readFileSync(join(directory, 'package-lock.json'), 'utf8'));
    return Object.keys(packages).filter((folder) => folder !== '');
  } catch {
    return [];
  }
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

// `node gateway/build/install.mjs [--production]`
runAsScript(
  import.meta.url,
  () => ensureInstalled({ development: !process.argv.includes('--production') }),
  canInstall,
);
