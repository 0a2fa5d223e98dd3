import { readFileSync } from 'node:fs';
import type { CatalogueEntry } from '../../engine/catalogue/catalogue.js';
import { maxTextOf, usualHeapBytesPerCharacter } from '../../engine/core/limits.js';
import { grownConfigs } from './hostile-jobs.js';
import { configsOf } from './tool-configs.js';

/** What a tool needed of the heap at most, at its bounds. */
export interface ToolHeap {
  readonly slug: string;
  /** For a character of the longer of the texts read and written, in bytes: what lives, without garbage. */
  readonly bytesPerCharacter: number;
  readonly peakMegabytes: number;
  /** Characters read and written at the peak. */
  readonly read: number;
  readonly written: number;
}

/** A file that the long test writes and engine/README.md is made from. */
export const toolHeapFile = new URL('../results/tool-heap.json', import.meta.url);

/** Figures of the last long test, by the memory of the thread in MB. */
export type KeptToolHeaps = Readonly<Record<string, readonly ToolHeap[]>>;

export function keptToolHeaps(): KeptToolHeaps {
  return JSON.parse(readFileSync(toolHeapFile, 'utf8')) as KeptToolHeaps;
}

/** The task of the thread that measures. */
export interface HeapOrder {
  readonly category: string;
  readonly slug: string;
  readonly path: string;
  /** What a step may write there. */
  readonly maxOutput: number;
  /** Runs of the tool. */
  readonly runs: number;
}

/** The heap that a tool may need for a character of its text, in bytes. */
export function declaredHeap({ tool }: CatalogueEntry): number {
  return Math.max(tool.heapBytesPerCharacter ?? 0, usualHeapBytesPerCharacter);
}

/** Configs of every kind, those whose options are as large as they may be among them. */
export function heapConfigs(entry: CatalogueEntry): readonly object[] {
  return [...grownConfigs(entry), ...configsOf(entry)];
}

/** The longest text that a step may give to a tool. */
export function longestText(entry: CatalogueEntry, maxOutput: number): number {
  return maxTextOf(declaredHeap(entry), maxOutput);
}

/** Tools that need less for a character are left out of the table. */
const leastShown = 20;

/** The tools that need most, those first that need most at the larger memory. */
export function toolHeapTable(catalogue: ReadonlyMap<string, CatalogueEntry>, kept: KeptToolHeaps): string {
  const [small = '', large = ''] = Object.keys(kept).toSorted((a, b) => Number(a) - Number(b));
  const rows = (kept[large] ?? [])
    .filter(({ bytesPerCharacter }) => bytesPerCharacter >= leastShown)
    .toSorted((a, b) => b.bytesPerCharacter - a.bytesPerCharacter)
    .map(({ slug, bytesPerCharacter, peakMegabytes, read, written }) => {
      const entry = catalogue.get(slug);
      const other = kept[small]?.find((heap) => heap.slug === slug);
      const texts = `${read.toLocaleString('en')} read, ${written.toLocaleString('en')} written`;
      const declared = entry === undefined ? '' : declaredHeap(entry);
      const peaks = [peakMegabytes, other?.peakMegabytes].map((peak) => `${peak?.toFixed(0)} MB`).join(' | ');
      return `| \`${slug}\` | ${bytesPerCharacter.toFixed(0)} | ${declared} | ${texts} | ${peaks} |`;
    });
  return [
    `| Tool | Bytes for a character | Allowed | Characters | Peak at ${large} MB | Peak at ${small} MB |`,
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}
