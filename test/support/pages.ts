import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The pages of the project: all Markdown files. */

export const project = fileURLToPath(new URL('../../', import.meta.url));
/** Folders outside the project: packages, builds, releases, data, and what tests make. */
const otherFolders = /^(node_modules|dist.*|compiled.*|data|\..+|screenshots)$/;

/** A fenced block of a page: its info string and its text. */
export interface PageBlock {
  readonly language: string;
  /** Whether the page says that the commands in it are tested. */
  readonly isTested: boolean;
  readonly text: string;
}

/** Returns the paths of all pages, relative to the project's folder. */
export function pagePaths(folder = project): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return otherFolders.test(entry.name) ? [] : pagePaths(path);
      return entry.name.endsWith('.md') ? [relative(project, path)] : [];
    })
    .toSorted();
}

/** Returns the text of a page. @param path - relative to the project's folder. */
export function readPage(path: string): string {
  return readFileSync(join(project, path), 'utf8');
}

/** Returns the fenced blocks of a page in their order. */
export function blocksOf(page: string): PageBlock[] {
  return [...page.matchAll(/^```(\w*)( tested)?\n(.*?)^```$/gms)].map(([, language = '', tested, text = '']) => ({
    language,
    isTested: tested !== undefined,
    text,
  }));
}

/** Returns a page without its fenced blocks. */
export function proseOf(page: string): string {
  return page.replace(/^```.*?^```$/gms, '');
}

/** Returns the anchors that GitHub gives to the headings of a page. */
export function anchorsOf(page: string): Set<string> {
  const seen = new Map<string, number>();
  const anchors = [...proseOf(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => {
    const anchor = heading
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    return times === 0 ? anchor : `${anchor}-${times}`;
  });
  return new Set(anchors);
}

/** Returns a page without its generated parts. */
export function handWrittenOf(page: string): string {
  return page.replace(/<!-- ([\w-]+) -->\n.*?<!-- \/\1 -->/gs, '');
}
