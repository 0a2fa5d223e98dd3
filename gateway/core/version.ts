import { readFileSync } from 'node:fs';

/** Textmill's version, from the package.json beside the sources, or beside `dist` once built. */
export const version = readVersion();

function readVersion(): string {
  for (const folder of ['../../', '../../../']) {
    try {
      const { name, version } = JSON.parse(readFileSync(new URL(`${folder}package.json`, import.meta.url), 'utf8')) as {
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
