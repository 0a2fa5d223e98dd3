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
import { basename, dirname, join, relative, sep } from 'node:path';
import { bundleConsole, consoleSources } from './bundle-console.mjs';
import { esbuildOf } from './esbuild.mjs';
import { projectDirectory, runAsScript, ScriptError, say } from './script.mjs';

/** The folders of the code, and of the files that it reads. */
const floors = ['gateway', 'workers', 'engine'];
/** The folder of code that runs before the build exists, from the sources. */
const bootFolder = join('gateway', 'boot');
/** The folder of the console in dist. */
const consoleBundle = join('gateway', 'console', 'bundle');
/** The file that describes the sources and the content of dist. */
const recordName = '.build.json';
/** Files in dist that are not part of the build: the page of `npm run docs:tools`, and files of `npm pack`. */
const isExtra = (/** @type {string} */ file) => file === 'tools.html' || file.endsWith('.d.ts');

/**
 * Transpiles engine/, workers/ and gateway/ to dist, bundles the console, and copies the static data and all other
 * files (migrations, pages). Does nothing if dist is up to date.
 *
 * Does not check types; `npm run check` does. A compiler that checks types must be downloaded and takes ten times as
 * long.
 *
 * Every build starts with an empty folder: the catalogue loads all files in its folder, so the output of a deleted
 * source must not remain.
 *
 * @param {string} [directory] - the folder of package.json.
 * @throws {ScriptError} if a source is not valid TypeScript; dist stays unchanged.
 */
export function build(directory = projectDirectory) {
  const dist = join(directory, 'dist');
  const fingerprint = fingerprintOf(directory);
  if (isBuiltFrom(fingerprint, dist)) return;
  requireWritable(directory);
  say('building');
  // Next to dist, not in the system's temporary folder: a rename cannot cross file systems.
  const staging = join(directory, `dist-${process.pid}`);
  try {
    transpile(directory, staging);
    nameModuleType(staging);
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
 * @throws {ScriptError} if dist cannot be written: another user owns the installation.
 */
function requireWritable(directory) {
  try {
    accessSync(directory, constants.W_OK);
  } catch {
    throw new ScriptError(
      `dist is out of date, and ${directory} is not writable: run npm run build there as its owner.`,
    );
  }
}

/**
 * Returns a digest of everything that determines the output, including this file. Uses contents, because a checkout
 * changes modification times.
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
 * Returns whether only people read a file (a page or its picture), so that its changes need no build.
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
 * Transpiles each source separately, as `isolatedModules` and `verbatimModuleSyntax` in tsconfig.json allow.
 *
 * @param {string} directory
 * @param {string} output
 * @throws {ScriptError} if esbuild finds errors, which it has written to standard error.
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
 * Writes a package.json into each folder. For each module, Node.js looks for the next one above it, and does not remember
 * where there is none: ten thousand attempts were a twelfth of the start of a gateway.
 *
 * @param {string} output - has only modules.
 */
function nameModuleType(output) {
  const folders = new Set(listFiles(output).map((file) => dirname(file)));
  for (const folder of folders) writeFileSync(join(output, folder, 'package.json'), '{"type":"module"}\n');
}

/**
 * Replaces a folder by a new one. If two builds end at the same moment, one of them finds the output of the other,
 * which is the same.
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
