import { type Detected, suggest, type TableForm } from './detected.js';
import type { Sample } from './sample.js';

/** A delimiter, its name in a sentence, and in the option of the tools. */
const delimiters = [
  { delimiter: '\t', name: 'tabs', option: 'tab' },
  { delimiter: ';', name: 'semicolons', option: ';' },
  { delimiter: '|', name: 'pipes', option: '|' },
  { delimiter: ',', name: 'commas', option: ',' },
] as const;

const mostRecords = 30;
/** Longer cells in the first row are not the names of columns. */
const longestName = 40;

/** How quotes are read, likeliest first, with what a text has that needs it. */
const quotings = [
  ['strict', ''],
  ['backslash', '\\"'],
  ['lenient', '"'],
] as const;

/** The first records of a table, and how they are written. */
interface Records {
  readonly records: readonly string[][];
  readonly delimiter: (typeof delimiters)[number];
  readonly quotes: TableForm['quotes'];
  /** Whether blanks stand between a quote and a delimiter. */
  readonly isSpaced: boolean;
}

/** CSV: each record has as many cells as the first. */
export function csvKind(sample: Sample): Detected | undefined {
  for (const [quotes, mark] of quotings) {
    if (!sample.raw.includes(mark)) continue;
    const found = widest(
      delimiters.flatMap((delimiter) => {
        const read = recordsOf(sample, delimiter.delimiter, quotes);
        return read?.isEven === true && isTable(read.records, delimiter.delimiter)
          ? [{ ...read, delimiter, quotes }]
          : [];
      }),
    );
    if (found !== undefined) return csv(found);
  }
  return undefined;
}

/** Returns the form of a table of which at least four in five records have as many cells as the first. */
export function unevenTable(sample: Sample): TableForm | undefined {
  const found = widest(
    delimiters.flatMap((delimiter) => {
      const read = recordsOf(sample, delimiter.delimiter, 'strict');
      if (read === undefined || read.records.length < fewestUneven) return [];
      const width = read.records[0]?.length ?? 0;
      const even = read.records.filter(({ length }) => length === width);
      const isMostly = even.length >= 0.8 * read.records.length;
      return isMostly && isTable(even, delimiter.delimiter) ? [{ ...read, delimiter, quotes: 'strict' as const }] : [];
    }),
  );
  // Sentences may have two commas each.
  return found !== undefined && hasNames(found.records) ? formOf(found) : undefined;
}

/** Fewer records are too few to call some of them uneven. */
const fewestUneven = 4;

function widest(tables: readonly Records[]): Records | undefined {
  let best: Records | undefined;
  for (const table of tables) if (widthOf(table) > (best === undefined ? 1 : widthOf(best))) best = table;
  return best;
}

function widthOf({ records: [head = []] }: Records): number {
  return head.length;
}

function formOf({ records, delimiter: { option }, quotes, isSpaced }: Records): TableForm {
  return { delimiter: option, hasHeaders: hasNames(records), quotes, trim: isSpaced };
}

/** Returns whether the first record names the columns. */
function hasNames([head = []]: readonly string[][]): boolean {
  const isName = (cell: string) =>
    /\p{L}/u.test(cell) && cell.length <= longestName && !cell.includes('@') && !cell.includes('://');
  return head.every(isName) && new Set(head).size === head.length;
}

function csv(found: Records): Detected {
  const {
    records,
    delimiter: { name, option },
  } = found;
  const form = formOf(found);
  const [head = []] = records;
  const trim = form.trim || records.some((record) => record.some((cell) => cell !== cell.trim()));
  const table: Readonly<Record<string, unknown>> = {
    ...(option === ',' ? {} : { delimiter: option }),
    ...(form.hasHeaders ? {} : { hasHeaders: false }),
    ...(form.quotes === 'strict' ? {} : { quotes: form.quotes }),
    ...(trim && { trim }),
  };
  return {
    format: option === 'tab' ? 'tsv' : 'csv',
    delimiter: option,
    table: form,
    label: `CSV with ${name}`,
    reason: `the first ${records.length} records have ${head.length} cells each`,
    suggestions: [
      suggest('Convert to JSON', 'csv-json-converter', { ...table, direction: 'csv-to-json' }),
      suggest('Align as a table', 'ascii-table-generator', table),
      suggest('Convert to Markdown', 'csv-to-markdown-table', table),
      ...(option === ','
        ? []
        : [
            suggest('Use commas', 'csv-delimiter-converter', {
              delimiter: option,
              outputDelimiter: ',',
              ...(trim && { trim }),
            }),
          ]),
    ],
  };
}

/** Returns whether records are a table, and not sentences or code with commas or semicolons. */
function isTable(records: readonly string[][], delimiter: string): boolean {
  if (records.length < 2) return false;
  if (delimiter === '\t') return true;
  const rest = records.flatMap((record) => record.slice(1));
  // Statements end in semicolons.
  if (records[0]?.length === 2 && rest.every((cell) => cell.trim() === '')) return false;
  const isSpaced = rest.filter((cell) => cell.startsWith(' ')).length > rest.length / 2;
  if (!isSpaced || delimiter === '|') return true;
  const areShort = records.every((record) =>
    record.every((cell) => cell.length <= longestName && !/[.!?]\s*$/.test(cell)),
  );
  return records.length > 2 && rest.length >= 2 * records.length && areShort;
}

/**
 * Returns the first records of a text, without blank ones, and whether they have the same number of cells.
 *
 * @returns undefined if there are quotes that are not closed.
 */
function recordsOf(
  { raw, isCut }: Sample,
  delimiter: string,
  quotes: TableForm['quotes'],
): (Pick<Records, 'records' | 'isSpaced'> & { readonly isEven: boolean }) | undefined {
  const text = raw.slice(startOfTable(raw));
  const records: string[][] = [];
  let record: string[] = [];
  let isSpaced = false;
  const end = (): void => {
    if (record.length > 1 || record[0]?.trim() !== '') records.push(record);
    record = [];
  };
  let at = 0;
  while (at <= text.length && records.length < mostRecords) {
    const cell = cellAt(text, at, delimiter, quotes);
    if (cell === undefined) return undefined;
    record.push(cell.value);
    isSpaced ||= cell.isSpaced;
    at = cell.end;
    if (text.startsWith(delimiter, at)) at += 1;
    else {
      // The last record of a cut text may be cut.
      if (isCut && at >= text.length) break;
      end();
      at += text.startsWith('\r\n', at) ? 2 : 1;
    }
  }
  return { records, isSpaced, isEven: records.every(({ length }) => length === records[0]?.length) };
}

/** Returns where the first record begins: behind a byte order mark, and a line such as `sep=;`. */
export function startOfTable(text: string): number {
  return /^\ufeff?(?:"?sep=.?"?(?:\r\n?|\n))?/i.exec(text)?.[0].length ?? 0;
}

/** A cell, and where it ends. */
interface FoundCell {
  readonly value: string;
  readonly end: number;
  /** Whether blanks stand between its quotes and a delimiter. */
  readonly isSpaced: boolean;
}

/**
 * Returns the cell at a place of a text. Blanks may stand around its quotes.
 *
 * @returns undefined for a quoted cell that does not end as it should, unless quotes are lenient.
 */
export function cellAt(
  text: string,
  from: number,
  delimiter: string,
  quotes: TableForm['quotes'] = 'strict',
): FoundCell | undefined {
  const start = blanksEnd(text, from, delimiter);
  if (quotes !== 'none' && text.charAt(start) === '"') {
    const cell = quotedCell(text, start, delimiter, quotes);
    if (cell !== undefined) return { ...cell, isSpaced: cell.isSpaced || start > from };
    if (start === from && quotes !== 'lenient') return undefined;
  }
  let end = from;
  while (end < text.length && !isCellEnd(text.charAt(end), delimiter)) end++;
  return { value: text.slice(from, end), end, isSpaced: false };
}

function quotedCell(
  text: string,
  start: number,
  delimiter: string,
  quotes: TableForm['quotes'],
): FoundCell | undefined {
  let end = start + 1;
  for (; end < text.length; end++) {
    if (quotes === 'backslash' && text.charAt(end) === '\\') end++;
    else if (text.charAt(end) === '"') {
      if (text.charAt(end + 1) !== '"') break;
      end++;
    }
  }
  const after = blanksEnd(text, end + 1, delimiter);
  if (end >= text.length || (after < text.length && !isCellEnd(text.charAt(after), delimiter))) return undefined;
  const value = unescaped(text.slice(start + 1, end), quotes);
  return { value, end: after, isSpaced: after > end + 1 };
}

/** Returns what the inside of quotes means. */
function unescaped(inside: string, quotes: TableForm['quotes']): string {
  if (quotes !== 'backslash' || !inside.includes('\\')) return inside.replaceAll('""', '"');
  let value = '';
  for (let at = 0; at < inside.length; at++) {
    if (inside[at] === '\\' || inside.startsWith('""', at)) at++;
    value += inside.charAt(at);
  }
  return value;
}

function blanksEnd(text: string, from: number, delimiter: string): number {
  let end = from;
  while (isBlank(text.charAt(end)) && text.charAt(end) !== delimiter) end++;
  return end;
}

function isBlank(character: string): boolean {
  return character !== '' && character !== '\n' && character !== '\r' && character.trim() === '';
}

function isCellEnd(character: string, delimiter: string): boolean {
  return character === delimiter || character === '\n' || character === '\r';
}

/** A table in Markdown: its second line has only hyphens, colons and pipes. */
export function markdownTableKind({ lines: [head = '', rule = ''] }: Sample): Detected | undefined {
  const isTable = head.includes('|') && rule.includes('|') && /^[\s|:-]+$/.test(rule) && /-/.test(rule);
  if (!isTable) return undefined;
  return {
    format: 'markdown-table',
    label: 'a Markdown table',
    reason: 'a line of hyphens and pipes follows the names of columns',
    suggestions: [
      suggest('Align the columns', 'markdown-table-formatter'),
      suggest('Convert to CSV', 'markdown-table-to-csv'),
    ],
  };
}
