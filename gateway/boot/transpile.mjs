// @ts-check
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { bundleConsole, consoleSources } from './bundle-console.mjs';
import { esbuildOf } from './esbuild.mjs';
import { listFiles } from './made-folder.mjs';
import { ScriptError } from './script.mjs';

/** The folders of the code, and of the files that it reads. */
const floors = ['gateway', 'workers', 'engine'];
/** The folder of code that runs before the build exists, from the sources. */
const bootFolder = join('gateway', 'boot');
/** The folder of the console in the output. */
const consoleBundle = join('gateway', 'console', 'bundle');

/**
 * Transpiles engine/, workers/ and gateway/, bundles the console, and copies the static data and all other files
 * (migrations, pages).
 *
 * @param {string} directory - the folder of package.json.
 * @param {string} output - a folder, which it creates.
 * @throws {ScriptError} if esbuild finds errors, which it has written to standard error.
 */
export function transpile(directory, output) {
  transpileSources(directory, output);
  nameModuleType(output);
  for (const { name, contents } of bundleConsole(directory)) {
    mkdirSync(join(output, consoleBundle), { recursive: true });
    writeFileSync(join(output, consoleBundle, name), contents);
  }
  const copied = [...dataFiles(directory), ...floorFiles(directory).filter(isAsset)];
  for (const file of copied) cpSync(join(directory, file), join(output, file));
}

/**
 * Returns a digest of everything that determines the output, including this file. Uses contents, because a checkout
 * changes modification times.
 *
 * @param {string} directory - the folder of package.json.
 * @param {readonly string[]} [more] - other files that determine it, by their paths in the folder.
 */
export function fingerprintOf(directory, more = []) {
  const settings = ['package.json', 'package-lock.json', 'tsconfig.json'];
  const builders = ['build', 'bundle-console', 'esbuild', 'made-folder', 'transpile'].map((name) =>
    join(bootFolder, `${name}.mjs`),
  );
  const hash = createHash('sha256');
  for (const file of [...settings, ...builders, ...dataFiles(directory), ...floorFiles(directory), ...more]) {
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
    .filter((file) => !file.startsWith(bootFolder + sep) && !isPage(file) && !isHidden(file));
}

/**
 * Returns whether only people read a file (a page or its picture), so that its changes need no build.
 *
 * @param {string} file
 */
function isPage(file) {
  return /\.(md|png)$/.test(file);
}

/**
 * Returns whether a file is hidden, such as gateway/operating/.env: it belongs to the operator, and has secrets.
 *
 * @param {string} file
 */
function isHidden(file) {
  return basename(file).startsWith('.');
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
 * Transpiles each source separately, as `isolatedModules` and `verbatimModuleSyntax` in tsconfig.json allow.
 *
 * @param {string} directory
 * @param {string} output
 * @throws {ScriptError} if esbuild finds errors, which it has written to standard error.
 */
function transpileSources(directory, output) {
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
