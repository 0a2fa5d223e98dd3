import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Facts } from './facts.js';
import type { RowId, RowResult } from './row.js';

/** A row and the circumstances of its measurement. The rows of a file may come from several runs. */
export interface MeasuredRow extends RowResult {
  readonly facts: Facts;
}

/** The content of {@link figuresFile}: the measured rows in their order. */
export interface Results {
  readonly rows: readonly MeasuredRow[];
}

/** The folder of the results. */
export const resultsFolder = fileURLToPath(new URL('./results/', import.meta.url));
const figuresFile = 'figures.json';

/** Returns the kept figures; undefined if there are none. A failed measurement is NaN, and misses its target. */
export function keptResults(folder: string): Results | undefined {
  const file = join(folder, figuresFile);
  if (!existsSync(file)) return undefined;
  return JSON.parse(readFileSync(file, 'utf8'), (_, value: unknown) =>
    value === null ? Number.NaN : value,
  ) as Results;
}

/**
 * Keeps the figures of rows, with four digits. Rows that were not measured stay as they are.
 *
 * @returns all rows.
 */
export function keepResults(folder: string, rows: readonly MeasuredRow[]): Results {
  const results = mergedRows(keptResults(folder)?.rows ?? [], rows);
  const lines = results.map((row) => JSON.stringify(row, (_, value: unknown) => rounded(value)));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, figuresFile), `{"rows":[\n${lines.join(',\n')}\n]}\n`);
  return { rows: results };
}

function rounded(value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;
}

/** Returns one row per id in the order of the rows; of two rows the later one. */
export function mergedRows(earlier: readonly MeasuredRow[], later: readonly MeasuredRow[]): MeasuredRow[] {
  const byId = new Map<RowId, MeasuredRow>();
  for (const row of [...earlier, ...later]) byId.set(row.id, row);
  return [...byId.values()].sort((a, b) => Number(a.id.slice(1)) - Number(b.id.slice(1)));
}
