// @ts-check
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ScriptError } from './script.mjs';

/** Where a bundle has the files of the tools: engine/catalogue/tool-files.ts looks there. */
const toolsFolder = join('engine', 'tools');

/**
 * @param {string} directory
 * @returns {string[]} `<category>/<slug>` of each tool.
 */
export function toolSources(directory) {
  const folder = join(directory, toolsFolder);
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((category) =>
    readdirSync(join(folder, category))
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${category}/${basename(name, '.ts')}`),
  );
}

/**
 * @param {string} directory
 * @param {readonly string[]} [folders] - of the sources.
 * @returns {Map<string, string[]>} the packages that sources load when they need them, each with the names of its modules.
 */
export function libraryPackages(directory, folders = ['engine', 'gateway', 'workers']) {
  /** @type {Map<string, string[]>} */
  const packages = new Map();
  for (const name of new Set(lazyNames(directory, folders))) {
    const [packageName = name] = /^(?:@[^/]+\/)?[^/]+/.exec(name) ?? [];
    packages.set(packageName, [...(packages.get(packageName) ?? []), name]);
  }
  return packages;
}

/**
 * Finds a library as `lazyLibrary` does: what `require` loads, and what `import` loads from packages that export to it
 * alone.
 *
 * @param {import('esbuild').PluginBuild['resolve']} resolve
 * @param {string} directory
 * @param {string} name
 */
export async function loadedLibrary(resolve, directory, name) {
  const required = await resolve(name, { kind: 'require-call', resolveDir: directory });
  if (required.errors.length === 0) return required;
  return resolve(name, { kind: 'import-statement', resolveDir: directory });
}

/**
 * @param {string} directory
 * @param {readonly string[]} folders
 * @returns {string[]} what the sources load by `lazyLibrary`.
 * @throws {ScriptError} if one of them is no literal.
 */
function lazyNames(directory, folders) {
  const sources = folders
    .map((name) => join(directory, name))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
    .filter((file) => file.endsWith('.ts') && basename(file) !== 'lazy-library.ts');
  return sources.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const names = [...text.matchAll(/\blazyLibrary<[^;]*?>\(\s*'([^']+)',?\s*\)/g)].map(([, name = '']) => name);
    if (names.length === text.split('lazyLibrary<').length - 1) return names;
    throw new ScriptError(`${file} must name what it loads by lazyLibrary<…>('…')`);
  });
}
