import { ToolError } from '../../../core/errors.js';
import { type JsonPath, scalarText, showPath } from '../../../text/json/json-conversion.js';
import { decodeJsonString, type JsonNode } from '../../../text/json/json-tree.js';
import type { IniReading } from './ini.js';

/**
 * Writes a JSON object as lines of INI: keys without a section first, then a section for each inner object. A list
 * repeats its key for each item; null is a key without a value.
 *
 * @param reading - how the text will be read: reading it restores the object.
 * @throws {ToolError} with the path of what INI cannot represent: a third level, a line ending, a name that would be
 *   read differently.
 */
export function* writeIni(root: JsonNode, reading: IniReading): Generator<string> {
  if (typeof root === 'string' || Array.isArray(root)) {
    throw new ToolError('INI is made from a JSON object: {"section": {"key": "value"}}');
  }
  for (const { key, value } of root.members)
    if (!isSection(value)) yield* pairLines([decodeJsonString(key)], value, reading);
  let gap = root.members.some(({ value }) => !isSection(value));
  for (const { key, value } of root.members) {
    if (!isSection(value)) continue;
    const name = decodeJsonString(key);
    if (name.trim() !== name || /[\r\n]/.test(name)) throw pathError([name], 'INI has no such name for a section');
    if (gap) yield '';
    gap = true;
    yield `[${name}]`;
    for (const member of value.members) yield* pairLines([name, decodeJsonString(member.key)], member.value, reading);
  }
}

function isSection(value: JsonNode): value is Exclude<JsonNode, string | JsonNode[]> {
  return typeof value !== 'string' && !Array.isArray(value);
}

function* pairLines(path: JsonPath, value: JsonNode, reading: IniReading): Generator<string> {
  const key = String(path.at(-1));
  if (!isReadable(key, reading)) throw pathError(path, 'INI has no such key');
  for (const item of Array.isArray(value) ? value : [value]) {
    if (typeof item !== 'string') throw pathError(path, 'INI has only sections of keys, and lists of plain values');
    if (item === 'null') yield key;
    else yield `${key} = ${written(scalarText(item), path, reading)}`.replace(/ $| (?=\n)/, '');
  }
}

/** Returns whether reading a key restores it. */
function isReadable(key: string, { multiline, comment }: IniReading): boolean {
  if (key === '' || key.trim() !== key || /[=:\r\n]|^[;#[]/.test(key)) return false;
  return comment?.test(key) !== true && (multiline !== 'backslash' || !key.endsWith('\\'));
}

function written(value: string, path: JsonPath, { multiline, comment }: IniReading): string {
  if (/[\r\n]/.test(value)) return severalLines(value, path, multiline === 'indented', comment);
  // For other readers, semicolons and number signs start comments, and a backslash at the end continues the line.
  const isPlain = value.trim() === value && !/^["']|(?:^|\s)[;#]/.test(value) && comment?.test(value) !== true;
  if (isPlain && (multiline !== 'backslash' || !value.endsWith('\\'))) return value;
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}

function severalLines(value: string, path: JsonPath, indented: boolean, comment: RegExp | undefined): string {
  if (!indented) throw pathError(path, 'a value of INI has only one line, unless multiline is "indented"');
  const lines = value.split('\n');
  if (lines.at(-1) === '') throw pathError(path, 'INI loses the line end at the end of this value');
  for (const [i, line] of lines.entries()) {
    if (line.includes('\r')) throw pathError(path, 'INI has no carriage return in a value');
    const isLost = line.trim() !== line || (i > 0 && /^[;#]/.test(line)) || comment?.test(line) === true;
    if (isLost) throw pathError(path, `line ${i + 1} of this value would be read differently`);
  }
  return lines.join('\n\t').replace(/\t(?=\n)/g, '');
}

function pathError(path: JsonPath, reason: string): ToolError {
  return new ToolError(`${showPath(path)}: ${reason}`);
}
