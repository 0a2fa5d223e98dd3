import { type Static, Type } from '../../core/schema.js';
import type { OutputLimit } from '../../core/tool.js';
import { writeCsvLine } from '../csv/csv.js';
import { EscapeFormulas, escapeFormula } from '../csv/formulas.js';
import { JsonLayout } from '../json/json-layout.js';
import { quotedJson } from '../json/json-records.js';
import { tableOfObjects } from '../json/json-table.js';
import { type JsonMember, type JsonNode, type JsonObject, writeJsonTree } from '../json/json-tree.js';
import { TextWriter } from '../text-writer.js';

/** The options of every tool that writes records. See {@link writeRecords}. */
export const recordOutputOptions = {
  format: Type.Enum(['ndjson', 'json', 'csv'], {
    default: 'ndjson',
    description:
      'What to write: ndjson a JSON object on each line, json an array with an object on each line, csv a table that has a column for each name, where what is inside a member has columns such as a.b',
  }),
  escapeFormulas: EscapeFormulas('CSV'),
};

const options = Type.Object(recordOutputOptions);

export type RecordOutput = Static<typeof options>;

const oneLine = new JsonLayout('');

/**
 * Writes records as NDJSON, JSON or CSV, without a line end at the end.
 *
 * @param columns - the first columns of CSV, which it has even without records; the others follow in the order of their
 *   first occurrence.
 * @throws {ToolError} if the table of CSV has too many cells, or a record two values for a column.
 * @throws {OutputTooLongError} as soon as the text is longer than the limit.
 */
export function writeRecords(
  records: Iterable<JsonObject>,
  { format, escapeFormulas }: RecordOutput,
  limit: OutputLimit,
  columns: readonly string[] = [],
): string {
  const writer = new TextWriter(limit);
  if (format === 'csv') {
    for (const cells of tableOfObjects(records, columns, limit)) {
      if (writer.length > 0) writer.write('\n');
      writeCsvLine(writer, escapeFormulas ? cells.map(escapeFormula) : cells, ',');
    }
    return writer.toString();
  }
  const [first, between] = format === 'json' ? ['[\n  ', ',\n  '] : ['', '\n'];
  for (const record of records) {
    writer.write(writer.length === 0 ? first : between);
    writer.write(writeJsonTree(record, oneLine, limit));
  }
  if (format === 'json') writer.write(writer.length === 0 ? '[]' : '\n]');
  return writer.toString();
}

/** Returns a member of a record. @param value - a text, or JSON as written. */
export function member(name: string, value: JsonNode): JsonMember {
  return { key: quotedJson(name), value };
}

/** Returns a member whose value is a text. */
export function textMember(name: string, text: string): JsonMember {
  return { key: quotedJson(name), value: quotedJson(text) };
}
