import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Loads a package again, without what the tools have changed in it, to compare them with.
 *
 * @typeParam Module - `typeof import('the-package')`.
 */
export function freshLibrary<Module>(name: string): Module {
  const folder = `/node_modules/${name}/`;
  const loaded = Object.entries(require.cache).filter(([path]) => path.includes(folder));
  for (const [path] of loaded) Reflect.deleteProperty(require.cache, path);
  const module = require(name) as Module;
  for (const path of Object.keys(require.cache)) {
    if (path.includes(folder)) Reflect.deleteProperty(require.cache, path);
  }
  Object.assign(require.cache, Object.fromEntries(loaded));
  return module;
}
