import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Facts } from './facts.js';
import type { RowId, RowResult } from './row.js';

/** A row and the circumstances of its measurement. The rows of a file may come from several runs. */
export interface MeasuredRow extends RowResult {
  readonly facts: Facts;
}

/** The content of `<date>.json`: the measured rows in their order. Files of other days are kept. */
export interface Results {
  readonly rows: readonly MeasuredRow[];
}

/** The folder of the results. */
export const resultsFolder = fileURLToPath(new URL('./results/', import.meta.url));

/** Returns the results of the newest file; undefined if there is none. */
export function newestResults(folder: string): Results | undefined {
  const newest = existsSync(folder) ? readdirSync(folder).filter(isResultFile).sort().at(-1) : undefined;
  return newest === undefined ? undefined : parsed(readFileSync(`${folder}/${newest}`, 'utf8'));
}

/**
 * Writes rows to the file of a day. Rows that were not measured are copied from the newest file.
 *
 * @returns all rows, including the copied ones.
 */
export function writeResults(folder: string, day: Date, rows: readonly MeasuredRow[]): Results {
  const results = { rows: mergedRows(newestResults(folder)?.rows ?? [], rows) };
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/${day.toISOString().slice(0, 10)}.json`, `${JSON.stringify(results, undefined, 2)}\n`);
  return results;
}

/** Returns one row per id in the order of the rows; of two rows the later one. */
export function mergedRows(earlier: readonly MeasuredRow[], later: readonly MeasuredRow[]): MeasuredRow[] {
  const byId = new Map<RowId, MeasuredRow>();
  for (const row of [...earlier, ...later]) byId.set(row.id, row);
  return [...byId.values()].sort((a, b) => Number(a.id.slice(1)) - Number(b.id.slice(1)));
}

function isResultFile(name: string): boolean {
  return /^\d{4}-\d\d-\d\d\.json$/.test(name);
}

/** A failed measurement is NaN, which JSON writes as null, and null would meet a target. */
function parsed(text: string): Results {
  return JSON.parse(text, (_, value: unknown) => (value === null ? Number.NaN : value)) as Results;
}
