import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of Textmill's tools. */
export const toolsDirectory = fileURLToPath(new URL('../tools/', import.meta.url));

/** A tool that is not loaded. */
export interface ToolFile {
  readonly category: string;
  readonly slug: string;
  readonly path: string;
}

/** Returns the files of the tools in a folder of the shape `<category>/<slug>.ts` (`.js` once built). */
export function toolFiles(directory: string): ToolFile[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter((folder) => folder.isDirectory())
    .flatMap(({ name: category }) =>
      readdirSync(join(directory, category))
        .filter((name) => /\.[jt]s$/.test(name) && !name.endsWith('.d.ts'))
        .map((name) => ({ category, slug: name.replace(/\.[jt]s$/, ''), path: join(directory, category, name) })),
    );
}
