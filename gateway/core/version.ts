import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { programFolder } from '#engine/core/program-folder.js';

/** Textmill's version, from the package.json of the program or of a folder above it. */
export const version = readVersion();

function readVersion(): string {
  for (let folder = programFolder, above = dirname(folder); above !== folder; folder = above, above = dirname(folder)) {
    try {
      const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
        name?: string;
        version?: string;
      };
      if (name === 'textmill' && version !== undefined) return version;
    } catch {
      // Not in this folder.
    }
  }
  return 'unknown';
}
