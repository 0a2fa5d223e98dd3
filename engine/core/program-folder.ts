import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Defined by gateway/build/bundle.mjs; the sources, and tests that transpile them one by one, have no such variable. */
declare const textmillIsBundle: true | undefined;

/** Whether the program runs from a bundle: then all its modules but the tools and `libraries/` are in one folder. */
export const isBundle = typeof textmillIsBundle !== 'undefined';

/** The folder of the program: of the bundle, or of engine/, workers/ and gateway/. */
export const programFolder = dirname(fileURLToPath(new URL(isBundle ? './_' : '../../_', import.meta.url)));

/**
 * Returns the path of a file or folder that is part of the program, but no module that others import.
 *
 * @param path - in the folder of the program, such as `data/tracking-parameters.json`.
 */
export function programFile(path: string): string {
  return join(programFolder, path);
}

/**
 * Returns the path of a module that starts as a process or a thread.
 *
 * @param module - its source below the folder of the program without its ending, such as `workers/thread`. A bundle has it
 *   in its folder, by its last name.
 */
export function entryFile(module: string): string {
  if (isBundle) return programFile(`${basename(module)}.mjs`);
  return programFile(module + extname(import.meta.url));
}
