import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { programFile, programFolder } from '#engine/core/program-folder.js';

/** Where the build puts the bundle. */
const bundleDirectory = programFile('gateway/console/bundle');
/** Makes the bundle; not part of a release. */
const bundler = programFile('gateway/build/bundle-console.mjs');

/** The exports of gateway/build/bundle-console.mjs. */
interface Bundler {
  bundleConsole(directory: string): Promise<{ readonly name: string; readonly contents: Uint8Array }[]>;
}

/** Reads the files of the console by their names, `index.html` among them. */
export type ConsoleFiles = ReadonlyMap<string, () => Promise<Uint8Array>>;

/**
 * Finds the files of the console. Built ones, or ones bundled now if the program runs from its sources. Most are parts of the
 * engine for browsers that few users need, so a file is read when it is asked for.
 */
export async function findConsoleFiles(): Promise<ConsoleFiles> {
  if (!existsSync(bundleDirectory)) {
    const { bundleConsole }: Bundler = await import(pathToFileURL(bundler).href);
    const files = await bundleConsole(programFolder);
    return new Map(files.map(({ name, contents }) => [name, async () => contents]));
  }
  const names = await readdir(bundleDirectory);
  return new Map(names.map((name) => [name, () => readFile(join(bundleDirectory, name))]));
}
