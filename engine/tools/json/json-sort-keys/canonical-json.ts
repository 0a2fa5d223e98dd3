import { ToolError } from '../../../core/errors.js';
import type { OutputLimit } from '../../../core/tool.js';
import { showName } from '../../../text/json/json-paths.js';
import { decodeJsonString, type JsonNode, type JsonObject } from '../../../text/json/json-tree.js';
import { kindOf, stringValue } from '../../../text/json/json-values.js';

/**
 * Writes JSON in the canonical form of RFC 8785 (JCS), which is the same for equal values: no white space, names sorted
 * by UTF-16 code units, numbers as ECMAScript writes doubles, strings with as few escapes as possible.
 *
 * @throws {ToolError} for what I-JSON (RFC 7493) forbids: duplicate names, lone surrogates, and numbers out of the
 *   range of doubles.
 */
export function canonicalJson(node: JsonNode, limit: OutputLimit): string {
  const text = written(node);
  limit.check(text.length);
  return text;
}

function written(node: JsonNode): string {
  if (Array.isArray(node)) return `[${node.map(written).join(',')}]`;
  if (typeof node !== 'string') return writtenObject(node);
  const text = stringValue(node);
  if (text !== undefined) return writtenString(text);
  return kindOf(node) === 'number' ? writtenNumber(node) : node;
}

function writtenObject({ members }: JsonObject): string {
  const values = new Map<string, JsonNode>();
  for (const { key, value } of members) {
    const name = decodeJsonString(key);
    if (values.has(name)) throw new ToolError(`an object has the name ${showName(name)} twice`);
    values.set(name, value);
  }
  // By default, strings are sorted by UTF-16 code units.
  const names = [...values.keys()].sort();
  return `{${names.map((name) => `${writtenString(name)}:${written(values.get(name) ?? 'null')}`).join(',')}}`;
}

function writtenString(text: string): string {
  if (!text.isWellFormed()) throw new ToolError('a lone surrogate in a string has no canonical form');
  return JSON.stringify(text);
}

function writtenNumber(source: string): string {
  const number = Number(source);
  if (Number.isFinite(number)) return String(number);
  throw new ToolError(`the number ${source.slice(0, 40)} is out of range for the canonical form`);
}
