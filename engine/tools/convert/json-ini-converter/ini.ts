import { ToolError } from '../../../core/errors.js';
import { quotedJson } from '../../../text/json/json-records.js';
import type { JsonMember, JsonNode } from '../../../text/json/json-tree.js';
import { iniLines, isComment, type Multiline } from './ini-lines.js';
import { withoutComment } from './value-comments.js';

/** The members of an object or section: values, lists of the values of a repeated key, and sections. */
type Section = Map<string, JsonNode>;

/** Options for reading INI. */
export interface IniReading {
  readonly multiline: Multiline;
  /** The start of a comment after an unquoted value; undefined if there are no such comments. */
  readonly comment: RegExp | undefined;
}

/** A key and the lines of its value so far; undefined for a key without a value. */
interface OpenKey {
  readonly section: Section;
  readonly key: string;
  readonly indent: number;
  readonly lines: string[] | undefined;
}

/**
 * Reads INI as a JSON object: an inner object for each section, text for each key, a list for a repeated key, null for
 * a key without a value.
 *
 * Keys end at the first `=` or `:`. Lines that start with `;` or `#` are comments; a comment may also follow a quoted
 * value. Quotes around a value of one line are removed; in double quotes `\"` and `\\` are escapes.
 *
 * Why neither this nor `.env` has a library: see Decisions in engine/README.md.
 *
 * @throws {ToolError} with the line, for an unclosed header, a missing key, or a continuation of something that cannot
 *   be continued.
 */
export function readIni(text: string, reading: IniReading): JsonNode {
  const root: Section = new Map();
  const sections = new Map<string, Section>();
  let section = root;
  let open: OpenKey | undefined;
  for (const { text: line, number } of iniLines(text, reading.multiline)) {
    const shown = line.trim();
    if (shown === '') open?.lines?.push('');
    if (shown === '' || isComment(shown)) continue;
    const indent = line.length - line.trimStart().length;
    // A header may be indented, unless indented lines continue a value.
    const mayContinue = reading.multiline === 'indented' || !shown.startsWith('[');
    if (open !== undefined && indent > open.indent && mayContinue) {
      continueValue(open, shown, number, reading);
      continue;
    }
    addValue(open);
    open = undefined;
    if (shown.startsWith('[')) section = sectionFor(headerName(shown, number), number, root, sections);
    else open = { section, indent, ...keyAndValue(shown, number, reading) };
  }
  addValue(open);
  return objectOf(root, sections);
}

function continueValue(open: OpenKey, line: string, number: number, { multiline, comment }: IniReading): void {
  if (multiline !== 'indented') {
    throw lineError(
      number,
      'the line is indented deeper than the key before it; set multiline to "indented" to read values of several lines',
    );
  }
  if (open.lines === undefined) {
    throw lineError(number, 'the line is indented deeper than the key before it, which has no value');
  }
  open.lines.push(withoutComment(line, comment));
}

function headerName(line: string, number: number): string {
  const end = line.lastIndexOf(']');
  const behind = line.slice(end + 1).trim();
  if (end === -1) throw lineError(number, 'the section header is not closed by "]"');
  if (behind !== '' && !isComment(behind)) throw lineError(number, 'only a comment may follow a section header');
  return line.slice(1, end).trim();
}

function sectionFor(name: string, number: number, root: Section, sections: Map<string, Section>): Section {
  const present = sections.get(name);
  if (present !== undefined) return present;
  if (root.has(name)) throw lineError(number, `"${shorten(name)}" is a key above and a section here`);
  const section: Section = new Map();
  sections.set(name, section);
  // Keeps its place among the members. Its content is set at the end.
  root.set(name, 'null');
  return section;
}

function keyAndValue(line: string, number: number, { comment }: IniReading): Pick<OpenKey, 'key' | 'lines'> {
  const at = line.search(/[=:]/);
  const commentAt = comment === undefined ? -1 : line.search(comment);
  if (at === -1 || (commentAt !== -1 && commentAt < at))
    return { key: withoutComment(line, comment), lines: undefined };
  const key = line.slice(0, at).trimEnd();
  if (key === '') throw lineError(number, `there is no key before "${line.charAt(at)}"`);
  const written = line.slice(at + 1).trim();
  return { key, lines: [isQuoted(written) ? written : withoutComment(written, comment)] };
}

function addValue(open: OpenKey | undefined): void {
  if (open === undefined) return;
  const { section, key, lines } = open;
  const value = lines === undefined ? 'null' : quotedJson(joinedValue(lines));
  const present = section.get(key);
  if (present === undefined) section.set(key, value);
  else if (Array.isArray(present)) present.push(value);
  else section.set(key, [present, value]);
}

/** Joins the lines of a value, without blank lines at the end. */
function joinedValue(lines: readonly string[]): string {
  let end = lines.length;
  while (end > 1 && lines[end - 1] === '') end--;
  return end === 1 ? unquoted(lines[0] ?? '') : lines.slice(0, end).join('\n');
}

function unquoted(value: string): string {
  const end = closingQuote(value);
  if (end === -1) return value;
  const inside = value.slice(1, end);
  return value.startsWith('"') ? inside.replace(/\\(["\\])/g, '$1') : inside;
}

function isQuoted(value: string): boolean {
  return closingQuote(value) !== -1;
}

/** Returns the offset of the closing quote; -1 unless quotes enclose the whole value, apart from a comment. */
function closingQuote(value: string): number {
  const quote = value.charAt(0);
  if (quote !== '"' && quote !== "'") return -1;
  let end = value.indexOf(quote, 1);
  if (quote === '"') while (end !== -1 && isEscaped(value, end)) end = value.indexOf(quote, end + 1);
  return end === -1 || !/^(?:[ \t]+[;#].*)?$/.test(value.slice(end + 1)) ? -1 : end;
}

function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text[start - 1] === '\\') start--;
  return (at - start) % 2 === 1;
}

function objectOf(root: Section, sections: ReadonlyMap<string, Section>): JsonNode {
  const members: JsonMember[] = [];
  for (const [name, value] of root) {
    const section = sections.get(name);
    members.push({ key: JSON.stringify(name), value: section === undefined ? value : objectOf(section, new Map()) });
  }
  return { members };
}

function lineError(line: number, reason: string): ToolError {
  return ToolError.at({ line }, `${reason}`);
}

function shorten(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60)}…` : name;
}
