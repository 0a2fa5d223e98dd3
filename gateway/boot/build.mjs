// @ts-check
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from './made-folder.mjs';
import { projectDirectory, runAsScript, ScriptError, say } from './script.mjs';
import { fingerprintOf, transpile } from './transpile.mjs';

/** Files in dist that are not part of the build: the page of `npm run docs:tools`, and files of `npm pack`. */
const isExtra = (/** @type {string} */ file) => file === 'tools.html' || file.endsWith('.d.ts');

/**
 * Builds to dist. Does nothing if dist is up to date.
 *
 * Does not check types; `npm run check` does. A compiler that checks types must be downloaded and takes ten times as
 * long.
 *
 * @param {string} [directory] - the folder of package.json.
 * @throws {ScriptError} if a source is not valid TypeScript; dist stays unchanged.
 */
export function build(directory = projectDirectory) {
  const make = (/** @type {string} */ staging) => {
    requireWritable(directory);
    say('building');
    transpile(directory, staging);
  };
  makeFolder(join(directory, 'dist'), fingerprintOf(directory), make, isExtra);
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

runAsScript(import.meta.url, () => build());
