import { csvRecords } from '#engine/text/csv/csv.js';
import { startOfTable } from '#engine/text/detection/delimited-kinds.js';
import type { TableForm } from '#engine/text/detection/detected.js';
import type { CleaningStep } from './cleaning.js';

/** Cells that belong together: a column, a member of each record, or the lines of a text. */
export interface Column {
  /** By which a group finds it; its number if it has no name of its own. */
  readonly name: string | number;
  /** Of all rows, blank ones as well. */
  readonly cells: readonly string[];
}

/** What a text is made of. */
export interface TextParts {
  readonly kind: 'table' | 'records' | 'lines';
  readonly columns: readonly Column[];
  /** Of a table: its rows behind the header. */
  readonly rows: readonly (readonly string[])[];
  /** Of a table, undefined without one. */
  readonly header: readonly string[] | undefined;
  /** Returns what runs steps on columns. */
  on(columns: readonly Column[], steps: readonly CleaningStep[]): readonly CleaningStep[];
}

/** The most columns that are looked at: an option of a group takes no more. */
const mostColumns = 100;

/** Returns the parts of a text, or of its beginning. @param form - if it is a table. */
export function partsOf(text: string, form: TableForm | undefined, isCut: boolean): TextParts {
  return (form && tableParts(text, form, isCut)) ?? recordParts(text) ?? lineParts(text);
}

function tableParts(text: string, form: TableForm, isCut: boolean): TextParts | undefined {
  const { delimiter, hasHeaders, quotes, trim } = form;
  const rows: (readonly string[])[] = [];
  try {
    const read = { quotes, trim, comments: '' };
    const written = delimiter === 'tab' ? '\t' : delimiter;
    for (const record of csvRecords(text, written, read, startOfTable(text))) rows.push(record);
  } catch {
    // The last quote of a beginning may be open.
    if (!isCut || rows.length < 2) return undefined;
  }
  const header = hasHeaders ? rows.shift() : undefined;
  const width = Math.min(mostColumns, (header ?? rows[0] ?? []).length);
  if (width === 0) return undefined;
  const columns = Array.from({ length: width }, (_, index): Column => {
    const name = header?.[index] ?? '';
    const isNamed = name.trim() !== '' && header?.filter((other) => other === name).length === 1;
    return { name: isNamed ? name : index + 1, cells: rows.map((row) => row[index] ?? '') };
  });
  return {
    kind: 'table',
    columns,
    rows,
    header,
    on: (some, steps) => [{ each: { csv: { columns: some.map(({ name }) => name) } }, onError: 'keep', steps }],
  };
}

type Row = Readonly<Record<string, unknown>>;

/** Records of JSON: an array of objects, or an object on each line. */
function recordParts(text: string): TextParts | undefined {
  const start = text.trimStart().charAt(0);
  if (start !== '[' && start !== '{') return undefined;
  const whole = start === '[' ? parsed(text) : undefined;
  const isArray = Array.isArray(whole);
  const all = isArray ? whole : linesOf(text).flatMap((line) => parsed(line) ?? []);
  const records = all.filter((record): record is Row => typeof record === 'object' && record !== null);
  if (records.length === 0 || records.length < 0.9 * all.length || records.some(Array.isArray)) return undefined;
  const names = new Set<string>();
  for (const record of records) {
    for (const name in record) if (typeof record[name] === 'string' && names.size < mostColumns) names.add(name);
  }
  const columns = [...names].map((name): Column => ({ name, cells: records.map((record) => textOf(record[name])) }));
  const path = (some: readonly Column[]) =>
    `$${isArray ? '[*]' : ''}[${some.map(({ name }) => `'${String(name).replace(/[\\']/g, '\\$&')}'`).join(',')}]`;
  return {
    kind: 'records',
    columns,
    rows: [],
    header: undefined,
    on: (some, steps) => [
      { each: { json: { path: path(some), ...(!isArray && { lines: true }) } }, onError: 'keep', steps },
    ],
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function lineParts(text: string): TextParts {
  const cells = linesOf(text);
  return {
    kind: 'lines',
    columns: [{ name: 'the text', cells }],
    rows: [],
    header: undefined,
    on: (_, steps) => steps,
  };
}

/** Returns the lines of a text. A line end at its end begins no new one. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
