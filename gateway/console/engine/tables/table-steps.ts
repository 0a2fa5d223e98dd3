import type { TableKind } from './messages.js';

/** A step of `POST /v1/run`. */
export interface PlainStep {
  readonly toolSlug: string;
  readonly config: Readonly<Record<string, unknown>>;
}

/**
 * Returns the steps that make CSV of a table: none for what is CSV already.
 *
 * @param isNested - whether arrays stay JSON in one cell, in place of a column for each item.
 */
export function toCsv({ format, log = 'auto' }: TableKind, isNested: boolean): readonly PlainStep[] {
  const fromJson = {
    toolSlug: 'csv-json-converter',
    config: { direction: 'json-to-csv', ...(isNested && { nested: 'json' }) },
  };
  switch (format) {
    case 'csv':
      return [];
    case 'json':
      return [fromJson];
    case 'ndjson':
      return [{ toolSlug: 'json-ndjson-converter', config: { direction: 'ndjson-to-json' } }, fromJson];
    case 'markdown':
      return [{ toolSlug: 'markdown-table-to-csv', config: {} }];
    case 'log':
      // Lines that do not fit are marked, and not lost.
      return [{ toolSlug: 'log-parser', config: { from: log, format: 'csv', invalid: 'mark' } }];
  }
}
