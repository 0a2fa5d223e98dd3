import { readFileSync } from 'node:fs';
import type { CatalogueEntry } from '../../engine/catalogue.js';
import { maxTextOf, usualHeapBytesPerCharacter } from '../../engine/limits.js';
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

/** What is given to the thread that measures. */
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
