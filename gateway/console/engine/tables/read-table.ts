import { ToolError } from '#engine/core/errors.js';
import { maxTableCells } from '#engine/core/limits.js';
import { OutputLimit } from '#engine/core/tool.js';
import { readCsv } from '#engine/text/csv/csv-table.js';
import { JsonLayout } from '#engine/text/json/json-layout.js';
import {
  decodeJsonString,
  type JsonNode,
  type JsonObject,
  parseJsonTree,
  writeJsonTree,
} from '#engine/text/json/json-tree.js';
import { splitLines } from '#engine/text/lines/lines.js';
import type { Dialect } from './messages.js';

/** The cells of a row; undefined for those that it does not have. */
export type Row = readonly (string | undefined)[];

/** A table that was read from a text. */
export interface Sheet {
  /** The names of its columns, '' for those without. */
  readonly names: readonly string[];
  /** As steps name its columns. */
  readonly columns: readonly (string | number)[];
  /** The JSONPath of each column of JSON. */
  readonly paths: readonly string[] | undefined;
  /** The columns that have arrays or empty objects. */
  readonly nested: ReadonlySet<number>;
  readonly rows: readonly Row[];
  /** How many cells a row has to have; any number in JSON. */
  readonly length: number | undefined;
  readonly dialect: Dialect;
}

const plain: Dialect = { delimiter: ',', quotes: 'strict', comments: '', trim: false, hasHeaders: true };

/**
 * Reads delimited text as the tools do. If nothing else is settled, a text with quotes that strict reading refuses is read
 * leniently.
 *
 * @throws {ToolError} as the tools refuse it.
 */
export function readDelimited(text: string, settled: Partial<Dialect> = {}): Sheet {
  const { quotes = 'strict', comments = '', trim = false } = settled;
  const option = settled.delimiter ?? 'auto';
  const tries = settled.quotes === undefined ? ([quotes, 'lenient'] as const) : [quotes];
  let failure: unknown;
  for (const one of tries) {
    const form = { quotes: one, comments, trim };
    try {
      const { records, width, delimiter } = readCsv(text, option, form);
      const [first = []] = records;
      const hasHeaders = settled.hasHeaders ?? looksLikeHeader(first);
      const names = Array.from({ length: width }, (_, place) => (hasHeaders ? (first[place] ?? '') : ''));
      return {
        names,
        columns: names.map((name, place) =>
          name !== '' && names.indexOf(name) === names.lastIndexOf(name) ? name : place + 1,
        ),
        paths: undefined,
        nested: new Set(),
        rows: hasHeaders ? records.slice(1) : records,
        length: first.length,
        dialect: { ...form, delimiter: optionFor(text, delimiter, option, form), hasHeaders },
      };
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      failure ??= error;
    }
  }
  throw failure;
}

/** Returns the option that reads a text as `auto` does; `auto` itself if blanks around quotes make a difference. */
function optionFor(
  text: string,
  delimiter: string,
  option: string,
  form: Omit<Dialect, 'delimiter' | 'hasHeaders'>,
): string {
  if (option !== 'auto') return option;
  const named = delimiter === '\t' ? 'tab' : delimiter;
  if (form.trim || !/"[^\S\r\n]|[^\S\r\n]"/.test(text)) return named;
  try {
    const cells = (how: string) => JSON.stringify(readCsv(text, how, form).records);
    return cells(named) === cells('auto') ? named : 'auto';
  } catch (error) {
    if (error instanceof ToolError) return 'auto';
    throw error;
  }
}

const longestName = 60;

/** Whether cells name columns: words, most of them different, none too long. */
function looksLikeHeader(cells: readonly string[]): boolean {
  const names = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const areWords = names.every((name) => /\p{L}/u.test(name) && name.length <= longestName && !/@|^https?:/.test(name));
  return names.length > 0 && areWords && 2 * new Set(names).size >= names.length;
}

const unlimited = new OutputLimit(Number.POSITIVE_INFINITY);
const oneLine = new JsonLayout('');

/**
 * Reads an array of objects, or lines that are objects. Objects inside become columns such as `a.b`, arrays stay JSON. A
 * line that is no object is the only cell of its row.
 *
 * @throws {ToolError} if the text is no JSON, or no array of objects.
 */
export function readObjects(text: string, isLines: boolean): Sheet {
  const columns = new JsonColumns(isLines ? '$' : '$[*]');
  const rows: (string | undefined)[][] = [];
  for (const item of isLines ? objectsInLines(text) : objectsInArray(text)) {
    rows.push(typeof item === 'string' ? [item] : columns.row(item));
    if (columns.names.length * rows.length > maxTableCells)
      throw new ToolError(`the table has more than ${maxTableCells} cells`);
  }
  const { names, paths, nested } = columns;
  return { names, columns: names, paths, nested, rows, length: undefined, dialect: plain };
}

function* objectsInLines(text: string): Generator<JsonObject | string> {
  for (const line of splitLines(text.replace(/^\ufeff/, '')).lines) {
    if (line.trim() === '') continue;
    let item: JsonNode = '';
    try {
      item = parseJsonTree(line);
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
    }
    yield typeof item === 'string' || Array.isArray(item) ? line : item;
  }
}

function objectsInArray(text: string): readonly JsonObject[] {
  const items = parseJsonTree(text.replace(/^\ufeff/, ''));
  if (!Array.isArray(items)) throw new ToolError('the JSON is no array');
  const stranger = items.findIndex((item) => typeof item === 'string' || Array.isArray(item));
  if (stranger !== -1) throw new ToolError(`item ${stranger + 1} of the array is no object`);
  return items as readonly JsonObject[];
}

/** A step of a path; steps form a tree, so that no path is written twice. */
interface PathStep {
  readonly name: string;
  readonly path: string;
  readonly inner: Map<string, PathStep>;
  column: number | undefined;
}

/** The union of the columns of objects. */
class JsonColumns {
  readonly names: string[] = [];
  readonly paths: string[] = [];
  readonly nested = new Set<number>();
  readonly #root: PathStep;

  constructor(path: string) {
    this.#root = { name: '', path, inner: new Map(), column: undefined };
  }

  row(object: JsonObject): (string | undefined)[] {
    const row: (string | undefined)[] = [];
    this.#put(object, this.#root, row);
    return row;
  }

  #put({ members }: JsonObject, at: PathStep, row: (string | undefined)[]): void {
    for (const { key, value } of members) {
      const name = decodeJsonString(key);
      let step = at.inner.get(name);
      if (step === undefined) {
        step = {
          name: at === this.#root ? name : `${at.name}.${name}`,
          path: at.path + selector(name),
          inner: new Map(),
          column: undefined,
        };
        at.inner.set(name, step);
      }
      if (typeof value !== 'string' && !Array.isArray(value) && value.members.length > 0) {
        this.#put(value, step, row);
        continue;
      }
      step.column ??= this.names.push(step.name) - 1;
      this.paths[step.column] = step.path;
      if (typeof value !== 'string') this.nested.add(step.column);
      row[step.column] = cellOf(value);
    }
  }
}

function cellOf(value: JsonNode): string {
  if (typeof value !== 'string') return writeJsonTree(value, oneLine, unlimited);
  if (value === 'null') return '';
  return value.startsWith('"') ? decodeJsonString(value) : value;
}

function selector(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `['${name.replace(/[\\']/g, '\\$&')}']`;
}
