// @ts-check
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ScriptError } from './script.mjs';

/**
 * Loads esbuild when it is needed: the modules that use it run before it is installed.
 *
 * @param {string} directory - the folder of package.json.
 * @returns {typeof import('esbuild')}
 */
export function esbuildOf(directory) {
  return createRequire(join(directory, 'package.json'))('esbuild');
}

/**
 * Returns what to throw for an error of esbuild.
 *
 * @param {unknown} error
 * @returns {unknown} a sentence if the sources have errors, which esbuild has written to standard error; any other error
 *   as it is.
 */
export function buildError(error) {
  if (!(error instanceof Error && 'errors' in error && Array.isArray(error.errors))) return error;
  return new ScriptError("The build failed; see the bundler's messages above.");
}
