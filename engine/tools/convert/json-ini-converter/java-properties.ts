import { ToolError } from '../../../core/errors.js';
import { scalarText, showPath } from '../../../text/json/json-conversion.js';
import { decodeJsonString, type JsonNode } from '../../../text/json/json-tree.js';
import { splitLines } from '../../../text/lines/lines.js';
import { replaceMatches } from '../../../text/replacement.js';

const leadingBlanks = /^[ \t\f]*/;
const escapes: ReadonlyMap<string, string> = new Map([
  ['t', '\t'],
  ['n', '\n'],
  ['r', '\r'],
  ['f', '\f'],
]);

/**
 * Reads a Java `.properties` file as keys and values. The last value of a duplicate key is used.
 *
 * @throws {ToolError} with the line of a `\u` without four hexadecimal digits.
 * @see java.util.Properties#load(java.io.Reader)
 */
export function readProperties(text: string): Map<string, string> {
  const values = new Map<string, string>();
  const { lines } = splitLines(text);
  for (let i = 0; i < lines.length; i++) {
    const first = i + 1;
    let line = withoutIndent(lines[i] ?? '');
    if (line === '' || line.startsWith('#') || line.startsWith('!')) continue;
    const parts: string[] = [];
    while (isContinued(line)) {
      parts.push(line.slice(0, -1));
      line = withoutIndent(lines[++i] ?? '');
    }
    parts.push(line);
    const { key, value } = keyAndValue(parts.join(''));
    values.set(unescaped(key, first), unescaped(value, first));
  }
  return values;
}

function withoutIndent(line: string): string {
  return line.replace(leadingBlanks, '');
}

/** Returns whether the next line continues a line: whether it ends with an odd number of backslashes. */
function isContinued(line: string): boolean {
  let end = line.length;
  while (line[end - 1] === '\\') end--;
  return (line.length - end) % 2 === 1;
}

/** Splits a line: the key ends at the first unescaped white space, `=` or `:`. */
function keyAndValue(line: string): { key: string; value: string } {
  let end = 0;
  while (end < line.length && !/[=: \t\f]/.test(line.charAt(end))) end += line[end] === '\\' ? 2 : 1;
  const value = line.slice(end).replace(/^[ \t\f]*[=:]?[ \t\f]*/, '');
  return { key: line.slice(0, end), value };
}

function unescaped(text: string, line: number): string {
  return replaceMatches(text, /\\(?:u([\da-fA-F]{4})|(.?))/gs, (_, hex: string | undefined, letter = '') => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    if (letter === 'u') throw ToolError.at({ line }, `\\u needs four hexadecimal digits`);
    return escapes.get(letter) ?? letter;
  });
}

/**
 * Writes a JSON object as lines of a `.properties` file. Keeps characters outside ASCII: the file should be read as
 * UTF-8.
 *
 * @throws {ToolError} with the path of a value that is not plain.
 */
export function* propertiesLines(root: JsonNode): Generator<string> {
  if (typeof root === 'string' || Array.isArray(root)) {
    throw new ToolError('properties are made from a JSON object: {"key": "value"}');
  }
  for (const { key, value } of root.members) {
    const name = decodeJsonString(key);
    if (typeof value !== 'string') throw new ToolError(`${showPath([name])}: properties have only plain values`);
    const text = escaped(scalarText(value), /\\/g).replace(/^ /, '\\ ');
    yield `${escaped(name, /[\\ =:#!]/g)}=${text}`;
  }
}

/** Escapes control characters, lone surrogates and the given other characters. */
function escaped(text: string, others: RegExp): string {
  return replaceMatches(text.replace(others, '\\$&'), /[\0-\x1f\x7f]|\p{Surrogate}/gu, (character) => {
    for (const [letter, meaning] of escapes) if (meaning === character) return `\\${letter}`;
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
