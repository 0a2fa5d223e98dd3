// @ts-check
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * Loads esbuild when it is needed: the modules that use it run before it is installed.
 *
 * @param {string} directory - the folder of package.json.
 * @returns {typeof import('esbuild')}
 */
export function esbuildOf(directory) {
  return createRequire(join(directory, 'package.json'))('esbuild');
}
