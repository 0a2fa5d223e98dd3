import { basename, dirname } from 'node:path';
import { isBundle, programFolder } from '#engine/core/program-folder.js';

/** The folder of releases in a checkout. Its link `current` names the installed release. */
const releasesName = 'dist';

/** A bundle in a folder of releases. */
export interface Release {
  /** The name of its folder. */
  readonly id: string;
  readonly folder: string;
  /** The folder of all releases. */
  readonly releases: string;
}

/** Returns the release in a folder; undefined if the folder is not in one of releases. */
export function releaseIn(folder: string): Release | undefined {
  const releases = dirname(folder);
  return basename(releases) === releasesName ? { id: basename(folder), folder, releases } : undefined;
}

/** The release that this process runs; undefined outside of a folder of releases. */
export const release = isBundle ? releaseIn(programFolder)?.id : undefined;
