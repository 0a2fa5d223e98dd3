import { LoadError, noteLoadError } from '#engine/core/load-error.js';
import { libraries } from './libraries.js';

const loaded = new Map<string, unknown>();
const needed = new Set<string>();

/**
 * Stands for that of engine/core. Tools are synchronous, and a browser loads modules only meanwhile: the first call of the
 * function notes that the library is needed, and fails. Then {@link loadNeeded} loads it, and the request runs again.
 */
export function lazyLibrary<Module>(name: string): () => Module {
  return () => {
    if (!loaded.has(name)) {
      needed.add(name);
      const error = new LoadError(name, new Error('not yet loaded'));
      noteLoadError(error);
      throw error;
    }
    return loaded.get(name) as Module;
  };
}

/**
 * Loads the libraries that were called for.
 *
 * @returns whether there were any: whatever the request came to is void, because a tool may have caught the failure.
 * @throws {LoadError} if one cannot be loaded.
 */
export async function loadNeeded(): Promise<boolean> {
  const names = [...needed];
  needed.clear();
  const modules = await Promise.all(names.map(modulesOf));
  for (const [name, module] of modules.flatMap(Object.entries)) loaded.set(name, module());
  return names.length > 0;
}

/** Returns the modules that are loaded together, by their names. */
async function modulesOf(name: string): Promise<Readonly<Record<string, () => unknown>>> {
  try {
    return (await libraries[name]?.())?.default ?? {};
  } catch (error) {
    throw new LoadError(name, error);
  }
}
