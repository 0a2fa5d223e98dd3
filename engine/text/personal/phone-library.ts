import { lazyLibrary } from '../../core/lazy-library.js';

/** Includes the metadata that distinguishes valid numbers from possible ones. */
export const phoneLibrary = lazyLibrary<typeof import('libphonenumber-js/max')>('libphonenumber-js/max');

/** The same with metadata as an argument: only here does its class `Metadata` exist for CommonJS as well. */
export const phoneCore = lazyLibrary<typeof import('libphonenumber-js/core')>('libphonenumber-js/core');

/** The metadata of {@link phoneLibrary}, in memory once. */
export const phoneMetadata = lazyLibrary<import('libphonenumber-js/max').MetadataJson>(
  'libphonenumber-js/metadata.max',
);
