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
  bundleConsole(directory: string): { readonly name: string; readonly contents: Uint8Array }[];
}

/**
 * Returns the files of the console by name, `index.html` among them. Built ones, or ones bundled now if the program
 * runs from its sources.
 */
export async function readConsoleFiles(): Promise<ReadonlyMap<string, Uint8Array>> {
  if (!existsSync(bundleDirectory)) {
    const { bundleConsole }: Bundler = await import(pathToFileURL(bundler).href);
    return new Map(bundleConsole(programFolder).map(({ name, contents }) => [name, contents]));
  }
  const names = await readdir(bundleDirectory);
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(bundleDirectory, name))] as const)),
  );
}
