import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { LoadError, noteLoadError } from './load-error.js';
import { isBundle, programFile } from './program-folder.js';

const require = createRequire(import.meta.url);

/**
 * Loads a package when a tool first needs it, so that neither the start nor a thread pays for libraries that no request
 * uses.
 *
 * Tools are synchronous and `import()` is not, so the package is required. Node 20.19, 22.12 and newer can also require
 * ES modules without top-level `await`.
 *
 * @typeParam Module - `typeof import('the-package')`; what it exports by default is its property `default`.
 * @returns a function that loads the package on its first call, and returns the same module on every call. It throws a
 *   {@link LoadError} if loading fails.
 */
export function lazyLibrary<Module>(name: string): () => Module {
  let module: Module | undefined;
  return () => {
    module ??= load<Module>(name);
    return module;
  };
}

let loads = 0;

/** Returns how many libraries were loaded: which work loads one is measured, and goes to a thread. */
export function librariesLoaded(): number {
  return loads;
}

/** Requires a package; one that exports to `import` alone by the path of its file. */
function required(name: string): unknown {
  if (isBundle) return bundled(name);
  try {
    return require(name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_PACKAGE_PATH_NOT_EXPORTED') throw error;
    return require(fileURLToPath(import.meta.resolve(name)));
  }
}

/** Loads a module of the file that a bundle has for the package. */
function bundled(name: string): unknown {
  const [, packageName = name] = /^((?:@[^/]+\/)?[^/]+)/.exec(name) ?? [];
  const modules = require(programFile(`libraries/${packageName}.cjs`)) as Record<string, () => unknown>;
  return modules[name]?.();
}

function load<Module>(name: string): Module {
  try {
    const module = required(name) as Module;
    loads++;
    return module;
  } catch (cause) {
    const error = new LoadError(name, cause);
    noteLoadError(error);
    throw error;
  }
}
