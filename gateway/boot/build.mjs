// @ts-check
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
import { basename, join, relative, sep } from 'node:path';
import { bundleConsole, consoleSources } from './bundle-console.mjs';
import { esbuildOf } from './esbuild.mjs';
import { projectDirectory, runAsScript, ScriptError, say } from './script.mjs';

/** The folders whose code runs, and whose other files it reads. */
const floors = ['gateway', 'workers', 'engine'];
/** Runs before there is a build, from where it is. */
const bootFolder = join('gateway', 'boot');
/** Where the program looks for its console, in dist. */
const consoleBundle = join('gateway', 'console', 'bundle');
/** What dist was made from and consists of. */
const recordName = '.build.json';
/** May lie in dist and is no part of the build: the page that `npm run docs:tools` writes, and what `npm pack` adds. */
const isExtra = (/** @type {string} */ file) => file === 'tools.html' || file.endsWith('.d.ts');

/**
 * Transpiles the three floors to dist, bundles the console, and copies the static data and every other file that lies
 * between the code (migrations, pages). Does nothing if dist is what the sources give.
 *
 * Types are not checked here but by `npm run check`: whoever starts a checkout waits five times as long for a compiler
 * that checks them, and downloads it.
 *
 * Every build starts from nothing: the catalogue loads what lies in its folder, so the output of a source that is gone
 * must be gone as well.
 *
 * @param {string} [directory] - the folder of package.json.
 * @throws {ScriptError} if a source cannot be read as TypeScript; dist stays as it was.
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
    transpile(directory, staging);
    for (const { name, contents } of bundleConsole(directory)) {
      mkdirSync(join(staging, consoleBundle), { recursive: true });
      writeFileSync(join(staging, consoleBundle, name), contents);
    }
    const copied = [...dataFiles(directory), ...floorFiles(directory).filter(isAsset)];
    for (const file of copied) cpSync(join(directory, file), join(staging, file));
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
  const settings = ['package.json', 'package-lock.json', 'tsconfig.json'];
  const builders = ['build.mjs', 'bundle-console.mjs', 'esbuild.mjs'].map((name) => join(bootFolder, name));
  const hash = createHash('sha256');
  for (const file of [...settings, ...builders, ...dataFiles(directory), ...floorFiles(directory)]) {
    const content = readFileSync(join(directory, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** @param {string} directory */
function dataFiles(directory) {
  return listFiles(join(directory, 'data'), { recursive: false })
    .filter((name) => name.endsWith('.json'))
    .map((name) => join('data', name));
}

/** @param {string} directory */
function floorFiles(directory) {
  return floors
    .flatMap((floor) => listFiles(join(directory, floor)).map((name) => join(floor, name)))
    .filter((file) => !file.startsWith(bootFolder + sep) && !isPage(file));
}

/**
 * Whether only people read a file: a page or its picture. A change of it needs no build.
 *
 * @param {string} file
 */
function isPage(file) {
  return /\.(md|png)$/.test(file);
}

/** @param {string} file */
function isAsset(file) {
  return !isSource(file) && basename(file) !== 'tsconfig.json' && !file.startsWith(consoleSources + sep);
}

/** @param {string} file */
function isSource(file) {
  return /\.tsx?$/.test(file);
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
    const files = listFiles(dist).filter((file) => file !== recordName && !isExtra(file));
    return record.fingerprint === fingerprint && JSON.stringify(record.files) === JSON.stringify(files);
  } catch {
    return false;
  }
}

/**
 * Each source by itself, as `isolatedModules` and `verbatimModuleSyntax` in tsconfig.json allow.
 *
 * @param {string} directory
 * @param {string} output
 * @throws {ScriptError} if esbuild finds errors; it has said them on standard error.
 */
function transpile(directory, output) {
  const sources = floorFiles(directory).filter(
    (file) => isSource(file) && !file.endsWith('.d.ts') && !file.startsWith(consoleSources + sep),
  );
  try {
    esbuildOf(directory).buildSync({
      absWorkingDir: directory,
      entryPoints: sources,
      outdir: output,
      outbase: directory,
      format: 'esm',
      platform: 'node',
      target: 'node22',
      charset: 'utf8',
      sourcemap: true,
      sourcesContent: false,
      logLevel: 'warning',
    });
  } catch {
    throw new ScriptError(`The build failed; see the compiler's messages above.`);
  }
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
