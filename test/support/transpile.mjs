// @ts-check
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { bundleConsole, consoleSources } from '../../gateway/build/bundle-console.mjs';
import { esbuildOf } from '../../gateway/build/esbuild.mjs';
import { ScriptError } from '../../gateway/build/script.mjs';
import { contentDigest, programFiles } from '../../gateway/build/sources.mjs';

/** The folder of the console in the output. */
const consoleBundle = join('gateway', 'console', 'bundle');

/**
 * Transpiles engine/, workers/ and gateway/, bundles the console, and copies the files that the program reads.
 *
 * @param {string} directory - the folder of package.json.
 * @param {string} output - a folder, which it creates.
 * @throws {ScriptError} if esbuild finds errors, which it has written to standard error.
 */
export async function transpile(directory, output) {
  transpileSources(directory, output);
  for (const { name, contents } of await bundleConsole(directory)) {
    mkdirSync(join(output, consoleBundle), { recursive: true });
    writeFileSync(join(output, consoleBundle, name), contents);
  }
  const copied = programFiles(directory).filter(isAsset);
  for (const file of copied) cpSync(join(directory, file), join(output, file));
}

/**
 * Returns a digest of everything that determines the output, including this file. Uses contents, because a checkout
 * changes modification times.
 *
 * @param {string} directory - the folder of package.json.
 */
export function fingerprintOf(directory) {
  const makers = ['compile-sources', 'made-folder', 'transpile'].map((name) => join('test', 'support', `${name}.mjs`));
  const hash = createHash('sha256').update(contentDigest(directory));
  for (const file of makers) hash.update(readFileSync(join(directory, file)));
  return hash.digest('hex');
}

/** @param {string} file */
function isAsset(file) {
  return !isSource(file) && !file.startsWith(consoleSources + sep);
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
  const sources = programFiles(directory).filter(
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
      tsconfigRaw: {},
      logLevel: 'warning',
    });
  } catch {
    throw new ScriptError(`The build failed; see the compiler's messages above.`);
  }
}
