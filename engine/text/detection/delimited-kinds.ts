import { type Detected, suggest } from './detected.js';
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

/** CSV: each record has as many cells as the first. */
export function csvKind(sample: Sample): Detected | undefined {
  let best: { readonly columns: number; readonly found: Detected } | undefined;
  for (const { delimiter, name, option } of delimiters) {
    const records = recordsOf(sample, delimiter);
    const columns = records?.[0]?.length ?? 0;
    if (records === undefined || columns <= (best?.columns ?? 1) || !isTable(records, delimiter)) continue;
    best = { columns, found: csv(records, name, option) };
  }
  return best?.found;
}

function csv(records: readonly string[][], name: string, option: string): Detected {
  const [head = []] = records;
  const hasHeaders =
    head.every((cell) => /\p{L}/u.test(cell) && cell.length <= longestName) && new Set(head).size === head.length;
  const trim = records.some((record) => record.some((cell) => cell !== cell.trim()));
  const table: Readonly<Record<string, unknown>> = {
    ...(option === ',' ? {} : { delimiter: option }),
    ...(hasHeaders ? {} : { hasHeaders }),
    ...(trim && { trim }),
  };
  return {
    format: option === 'tab' ? 'tsv' : 'csv',
    delimiter: option,
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
 * Returns the first records of a text, without blank ones.
 *
 * @returns undefined if they have different numbers of cells, or quotes that are not closed.
 */
function recordsOf({ raw: text, isCut }: Sample, delimiter: string): string[][] | undefined {
  const records: string[][] = [];
  let record: string[] = [];
  const end = (): boolean => {
    const isBlank = record.length === 1 && record[0]?.trim() === '';
    if (!isBlank) records.push(record);
    record = [];
    return isBlank || records[0]?.length === records.at(-1)?.length;
  };
  let at = 0;
  while (at <= text.length && records.length < mostRecords) {
    const cell = cellAt(text, at, delimiter);
    if (cell === undefined) return undefined;
    record.push(cell.value);
    at = cell.end;
    if (text.startsWith(delimiter, at)) at += 1;
    else {
      // The last record of a cut text may be cut.
      if (isCut && at >= text.length) break;
      if (!end()) return undefined;
      at += text.startsWith('\r\n', at) ? 2 : 1;
    }
  }
  return records;
}

/**
 * Returns the cell at a place of a text, and where it ends.
 *
 * @returns undefined for a quoted cell that does not end as it should.
 */
export function cellAt(text: string, from: number, delimiter: string): { value: string; end: number } | undefined {
  if (text.charAt(from) !== '"') {
    let end = from;
    while (end < text.length && !isCellEnd(text.charAt(end), delimiter)) end++;
    return { value: text.slice(from, end), end };
  }
  let end = text.indexOf('"', from + 1);
  while (end !== -1 && text.charAt(end + 1) === '"') end = text.indexOf('"', end + 2);
  const after = text.charAt(end + 1);
  if (end === -1 || (after !== '' && !isCellEnd(after, delimiter))) return undefined;
  return { value: text.slice(from + 1, end).replaceAll('""', '"'), end: end + 1 };
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
