import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { programFile } from '../core/program-folder.js';

/** The folder of Textmill's tools. */
export const toolsDirectory = programFile('engine/tools');

const toolEnding = /\.(?:ts|m?js)$/;

/** A tool that is not loaded. */
export interface ToolFile {
  readonly category: string;
  readonly slug: string;
  readonly path: string;
}

/** Returns the files of the tools in a folder of the shape `<category>/<slug>.ts` (`.js` or `.mjs` once built). */
export function toolFiles(directory: string): ToolFile[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter((folder) => folder.isDirectory())
    .flatMap(({ name: category }) =>
      readdirSync(join(directory, category))
        .filter((name) => toolEnding.test(name) && !name.endsWith('.d.ts'))
        .map((name) => ({ category, slug: name.replace(toolEnding, ''), path: join(directory, category, name) })),
    );
}
