import { cellAt, startOfTable } from '#engine/text/detection/delimited-kinds.js';
import type { TableForm } from '#engine/text/detection/detected.js';
import type { Offer } from '../../forms/control.js';
import type { EachPart } from '../../session/group-options.js';
import type { Config } from '../../session/tool.js';

/** The most characters of a table that are looked at, and the most offers. */
const mostCharacters = 100_000;
const mostOffers = 1_000;
/** The most records, lines and elements that are looked at. */
const mostSamples = 10;

/** The delimiters that are detected, likeliest first, as in the option of tools. */
const delimiters = [',', ';', '\t', '|'];

/**
 * Returns the parts that a new group has for a text: columns, members, or lines.
 *
 * @param isTable - whether the workflow has a table, which says how it is written.
 */
export function eachFor(text: string, isTable: boolean): EachPart {
  const { offers, lines } = isTable ? { offers: [], lines: false } : pathsIn(text);
  if (offers.length > 0) return { json: { path: '', ...(lines && { lines }) } };
  if (isTable) return { csv: { columns: [] } };
  const { delimiter, isTable: looksSo } = tableIn(text, {});
  if (!looksSo) return 'line';
  return { csv: { columns: [], ...(delimiter !== ',' && { delimiter }) } };
}

/** The columns of a text. */
export interface TableOffers {
  /** As in the option: `;`, `tab`. */
  readonly delimiter: string;
  readonly columns: readonly Offer[];
  /** Whether the first records all have the same number of cells, two at least. */
  readonly isTable: boolean;
}

/**
 * Finds the columns of a text, by their names in the header; those without a name of their own by their numbers.
 *
 * @param config - the options of the parts; with `delimiter` that one, else it is detected.
 */
export function tableIn(
  text: string,
  { delimiter: given, hasHeaders = true, quotes, trim, comments }: Config,
): TableOffers {
  const isGiven = typeof given === 'string' && given !== '' && given !== 'auto';
  const separator = given === 'tab' ? '\t' : given;
  const sample = text.slice(startOfTable(text), mostCharacters);
  const tables = (isGiven ? [String(separator)] : delimiters).map((delimiter) => {
    const all = recordsIn(sample, delimiter, quotes);
    const prefix = typeof comments === 'string' ? comments : '';
    const records = prefix === '' ? all : all.filter(([cell = '']) => !cell.startsWith(prefix));
    const width = records[0]?.length ?? 0;
    return { delimiter, records, width, isTable: width > 1 && records.every(({ length }) => length === width) };
  });
  const [best] = tables.toSorted((a, b) => Number(b.isTable) - Number(a.isTable) || b.width - a.width);
  const { delimiter = ',', records = [], isTable = false } = best ?? {};
  const cells = records.map((record) => (trim === true ? record.map((cell) => cell.trim()) : record));
  const [header = []] = cells;
  const rows = hasHeaders === false ? cells : cells.slice(1);
  const repeated = new Set(header.toSorted().filter((name, index, names) => name === names[index - 1]));
  const columns = header.slice(0, mostOffers).map((name, index): Offer => {
    const isNamed = hasHeaders !== false && name.trim() !== '' && !repeated.has(name);
    const example = rows.map((row) => row[index] ?? '').find((cell) => cell.trim() !== '') ?? '';
    return { value: isNamed ? name : index + 1, example };
  });
  return { delimiter: delimiter === '\t' ? 'tab' : delimiter, columns, isTable: isTable && records.length > 1 };
}

/** Returns the first cells of a column of a text that are not blank. @param column - its name, or its number from 1. */
export function columnOf(text: string, config: Config, column: unknown, most: number): readonly string[] {
  const { delimiter, columns } = tableIn(text, config);
  const index = typeof column === 'number' ? column - 1 : columns.findIndex(({ value }) => value === column);
  const records = recordsIn(
    text.slice(startOfTable(text), mostCharacters),
    delimiter === 'tab' ? '\t' : delimiter,
    config.quotes,
    most,
  );
  const rows = config.hasHeaders === false ? records : records.slice(1);
  return rows.map((row) => row[index] ?? '').filter((cell) => cell.trim() !== '');
}

/** Returns the first records of a text that are not blank; none if a quote is not closed. */
function recordsIn(
  text: string,
  delimiter: string,
  quotes: unknown,
  most = mostSamples,
): readonly (readonly string[])[] {
  const records: string[][] = [];
  let record: string[] = [];
  for (let at = 0; at < text.length && records.length < most; ) {
    const cell = cellAt(text, at, delimiter, quotes as TableForm['quotes'] | undefined);
    if (cell === undefined) return records;
    record.push(cell.value);
    at = cell.end;
    if (text.startsWith(delimiter, at)) {
      at += delimiter.length;
      continue;
    }
    if (record.length > 1 || record[0] !== '') records.push(record);
    record = [];
    at += text.startsWith('\r\n', at) ? 2 : 1;
  }
  return records;
}

/** The members of a JSON text. */
export interface PathOffers {
  readonly offers: readonly Offer[];
  /** Whether each line is a JSON text of its own. */
  readonly lines: boolean;
}

/** Finds the values of a JSON text, or of its first lines, that are no objects and arrays. */
export function pathsIn(text: string): PathOffers {
  if (!/^\s*[{[]/.test(text)) return { offers: [], lines: false };
  const paths = new Map<string, string>();
  const whole = parsed(text);
  if (whole !== undefined) {
    collect(whole, '$', paths);
    return { offers: offersOf(paths), lines: false };
  }
  const lines = text.slice(0, mostCharacters).split(/\r\n?|\n/, mostSamples);
  for (const line of lines) collect(parsed(line), '$', paths);
  return { offers: offersOf(paths), lines: true };
}

function offersOf(paths: ReadonlyMap<string, string>): readonly Offer[] {
  return [...paths].map(([value, example]) => ({ value, example }));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Adds the paths of a value with an example of each, arrays as `[*]`. */
function collect(value: unknown, path: string, paths: Map<string, string>): void {
  if (value === undefined || paths.size >= mostOffers || path.length > 500) return;
  if (Array.isArray(value)) {
    for (const element of value.slice(0, mostSamples)) collect(element, `${path}[*]`, paths);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) collect(member, path + selector(name), paths);
  } else if (path !== '$' && (paths.get(path) ?? '') === '') paths.set(path, String(value ?? ''));
}

function selector(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `['${name.replace(/[\\']/g, '\\$&')}']`;
}

/** Returns the fields of the first line that is not blank. @param separator - undefined for runs of white space. */
export function fieldsIn(text: string, separator: unknown): readonly Offer[] {
  const line = /^.*\S.*$/m.exec(text.slice(0, mostCharacters))?.[0] ?? '';
  const fields = typeof separator === 'string' && separator !== '' ? line.split(separator) : line.trim().split(/\s+/);
  if (line === '') return [];
  return fields.slice(0, mostOffers).map((example, index) => ({ value: index + 1, example }));
}
