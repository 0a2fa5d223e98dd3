import type { OutputLimit } from '../../core/tool.js';
import { type Indent, layoutFor } from './json-indent.js';
import type { JsonLayout } from './json-layout.js';

export interface JsonRecordsOptions {
  /** The first record names the columns. Otherwise each record becomes an array. */
  readonly hasHeaders: boolean;
  /** Writes `true`, `false`, `null` and numbers as such instead of as strings. */
  readonly parseTypes: boolean;
  readonly indent: Indent;
}

/** Returns the JSON of one cell, or of one record. */
type Writer<Value> = (value: Value) => string;

/**
 * Writes records of text as a JSON array of objects or of arrays, laid out like `JSON.stringify`.
 *
 * The text is written directly without building objects, so columns keep their order and may have any name
 * (`__proto__`, `1`). A missing cell is `""`; an extra cell is named like a column with an empty name.
 *
 * @throws {OutputTooLongError} soon after the text is longer than the limit: a long header is repeated in every
 *   record, and 45,000 characters of CSV can ask for 250,000,000 of JSON.
 */
export function writeJsonRecords(
  records: Iterable<readonly string[]>,
  { hasHeaders, parseTypes, indent }: JsonRecordsOptions,
  limit: OutputLimit,
): string {
  const layout = layoutFor(indent);
  const writeCell = parseTypes ? typedJson : quotedJson;
  let writeRecord = hasHeaders ? undefined : arrayWriter(layout, writeCell);
  let json = '';
  for (const record of records) {
    if (writeRecord === undefined) {
      writeRecord = objectWriter(record, layout, writeCell);
      continue;
    }
    json += (json === '' ? `[${layout.first(1)}` : layout.next(1)) + writeRecord(record);
    limit.check(json.length);
  }
  return json === '' ? '[]' : `${json}${layout.first(0)}]`;
}

function arrayWriter(layout: JsonLayout, writeCell: Writer<string>): Writer<readonly string[]> {
  return (record) => {
    let json = '';
    for (const cell of record) json += (json === '' ? layout.first(2) : layout.next(2)) + writeCell(cell);
    return `[${json}${layout.first(1)}]`;
  };
}

function objectWriter(
  header: readonly string[],
  layout: JsonLayout,
  writeCell: Writer<string>,
): Writer<readonly string[]> {
  const names = new ColumnNames();
  /** Written before each value: separator, name and colon. */
  const leads: string[] = [];
  const addColumn = (written: string) => {
    const separator = leads.length === 0 ? layout.first(2) : layout.next(2);
    leads.push(separator + quotedJson(names.next(written)) + layout.colon);
  };
  return (record) => {
    if (leads.length === 0) header.forEach(addColumn);
    while (leads.length < record.length) addColumn('');
    let json = '{';
    const width = Math.max(header.length, record.length);
    for (let i = 0; i < width; i++) json += (leads[i] ?? '') + writeCell(record[i] ?? '');
    return `${json}${layout.first(1)}}`;
  };
}

/** Gives every column a unique name. */
class ColumnNames {
  /** The names in use, each with the last number appended to it. */
  readonly #numbers = new Map<string, number>();
  #position = 0;

  /**
   * Names a column: an empty name becomes `column_3` by its position; a name already in use becomes `name_2`, `name_3`.
   */
  next(written: string): string {
    this.#position++;
    const wanted = written === '' ? `column_${this.#position}` : written;
    let name = wanted;
    let number = this.#numbers.get(wanted) ?? 0;
    while (this.#numbers.has(name)) name = `${wanted}_${++number}`;
    if (number > 0) this.#numbers.set(wanted, number);
    this.#numbers.set(name, 1);
    return name;
  }
}

/** Matches characters that a JSON string cannot hold unescaped; a lone surrogate is written as an escape. */
const escaped = /["\\\u0000-\u001f\ud800-\udfff]/;

/** Writes a text as a JSON string, with lone surrogates as escapes. */
export function quotedJson(text: string): string {
  return escaped.test(text) ? JSON.stringify(text) : `"${text}"`;
}

/**
 * Writes a cell as a JSON value. A number keeps its spelling (`120.50`, `-0.0`, `1.2e-7`). Text that is more often an
 * identifier than a quantity stays text: `007`, integers past 2^53, and `12E5`, whose exponent has no sign and no
 * fraction before it.
 */
export function typedJson(cell: string): string {
  if (cell === 'true' || cell === 'false' || cell === 'null') return cell;
  const first = cell.charCodeAt(0);
  const mayBeNumber = (first >= 0x30 && first <= 0x39) || first === 0x2d;
  return mayBeNumber && isQuantity(cell) ? cell : quotedJson(cell);
}

const quantity = /^-?(?:0|[1-9]\d*)(?:(?:\.\d+)?(?:[eE][-+]\d+)?|\.\d+[eE]\d+)$/;

function isQuantity(cell: string): boolean {
  if (!quantity.test(cell)) return false;
  const size = Math.abs(Number(cell));
  return /[eE]/.test(cell) ? size <= Number.MAX_VALUE : size <= Number.MAX_SAFE_INTEGER;
}
