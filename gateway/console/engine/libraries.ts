/**
 * Loads the modules of a package, by the names of the modules for `lazyLibrary`. gateway/build/bundle-engine.mjs replaces
 * this module.
 */
export const libraries: Readonly<
  Record<string, () => Promise<{ readonly default: Readonly<Record<string, () => unknown>> }>>
> = {};
