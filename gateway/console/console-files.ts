import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Where the build puts the bundle, beside this module. */
const bundleDirectory = new URL('./bundle/', import.meta.url);
/** Makes the bundle; not part of the build. A variable, so that the compiler does not resolve it. */
const bundler: string = '../boot/bundle-console.mjs';

/** The exports of gateway/boot/bundle-console.mjs. */
interface Bundler {
  bundleConsole(directory: string): { readonly name: string; readonly contents: Uint8Array }[];
}

/**
 * Returns the files of the console by name, `index.html` among them. Built ones, or ones bundled now if the program
 * runs from its sources.
 */
export async function readConsoleFiles(): Promise<ReadonlyMap<string, Uint8Array>> {
  if (!existsSync(bundleDirectory)) {
    const { bundleConsole }: Bundler = await import(bundler);
    const project = fileURLToPath(new URL('../../', import.meta.url));
    return new Map(bundleConsole(project).map(({ name, contents }) => [name, contents]));
  }
  const names = await readdir(bundleDirectory);
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(new URL(name, bundleDirectory))] as const)),
  );
}
