import { ToolError } from '../../../core/errors.js';
import { type JsonPath, scalarText, showPath } from '../../../text/json/json-conversion.js';
import { decodeJsonString, type JsonMember, type JsonNode } from '../../../text/json/json-tree.js';
import { splitLines } from '../../../text/lines/lines.js';

/** The members of an object or section: each value, or all values of a key that comes several times, or a section. */
type Section = Map<string, JsonNode>;

/**
 * Reads INI as a JSON object: an object in it for each section, text for each key, a list for a key that comes several
 * times, null for one without a value.
 *
 * Keys end at the first `=` or `:`. Comments have lines of their own, beginning with `;` or `#`; behind a value in quotes
 * there may be one too. Quotes around a value go; in double quotes `\"` and `\\` are escapes.
 *
 * @throws {ToolError} with the line of a header that is not closed, a key without a name or a continued value.
 */
export function readIni(text: string): JsonNode {
  const root: Section = new Map();
  const sections = new Map<string, Section>();
  let section = root;
  let keyIndent = Number.POSITIVE_INFINITY;
  splitLines(text).lines.forEach((line, i) => {
    const shown = line.trim();
    if (shown === '' || shown.startsWith(';') || shown.startsWith('#')) return;
    const indent = line.length - line.trimStart().length;
    if (shown.startsWith('[')) {
      section = sectionFor(headerName(shown, i + 1), i + 1, root, sections);
      keyIndent = Number.POSITIVE_INFINITY;
      return;
    }
    if (indent > keyIndent) {
      throw lineError(
        i + 1,
        'the line is indented deeper than the key before it, and values of several lines are not read',
      );
    }
    keyIndent = indent;
    addPair(section, shown, i + 1);
  });
  return objectOf(root, sections);
}

function headerName(line: string, number: number): string {
  const end = line.lastIndexOf(']');
  const behind = line.slice(end + 1).trim();
  if (end === -1) throw lineError(number, 'the section header is not closed by "]"');
  if (behind !== '' && !/^[;#]/.test(behind)) throw lineError(number, 'only a comment may follow a section header');
  return line.slice(1, end).trim();
}

function sectionFor(name: string, number: number, root: Section, sections: Map<string, Section>): Section {
  const present = sections.get(name);
  if (present !== undefined) return present;
  if (root.has(name)) throw lineError(number, `"${shorten(name)}" is a key above and a section here`);
  const section: Section = new Map();
  sections.set(name, section);
  // Its place among the members; what it holds is filled in at the end.
  root.set(name, 'null');
  return section;
}

function addPair(section: Section, line: string, number: number): void {
  const at = line.search(/[=:]/);
  const key = (at === -1 ? line : line.slice(0, at)).trimEnd();
  if (key === '') throw lineError(number, `there is no key before "${line.charAt(at)}"`);
  const value = at === -1 ? 'null' : JSON.stringify(unquoted(line.slice(at + 1).trim()));
  const present = section.get(key);
  if (present === undefined) section.set(key, value);
  else if (Array.isArray(present)) present.push(value);
  else section.set(key, [present, value]);
}

function unquoted(value: string): string {
  const quote = value.charAt(0);
  if (quote !== '"' && quote !== "'") return value;
  let end = value.indexOf(quote, 1);
  if (quote === '"') while (end !== -1 && isEscaped(value, end)) end = value.indexOf(quote, end + 1);
  if (end === -1 || !/^(?:[ \t]+[;#].*)?$/.test(value.slice(end + 1))) return value;
  const inside = value.slice(1, end);
  return quote === '"' ? inside.replace(/\\(["\\])/g, '$1') : inside;
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

/**
 * Writes a JSON object as lines of INI: keys without a section first, then a section for each object in it. A list is its
 * key once for each item, null a key alone.
 *
 * @throws {ToolError} with the path of what INI cannot hold: a third level, a line end, a name that would read differently.
 */
export function* iniLines(root: JsonNode): Generator<string> {
  if (typeof root === 'string' || Array.isArray(root)) {
    throw new ToolError('INI is made from a JSON object: {"section": {"key": "value"}}');
  }
  for (const { key, value } of root.members) if (!isSection(value)) yield* pairLines([decodeJsonString(key)], value);
  let gap = root.members.some(({ value }) => !isSection(value));
  for (const { key, value } of root.members) {
    if (!isSection(value)) continue;
    const name = decodeJsonString(key);
    if (name.trim() !== name || /[\r\n]/.test(name)) throw pathError([name], 'INI has no such name for a section');
    if (gap) yield '';
    gap = true;
    yield `[${name}]`;
    for (const member of value.members) yield* pairLines([name, decodeJsonString(member.key)], member.value);
  }
}

function isSection(value: JsonNode): value is Exclude<JsonNode, string | JsonNode[]> {
  return typeof value !== 'string' && !Array.isArray(value);
}

function* pairLines(path: JsonPath, value: JsonNode): Generator<string> {
  const key = String(path.at(-1));
  if (key === '' || key.trim() !== key || /[=:\r\n]|^[;#[]/.test(key)) throw pathError(path, 'INI has no such key');
  for (const item of Array.isArray(value) ? value : [value]) {
    if (typeof item !== 'string') throw pathError(path, 'INI has only sections of keys, and lists of plain values');
    if (item === 'null') yield key;
    else yield `${key} = ${quoted(scalarText(item), path)}`.trimEnd();
  }
}

function quoted(value: string, path: JsonPath): string {
  if (/[\r\n]/.test(value)) throw pathError(path, 'a value of INI has only one line');
  // Semicolons and number signs start comments for other readers.
  if (value.trim() === value && !/^["']|(?:^|\s)[;#]/.test(value)) return value;
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}

function pathError(path: JsonPath, reason: string): ToolError {
  return new ToolError(`${showPath(path)}: ${reason}`);
}
