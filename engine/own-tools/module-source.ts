import * as nodeModule from 'node:module';
import { pathToFileURL } from 'node:url';
import { entryFile } from '../core/program-folder.js';
import type { ToolFolder } from './tool-folder.js';

/** What `registerHooks` takes; Bun, Deno and older versions of Node.js have none. */
interface Hooks {
  resolve(specifier: string, context: { readonly parentURL?: string }, next: Next): unknown;
  load(url: string, context: object, next: Next): unknown;
}
type Next = (specifier: string, context: object) => unknown;
const { registerHooks } = nodeModule as { readonly registerHooks?: (hooks: Hooks) => void };

/** The texts of the modules of all folders that were used, by their addresses. */
const sources = new Map<string, string>();
/** The folders whose modules are in {@link sources}, by their digests. */
const registered = new Set<string>();
let isHooked = false;

/**
 * Imports a module of a folder. It is the text that was read with the folder, which was checked: the file may have changed
 * since. So are the modules that it imports from the folder. `textmill/engine` is this program's.
 *
 * @throws whatever the module throws.
 */
export async function importModule(folder: ToolFolder, name: string): Promise<{ readonly default?: unknown }> {
  const { directory, files, digest } = folder;
  if (registerHooks === undefined) return import(pathToFileURL(`${directory}/${name}`).href);
  if (!isHooked) registerHooks(hooks);
  isHooked = true;
  if (!registered.has(digest)) {
    registered.add(digest);
    for (const [file, text] of files) sources.set(addressOf(folder, file), text);
  }
  return import(addressOf(folder, name));
}

/** The digest makes it another module after a change. */
function addressOf({ directory, digest }: ToolFolder, name: string): string {
  return `${pathToFileURL(`${directory}/${name}`).href}?${digest}`;
}

const library = pathToFileURL(entryFile('engine/index')).href;

const hooks: Hooks = {
  resolve(specifier, context, next) {
    const { parentURL } = context;
    if (parentURL === undefined || !sources.has(parentURL)) return next(specifier, context);
    if (specifier === 'textmill/engine') return { url: library, shortCircuit: true };
    const { search } = new URL(parentURL);
    const url = specifier.startsWith('.') ? `${new URL(specifier, parentURL).href}${search}` : '';
    return sources.has(url) ? { url, shortCircuit: true } : next(specifier, context);
  },
  load(url, context, next) {
    const source = sources.get(url);
    if (source === undefined) return next(url, context);
    const format = new URL(url).pathname.endsWith('.json') ? 'json' : 'module';
    return { format, source, shortCircuit: true };
  },
};
