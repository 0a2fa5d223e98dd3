import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Facts } from './facts.js';
import type { RowId, RowResult } from './row.js';

/** A row, and under what circumstances it was measured: rows of one file need not come from one run. */
export interface MeasuredRow extends RowResult {
  readonly facts: Facts;
}

/** What was measured, in the order of the targets: `<date>.json`. Files of other days stay where they are. */
export interface Results {
  readonly rows: readonly MeasuredRow[];
}

/** Where the project keeps them. */
export const resultsFolder = fileURLToPath(new URL('./results/', import.meta.url));

/** The results of the last day that something was measured; undefined if nothing ever was. */
export function newestResults(folder: string): Results | undefined {
  const newest = existsSync(folder) ? readdirSync(folder).filter(isResultFile).sort().at(-1) : undefined;
  return newest === undefined ? undefined : parsed(readFileSync(`${folder}/${newest}`, 'utf8'));
}

/**
 * Writes rows into the file of a day. Rows that were not measured now are taken over from the newest file there is.
 *
 * @returns all rows, those that were taken over among them.
 */
export function writeResults(folder: string, day: Date, rows: readonly MeasuredRow[]): Results {
  const results = { rows: mergedRows(newestResults(folder)?.rows ?? [], rows) };
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/${day.toISOString().slice(0, 10)}.json`, `${JSON.stringify(results, undefined, 2)}\n`);
  return results;
}

/** Rows by id, the later one of two, in the order of the targets. */
export function mergedRows(earlier: readonly MeasuredRow[], later: readonly MeasuredRow[]): MeasuredRow[] {
  const byId = new Map<RowId, MeasuredRow>();
  for (const row of [...earlier, ...later]) byId.set(row.id, row);
  return [...byId.values()].sort((a, b) => Number(a.id.slice(1)) - Number(b.id.slice(1)));
}

function isResultFile(name: string): boolean {
  return /^\d{4}-\d\d-\d\d\.json$/.test(name);
}

/** JSON has no NaN, the figure of what could not be measured, and writes null; null would meet a target. */
function parsed(text: string): Results {
  return JSON.parse(text, (_, value: unknown) => (value === null ? Number.NaN : value)) as Results;
}
