import { splitLines } from '../../../engine/text/lines/lines.js';
import { type LineSortingOptions, sortDedupeLines } from '../../../engine/text/order/line-sorting.js';
import { LineCutter } from './line-cutter.js';

/** Lines that are written at a time. */
const batchLines = 2_000;

/** Trims, filters, deduplicates and sorts the lines of a text of any length, as `/v1/sort-dedupe` does. */
export async function* sortedText(pieces: AsyncIterable<string>, options: LineSortingOptions): AsyncGenerator<string> {
  const lines = sortDedupeLines(await linesOf(pieces), options);
  for (let at = 0; at < lines.length; at += batchLines) yield `${lines.slice(at, at + batchLines).join('\n')}\n`;
}

async function linesOf(pieces: AsyncIterable<string>): Promise<string[]> {
  const lines: string[] = [];
  const cutter = new LineCutter();
  for await (const piece of pieces) for (const line of splitLines(cutter.push(piece)).lines) lines.push(line);
  for (const line of splitLines(cutter.end()).lines) lines.push(line);
  return lines;
}
