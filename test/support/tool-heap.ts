import { readFileSync } from 'node:fs';
import type { CatalogueEntry } from '#engine/catalogue/catalogue.js';
import type { ToolFile } from '#engine/catalogue/tool-files.js';
import { maxTextOf, usualHeapBytesPerCharacter } from '#engine/core/limits.js';
import type { HeapCase } from './tool-heap-texts.js';

/** The peak heap of a tool at its limits. */
export interface ToolHeap {
  readonly slug: string;
  /** Live heap per character in bytes, without garbage. The longer text of input and output counts. */
  readonly bytesPerCharacter: number;
  readonly peakMegabytes: number;
  /** Characters read and written at the peak. */
  readonly read: number;
  readonly written: number;
  /** The text and the options at the peak. Figures of an earlier form of the test have neither. */
  readonly text?: string;
  readonly config?: object;
}

/** A file that the long test writes. engine/README.md is generated from it. */
export const toolHeapFile = new URL('../results/tool-heap.json', import.meta.url);

/** The figures of the last long test, by thread memory in MB. */
export type KeptToolHeaps = Readonly<Record<string, readonly ToolHeap[]>>;

/** Returns the figures of the last full test, which are kept in the repository. */
export function keptToolHeaps(): KeptToolHeaps {
  return JSON.parse(readFileSync(toolHeapFile, 'utf8')) as KeptToolHeaps;
}

/** The task of the measuring thread. */
export interface HeapOrder {
  readonly file: ToolFile;
  /** The output limit of a step. */
  readonly maxOutput: number;
  /** The case to measure; if it is absent, the thread searches for the one that needs most. */
  readonly known?: HeapCase;
}

/** The heap that a tool may need per character of its text, in bytes. */
export function declaredHeap({ tool }: CatalogueEntry): number {
  return Math.max(tool.heapBytesPerCharacter ?? 0, usualHeapBytesPerCharacter);
}

/** The longest text that a step may pass to a tool. */
export function longestText(entry: CatalogueEntry, maxOutput: number): number {
  return maxTextOf(declaredHeap(entry), maxOutput);
}

/** The table leaves out tools that need less per character. */
const leastShown = 75;

/** Returns the tools that need most, sorted by need at the larger memory. */
export function toolHeapTable(catalogue: ReadonlyMap<string, CatalogueEntry>, kept: KeptToolHeaps): string {
  const large = Object.keys(kept).toSorted((a, b) => Number(b) - Number(a))[0] ?? '';
  const rows = (kept[large] ?? [])
    .filter(({ bytesPerCharacter }) => bytesPerCharacter >= leastShown)
    .toSorted((a, b) => b.bytesPerCharacter - a.bytesPerCharacter)
    .map(({ slug, bytesPerCharacter, peakMegabytes }) => {
      const entry = catalogue.get(slug);
      const declared = entry === undefined ? '' : declaredHeap(entry);
      return `| \`${slug}\` | ${bytesPerCharacter.toFixed(0)} | ${declared} | ${peakMegabytes.toFixed(0)} MB |`;
    });
  return [`| Tool | Bytes for a character | Allowed | Peak at ${large} MB |`, '|---|---|---|---|', ...rows].join('\n');
}
