import type { ColumnAlign, MarkdownTable } from './markdown-table.js';

/** A table in a Markdown text. */
export interface PlacedTable extends MarkdownTable {
  /** The lines it takes: from the header to the one after the last row, counted from 0. */
  readonly start: number;
  readonly end: number;
  /** White space before the header, which is written before every line of the table. */
  readonly indentation: string;
}

const fence = /^[ \t]*(`{3,}|~{3,})/;
/** A line that starts another block ends the table: heading, quotation, fence, thematic break. */
const otherBlock = /^ {0,3}(?:#{1,6}(?:[ \t]|$)|>|`{3,}|~{3,}|(?:-[ \t]*){3,}$|(?:\*[ \t]*){3,}$|(?:_[ \t]*){3,}$)/;
const listItem = /^ {0,3}(?:[-+*]|\d{1,9}[.)])[ \t]/;

/** Finds the tables of GitHub Flavored Markdown outside fenced code, also those in quotes and directly after a list mark. */
export function allMarkdownTables(lines: readonly string[]): MarkdownTable[] {
  const tables: MarkdownTable[] = [];
  let fenced: { readonly mark: string; readonly containers: Containers } | undefined;
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? '';
    const content = fenced === undefined ? undefined : continuedContent(line, fenced.containers);
    if (fenced !== undefined && (content !== undefined || (line.trim() === '' && !isQuoted(fenced.containers)))) {
      const mark = fence.exec(content ?? '')?.[1];
      if (mark?.startsWith(fenced.mark) === true && content?.trim() === mark) fenced = undefined;
      continue;
    }
    const containers = containersOf(line);
    const mark = fence.exec(containers.content)?.[1];
    fenced = mark === undefined ? undefined : { mark, containers };
    if (fenced !== undefined) continue;
    const table = tableInside(lines, i, containers) ?? tableAt(lines, i);
    if (table === undefined) continue;
    tables.push(table);
    i = table.end - 1;
  }
  return tables;
}

function isQuoted({ list }: Containers): boolean {
  return list.includes('quote');
}

/** Returns the table that starts in quotes or list items; undefined if the line is in none or starts no table. */
function tableInside(lines: readonly string[], start: number, containers: Containers): PlacedTable | undefined {
  if (containers.list.length === 0 || !containers.content.includes('|')) return undefined;
  const delimiters = continuedContent(lines[start + 1] ?? '', containers);
  if (delimiters === undefined) return undefined;
  const inside = [containers.content, delimiters];
  if (tableAt(inside, 0) === undefined) return undefined;
  for (let end = start + 2; end < lines.length; end++) {
    const content = continuedContent(lines[end] ?? '', containers);
    if (content === undefined || !isRow(content)) break;
    inside.push(content);
  }
  const table = tableAt(inside, 0);
  return table && { ...table, start, end: start + inside.length };
}

/**
 * Finds the tables of GitHub Flavored Markdown outside quotes and fenced code, also those indented inside a list.
 *
 * A table is a line of cells above a delimiter row with as many cells; its rows continue to the next blank line or the
 * next block. Rows may have fewer or more cells than the header; all are kept. Linear in the length of the text.
 *
 * Not markdown-it, which takes five times as long: see Decisions in engine/README.md.
 *
 * @see https://github.github.com/gfm/#tables-extension-
 */
export function markdownTables(lines: readonly string[]): PlacedTable[] {
  const tables: PlacedTable[] = [];
  let closing: string | undefined;
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? '';
    const mark = fence.exec(line)?.[1];
    if (closing !== undefined) {
      if (mark?.startsWith(closing) && line.trim() === mark) closing = undefined;
    } else if (mark !== undefined) closing = mark;
    else {
      const table = tableAt(lines, i);
      if (table === undefined) continue;
      tables.push(table);
      i = table.end - 1;
    }
  }
  return tables;
}

function tableAt(lines: readonly string[], start: number): PlacedTable | undefined {
  const head = lines[start] ?? '';
  const delimiters = lines[start + 1] ?? '';
  if (!head.includes('|') || !/^[ \t]*[|:-]/.test(delimiters) || otherBlock.test(head)) return undefined;
  const header = cellsOf(head);
  const marks = cellsOf(delimiters);
  if (header.length !== marks.length || !marks.every((mark) => /^:?-+:?$/.test(mark))) return undefined;
  const rows: string[][] = [];
  let end = start + 2;
  while (end < lines.length && isRow(lines[end] ?? '')) rows.push(cellsOf(lines[end++] ?? '').slice());
  return { header, align: marks.map(alignOf), rows, start, end, indentation: /^[ \t]*/.exec(head)?.[0] ?? '' };
}

function isRow(line: string): boolean {
  return line.trim() !== '' && !otherBlock.test(line) && (line.includes('|') || !listItem.test(line));
}

/** Returns the cells of a line, trimmed. A pipe after a backslash does not separate cells. */
function cellsOf(line: string): string[] {
  const cells: string[] = [];
  let start = 0;
  for (let at = line.indexOf('|'); at !== -1; at = line.indexOf('|', at + 1)) {
    if (line[at - 1] === '\\') continue;
    cells.push(line.slice(start, at).trim());
    start = at + 1;
  }
  cells.push(line.slice(start).trim());
  if (cells.length > 1 && cells[0] === '') cells.shift();
  if (cells.length > 1 && cells.at(-1) === '' && start > 0) cells.pop();
  return cells;
}

function alignOf(mark: string): ColumnAlign {
  const left = mark.startsWith(':');
  if (mark.endsWith(':')) return left ? 'center' : 'right';
  return left ? 'left' : 'none';
}

/** A quote, or a list item whose further lines start with this many columns of white space. */
type Container = 'quote' | number;

/** The quotes and list items around a line, from the outermost one. */
interface Containers {
  readonly list: readonly Container[];
  /** The line without their marks. */
  readonly content: string;
}

const listMarker = /(?:[-+*]|\d{1,9}[.)])([ \t]+)/y;
/** White space after a list marker from which on it belongs to the content, which is code then. */
const tooManyBlanks = 5;

/** Reads the marks of quotes and list items at the start of a line. */
function containersOf(line: string): Containers {
  const list: Container[] = [];
  for (let at = 0; ; ) {
    const mark = skipBlanks(line, at);
    listMarker.lastIndex = mark;
    const [marker, blanks = ''] = listMarker.exec(line) ?? [];
    if (line.charAt(mark) === '>') {
      list.push('quote');
      at = afterQuoteMark(line, mark);
    } else if (marker !== undefined) {
      const end = mark + marker.length - (blanks.length >= tooManyBlanks ? blanks.length - 1 : 0);
      list.push(end - at);
      at = end;
    } else return { list, content: line.slice(at) };
  }
}

/** Returns the content of a further line inside the same quotes and list items; undefined outside them. */
function continuedContent(line: string, { list }: Containers): string | undefined {
  let at = 0;
  for (const container of list) {
    const mark = skipBlanks(line, at);
    if (container === 'quote') {
      if (line.charAt(mark) !== '>') return undefined;
      at = afterQuoteMark(line, mark);
    } else {
      const wanted = line.slice(at, at + container).includes('\t') ? 1 : container;
      if (mark - at < wanted) return undefined;
      at += wanted;
    }
  }
  return line.slice(at);
}

function skipBlanks(line: string, from: number): number {
  let at = from;
  while (line.charAt(at) === ' ' || line.charAt(at) === '\t') at++;
  return at;
}

function afterQuoteMark(line: string, mark: number): number {
  const next = line.charAt(mark + 1);
  return next === ' ' || next === '\t' ? mark + 2 : mark + 1;
}
