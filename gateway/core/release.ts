import { basename, dirname, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of releases. Its link `current` points to the installed release. */
const releasesName = '.releases';

/** A release: a folder with a build of Textmill in its `dist`. */
export interface Release {
  /** The name of its folder. */
  readonly id: string;
  readonly folder: string;
  /** The folder of all releases. */
  readonly releases: string;
}

/** Returns the release that a file of a build belongs to; undefined if it is not in a folder of releases. */
export function releaseOf(file: string): Release | undefined {
  const parts = file.split(sep);
  const index = parts.lastIndexOf(releasesName);
  if (index === -1 || parts[index + 2] !== 'dist') return undefined;
  const folder = parts.slice(0, index + 2).join(sep);
  return { id: basename(folder), folder, releases: dirname(folder) };
}

/** The release that this process runs; undefined outside of a folder of releases. */
export const release = releaseOf(fileURLToPath(import.meta.url))?.id;
