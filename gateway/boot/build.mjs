// @ts-check
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, relative, sep } from 'node:path';
import { bundleConsole, consoleSources } from './bundle-console.mjs';
import { projectDirectory, runAsScript, ScriptError, say } from './script.mjs';

/** The folders whose code runs, and whose other files it reads. */
const floors = ['gateway', 'workers', 'engine'];
/** Runs before there is a build, from where it is. */
const bootFolder = join('gateway', 'boot');
/** What other programs import as `textmill/client`: the one part of dist with declarations. */
const client = join('gateway', 'client');
/** Where the program looks for its console, in dist. */
const consoleBundle = join('gateway', 'console', 'bundle');
/** What dist was made from and consists of. */
const recordName = '.build.json';
/** Lies in dist and is no part of the build: the page that `npm run docs:tools` writes. */
const pageName = 'tools.html';

/**
 * Compiles the three floors and the static data to dist, and the client once more with its declarations; bundles the
 * console, and copies every other file that lies between the code (migrations, pages). Does nothing if dist is what the
 * sources give.
 *
 * Every build starts from nothing: the catalogue loads what lies in its folder, so the output of a source that is gone
 * must be gone as well.
 *
 * @param {string} [directory] - the folder of package.json.
 * @throws {ScriptError} if the compiler finds errors; dist stays as it was.
 */
export function build(directory = projectDirectory) {
  const dist = join(directory, 'dist');
  const fingerprint = fingerprintOf(directory);
  if (isBuiltFrom(fingerprint, dist)) return;
  requireWritable(directory);
  say('building');
  // Beside dist, not below the system's temporary folder: a rename does not cross file systems.
  const staging = join(directory, `dist-${process.pid}`);
  try {
    compile(directory, 'tsconfig.build.json', staging);
    compileClient(directory, staging);
    for (const { name, contents } of bundleConsole(directory)) {
      mkdirSync(join(staging, consoleBundle), { recursive: true });
      writeFileSync(join(staging, consoleBundle, name), contents);
    }
    for (const file of floorFiles(directory).filter(isAsset)) cpSync(join(directory, file), join(staging, file));
    writeFileSync(join(staging, recordName), JSON.stringify({ fingerprint, files: listFiles(staging) }));
    replaceFolder(dist, staging, () => isBuiltFrom(fingerprint, dist));
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/**
 * @param {string} directory
 * @throws {ScriptError} if dist cannot be made there: an installation that somebody else looks after.
 */
function requireWritable(directory) {
  try {
    accessSync(directory, constants.W_OK);
  } catch {
    throw new ScriptError(
      `dist is not what the sources give, and ${directory} cannot be written to: run npm run build there as its owner.`,
    );
  }
}

/**
 * A digest of everything that the output depends on, this file included: of the contents, because a checkout sets
 * modification times as it likes.
 *
 * @param {string} directory
 */
export function fingerprintOf(directory) {
  const settings = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];
  const data = listFiles(join(directory, 'data'), { recursive: false })
    .filter((name) => name.endsWith('.json'))
    .map((name) => join('data', name));
  const builders = ['build.mjs', 'bundle-console.mjs'].map((name) => join(bootFolder, name));
  const hash = createHash('sha256');
  for (const file of [...settings, ...builders, ...data, ...floorFiles(directory)]) {
    const content = readFileSync(join(directory, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** @param {string} directory */
function floorFiles(directory) {
  return floors
    .flatMap((floor) => listFiles(join(directory, floor)).map((name) => join(floor, name)))
    .filter((file) => !file.startsWith(bootFolder + sep));
}

/** @param {string} file */
function isAsset(file) {
  const isSource = /\.[cm]?tsx?$/.test(file) || basename(file) === 'tsconfig.json';
  return !isSource && !file.startsWith(consoleSources + sep);
}

/**
 * @param {string} folder - may be missing: then it has no files.
 * @param {{ recursive: boolean }} [options]
 * @returns {string[]} paths below the folder, in a fixed order.
 */
function listFiles(folder, { recursive } = { recursive: true }) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(relative(folder, entry.parentPath), entry.name))
    .sort();
}

/**
 * @param {string} fingerprint
 * @param {string} dist
 */
function isBuiltFrom(fingerprint, dist) {
  try {
    const record = JSON.parse(readFileSync(join(dist, recordName), 'utf8'));
    const files = listFiles(dist).filter((file) => file !== recordName && file !== pageName);
    return record.fingerprint === fingerprint && JSON.stringify(record.files) === JSON.stringify(files);
  } catch {
    return false;
  }
}

/**
 * Compiles the client by settings of its own, which know the browser and nothing of Node.js.
 *
 * @param {string} directory - the folder of package.json.
 * @param {string} output - what is dist in the end.
 * @throws {ScriptError} if the compiler finds errors.
 */
export function compileClient(directory, output) {
  compile(directory, join(client, 'tsconfig.json'), output);
}

/**
 * @param {string} directory
 * @param {string} settings - a tsconfig.json below it.
 * @param {string} output
 */
function compile(directory, settings, output) {
  const compiler = join(
    createRequire(join(directory, 'package.json')).resolve('typescript/package.json'),
    '../bin/tsc',
  );
  const { status, error } = spawnSync(
    process.execPath,
    [compiler, '-p', join(directory, settings), '--noEmit', 'false', '--outDir', output],
    { cwd: directory, stdio: ['ignore', 2, 2] },
  );
  if (error !== undefined) throw error;
  if (status !== 0) throw new ScriptError('The build failed; what the compiler said stands above.');
}

/**
 * Puts a new folder in the place of an old one. Of two builds that end at the same moment one finds the place taken by
 * the other: the same output, so either will do.
 *
 * @param {string} folder - may be missing.
 * @param {string} replacement
 * @param {() => boolean} isReplaced
 */
function replaceFolder(folder, replacement, isReplaced) {
  const old = `${replacement}-old`;
  try {
    renameIfThere(folder, old);
    renameSync(replacement, folder);
  } catch (error) {
    if (!isReplaced()) throw error;
  } finally {
    rmSync(old, { recursive: true, force: true });
  }
}

/**
 * @param {string} from
 * @param {string} to
 */
function renameIfThere(from, to) {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}

runAsScript(import.meta.url, () => build());
