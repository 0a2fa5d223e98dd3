import { detect } from '#engine/text/detection/detect.js';
import type { TableForm } from '#engine/text/detection/detected.js';
import { count, type Finding, tool } from './cleaning.js';
import { nameOf, valueFindings } from './column-values.js';
import { type Column, linesOf, partsOf, type TextParts } from './parts-of-text.js';

export type { Finding };

/** How much of a text is looked at, in UTF-16 code units. */
const mostCharacters = 500_000;

/**
 * Returns what a text can be cleaned of, the most useful first, with steps that do it. Looks at half a million characters.
 *
 * @param table - how it is written if it is a table; the steps take that from the table.
 */
export function suggestionsFor(text: string, table: TableForm | undefined): Finding[] {
  const isCut = text.length > mostCharacters;
  const looked = isCut ? text.slice(0, text.lastIndexOf('\n', mostCharacters) + 1 || mostCharacters) : text;
  const parts = partsOf(looked, table, isCut);
  if (parts.kind === 'table') return [...wholeText(looked), ...ofTable(parts), ...ofCells(parts), ...ofRows(parts)];
  if (parts.kind === 'records') return [...wholeText(looked), ...repeatedLines(looked), ...ofCells(parts)];
  const [format = ''] = detect(looked).flatMap((found) => (found.format === 'mojibake' ? [] : [found.format]));
  return [
    ...wholeText(looked),
    ...(format === '' || format.endsWith('-list') ? ofLines(looked) : []),
    ...ofText(looked, format),
  ];
}

/** What stands for no character of its own. */
const invisible =
  /[\u0000-\u0008\u000b\u000e-\u001f\u007f\u00a0\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;

/** What is cleaned in any text as a whole. */
function wholeText(text: string): Finding[] {
  const found: Finding[] = [];
  const marks = text.match(invisible)?.length ?? 0;
  if (marks > 0) {
    const label = count(marks, 'invisible character or no-break space', 'invisible characters or no-break spaces');
    found.push({ id: 'invisible', label, action: 'Remove', steps: ['remove-invisible-characters'] });
  }
  const both = text.match(/\r\n/g)?.length ?? 0;
  const ends = [both, count1(text, '\r') - both, count1(text, '\n') - both];
  if (ends.filter((some) => some > 0).length > 1) {
    const to = ['crlf', 'cr', 'lf'][ends.indexOf(Math.max(...ends))] ?? 'lf';
    const label = `line ends of ${ends.filter((some) => some > 0).length} kinds`;
    found.push({
      id: 'line ends',
      label,
      action: 'Write as one',
      steps: [tool('line-ending-converter', to === 'lf' ? {} : { to })],
    });
  }
  return found;
}

function count1(text: string, character: string): number {
  let counted = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) counted++;
  return counted;
}

/** What is cleaned in the rows of a table. */
function ofTable({ rows, header, columns }: TextParts): Finding[] {
  const found: Finding[] = [];
  const width = header?.length ?? rows[0]?.length ?? 0;
  const name = columns[0]?.name ?? 1;
  const headers = header === undefined ? 0 : rows.filter((row) => isSameRow(row, header)).length;
  if (headers > 0) {
    const label = `the header repeats ${headers === 1 ? 'once' : count(headers, 'time')}`;
    const config = { column: name, op: 'ne', value: header?.[0] ?? '' };
    found.push({ id: 'header', label, action: 'Remove', steps: [tool('csv-filter-rows', config)] });
  }
  const blank = rows.filter(isBlankRow).length;
  if (blank > 0 && !rows.some((row) => row.some((cell) => /[\r\n]/.test(cell)))) {
    const config = { match: 'regex', pattern: String.raw`^[\s,;|"]*$`, invert: true };
    const label = `${count(blank, 'row is', 'rows are')} empty`;
    found.push({ id: 'empty rows', label, action: 'Remove', steps: [tool('filter-lines', config)] });
  }
  const uneven = rows.filter((row) => row.length !== width).length;
  if (uneven > 0) {
    const label = `${count(uneven, 'row has', 'rows have')} another number of cells`;
    found.push({ id: 'uneven rows', label, action: 'Fill up', steps: ['csv-column-picker'] });
  }
  return found;
}

/** What is left when the cells are clean: rows that were written in other ways may be the same then. */
function ofRows({ rows, header, columns }: TextParts): Finding[] {
  const found: Finding[] = [];
  const width = header?.length ?? rows[0]?.length ?? 0;
  const full = rows.filter((row) => !isBlankRow(row));
  const repeated = full.length - new Set(full.map((row) => JSON.stringify(row))).size;
  if (repeated > 0 && columns.length === width) {
    const config = { op: 'all', uniqueBy: columns.map((column) => column.name), uniqueBlank: true };
    const label = `${count(repeated, 'row repeats', 'rows repeat')} an earlier one`;
    found.push({ id: 'rows', label, action: 'Remove', steps: [tool('csv-filter-rows', config)] });
  }
  const empty = columns.filter(({ cells }) => cells.length > 0 && cells.every((cell) => cell.trim() === ''));
  if (empty.length > 0 && empty.length < columns.length) {
    const config = { columns: empty.map((column) => column.name), exclude: true };
    const label = `${count(empty.length, 'column is', 'columns are')} empty`;
    found.push({ id: 'empty columns', label, action: 'Remove', steps: [tool('csv-column-picker', config)] });
  }
  return found;
}

function isBlankRow(row: readonly string[]): boolean {
  return row.every((cell) => cell.trim() === '');
}

function isSameRow(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((cell, index) => cell === other[index]);
}

/** What is looked for in the cells of columns, with the steps that clean them. */
const cellFaults: readonly {
  readonly id: string;
  readonly has: (cell: string) => boolean;
  readonly words: string;
  readonly action: string;
  readonly step: string;
}[] = [
  {
    id: 'blanks',
    has: (cell) => cell !== cell.trim(),
    words: 'blanks at their ends',
    action: 'Trim',
    step: 'trim-lines',
  },
  {
    id: 'runs',
    has: (cell) => /\S[^\S\r\n]{2,}\S/.test(cell),
    words: 'several blanks in a row',
    action: 'Make one of them',
    step: 'collapse-whitespace',
  },
  {
    id: 'tags',
    has: (cell) => /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>/i.test(cell),
    words: 'HTML tags',
    action: 'Remove',
    step: 'strip-html-tags',
  },
  {
    id: 'entities',
    has: (cell) => /&(?:[a-z][a-z0-9]{1,30}|#\d{1,7}|#x[\da-f]{1,6});/i.test(cell),
    words: 'HTML entities',
    action: 'Decode',
    step: 'html-decode',
  },
  {
    id: 'tracking',
    has: (cell) => isTracked(cell),
    words: 'addresses with tracking parameters',
    action: 'Remove them',
    step: 'url-cleaner',
  },
];

function isTracked(text: string): boolean {
  return /[?&](?:utm_[a-z]{1,20}|fbclid|gclid|dclid|msclkid|mc_[ce]id|igshid|yclid)=/.test(text);
}

/** What is cleaned in the cells of a table, or the members of records. */
function ofCells(parts: TextParts): Finding[] {
  const found: Finding[] = [];
  for (const { id, has, words, action, step } of cellFaults) {
    const columns = parts.columns.filter(({ cells }) => cells.some(has));
    if (columns.length === 0) continue;
    found.push({ id, label: labelOf(columns, has, words), action, steps: parts.on(columns, [step]) });
  }
  found.push(...valueFindings(parts));
  const notes = parts.columns.filter(isNote);
  if (notes.length > 0) {
    const cells = notes.reduce((sum, column) => sum + column.cells.filter(hasPersonal).length, 0);
    const label = `${count(cells, 'cell')} of ${notes.map(({ name }) => name).join(', ')} with mail addresses in texts`;
    found.push({ id: 'personal', label, action: 'Redact', steps: parts.on(notes, ['pii-redactor']) });
  }
  return found;
}

/** `3 columns have blanks at their ends`, or for one `1 cell of name has blanks at its ends`. */
function labelOf(columns: readonly Column[], has: (cell: string) => boolean, words: string): string {
  const [first] = columns;
  if (columns.length > 1 || first === undefined) return `${count(columns.length, 'column')} have ${words}`;
  const cells = first.cells.filter(has).length;
  const isOne = cells === 1;
  return `${count(cells, 'cell')} of ${nameOf(first)} ${isOne ? `has ${words.replace('their', 'its')}` : `have ${words}`}`;
}

const mailInText = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/;

function hasPersonal(cell: string): boolean {
  return mailInText.test(cell);
}

/** Texts with addresses in them, and not columns of addresses. */
function isNote({ cells }: Column): boolean {
  return cells.some((cell) => mailInText.test(cell) && /\s\S+\s/.test(cell.trim()));
}

function repeatedLines(text: string): Finding[] {
  const lines = linesOf(text).filter((line) => line.trim() !== '');
  const repeated = lines.length - new Set(lines).size;
  if (repeated === 0) return [];
  const label = `${count(repeated, 'line repeats', 'lines repeat')} an earlier one`;
  return [{ id: 'lines', label, action: 'Remove', steps: [tool('remove-duplicate-lines', { skipBlank: true })] }];
}

/** What is cleaned in lines that are items of a list. */
function ofLines(text: string): Finding[] {
  const lines = linesOf(text);
  const full = lines.filter((line) => line.trim() !== '');
  const found: Finding[] = [];
  // Statements are no items.
  if (full.filter((line) => /[{};]\s*$/.test(line)).length > full.length / 4) return found;
  const blanks = full.filter((line) => line !== line.trim()).length;
  if (blanks > 0) {
    const label = `${count(blanks, 'line has', 'lines have')} blanks at ${blanks === 1 ? 'its' : 'their'} ends`;
    found.push({ id: 'blanks', label, action: 'Trim', steps: ['trim-lines'] });
  }
  const empty = lines.length - full.length;
  const isList = full.every((line) => line.length <= 100);
  if (empty > 0) {
    const label = `${count(empty, 'line is', 'lines are')} empty`;
    // Between paragraphs one stays.
    const isDouble = /(?:\r\n?|\n)[^\S\r\n]*(?:\r\n?|\n)[^\S\r\n]*(?:\r\n?|\n)/.test(text);
    if (isList) found.push({ id: 'empty lines', label, action: 'Remove', steps: ['remove-blank-lines'] });
    else if (isDouble) {
      const steps = [tool('remove-blank-lines', { mode: 'collapse' })];
      found.push({ id: 'empty lines', label: 'several empty lines in a row', action: 'Keep one of each', steps });
    }
  }
  found.push(...repeatedLines(text));
  const distinct = new Set(full);
  const folded = distinct.size - new Set([...distinct].map((line) => line.toLowerCase())).size;
  if (folded > 0 && isList) {
    const label = `${count(folded, 'line repeats', 'lines repeat')} by letter case`;
    const config = { caseSensitive: false, skipBlank: true };
    found.push({ id: 'line case', label, action: 'Remove', steps: [tool('remove-duplicate-lines', config)] });
  }
  return isList ? [...found, ...valueFindings(partsOf(text, undefined, false))] : found;
}

const secret =
  /\b(?:sk_live_|sk-|ghp_|github_pat_|glpat-|xox[abp]-|AKIA|AIza|svc_live_)[\w-]{12,}|-----BEGIN [A-Z ]*PRIVATE KEY/g;

/** What is cleaned in texts, logs and code. */
function ofText(text: string, format: string): Finding[] {
  const found: Finding[] = [];
  const lines = linesOf(text);
  const tabs = lines.filter((line) => /^ *\t/.test(line)).length;
  const spaces = lines.filter((line) => /^ {2,}\S/.test(line)).length;
  if (tabs > 0 && spaces > 0 && format !== 'tsv') {
    const to = tabs > spaces ? 'tabs' : 'spaces';
    const label = `${count(tabs, 'line')} indented by tabs, ${spaces.toLocaleString('en')} by spaces`;
    found.push({
      id: 'indentation',
      label,
      action: `Use ${to}`,
      steps: [tool('indentation-converter', to === 'tabs' ? { to } : {})],
    });
  }
  if (!['html', 'xml', 'url-list'].includes(format)) {
    const entities = text.match(/&(?:amp|lt|gt|quot|nbsp|#\d{1,7}|#x[\da-fA-F]{1,6});/g)?.length ?? 0;
    if (entities > 0 && !/<\/?[a-z]+[^<>]*>/i.test(text))
      found.push({
        id: 'entities',
        label: `${count(entities, 'HTML entity', 'HTML entities')}`,
        action: 'Decode',
        steps: ['html-decode'],
      });
  }
  const tracked = text.split(/\s+/).filter(isTracked).length;
  if (tracked > 0) {
    const label = `${count(tracked, 'address has', 'addresses have')} tracking parameters`;
    found.push({ id: 'tracking', label, action: 'Remove them', steps: ['url-cleaner'] });
  }
  const secrets = text.match(secret)?.length ?? 0;
  if (secrets > 0) {
    const label = `${count(secrets, 'key or token', 'keys or tokens')}`;
    found.push({ id: 'secrets', label, action: 'Redact', steps: ['secret-redactor'] });
  }
  const mails = text.match(new RegExp(mailInText, 'g'))?.length ?? 0;
  if (mails > 0 && format !== 'email-list') {
    const label = `${count(mails, 'mail address', 'mail addresses')}`;
    found.push({ id: 'personal', label, action: 'Redact', steps: ['pii-redactor'] });
  }
  return found;
}
