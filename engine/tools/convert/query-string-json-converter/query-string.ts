import { ToolError } from '../../../core/errors.js';
import type { OutputLimit } from '../../../core/tool.js';
import { scalarText, showPath } from '../../../text/json/json-conversion.js';
import { decodeJsonString, type JsonNode } from '../../../text/json/json-tree.js';
import { percentDecodeLeniently } from '../../../text/urls/percent-decoding.js';
import { PercentEncoding } from '../../../text/urls/percent-encoding.js';

export interface QueryStyle {
  /** How a list is written: `a=1&a=2`, `a[]=1&a[]=2` or `a=1,2`. */
  readonly arrays: 'repeat' | 'brackets' | 'comma';
  /** Brackets in a name lead into objects and lists: `a[b][0]=1`. */
  readonly nested: boolean;
}

/** The maximum depth of a name: `a[b][c]` has three levels. */
const maxLevels = 20;

/** A value that is being built. */
interface Part {
  /** Its texts, as JSON strings. */
  readonly texts: string[];
  readonly parts: Map<string, Part>;
  /** Written with `[]` or with a comma: a list, even of one item. */
  isList: boolean;
}

/**
 * Reads a query string (application/x-www-form-urlencoded of the WHATWG URL standard) as a JSON object.
 *
 * Escapes without two digits stay as they are, and bytes that are not UTF-8 become U+FFFD. Everything is text; a name
 * that occurs several times is a list. With `nested`, parts numbered 0, 1, 2 … in this order are a list as well.
 *
 * No library: qs 6.17.1 leaves a name or value with one broken escape encoded as a whole, closes the gaps of `a[0]` and
 * `a[2]`, and takes 65 s of processor time for 100,000 times `a[]=1` if lists may be that long (this: 0.1 s).
 *
 * @param query - without `?`.
 * @throws {ToolError} if a name has both a value and parts or more than 20 levels.
 */
export function queryToJson(query: string, style: QueryStyle): JsonNode {
  const root = newPart();
  for (const pair of query.split('&')) if (pair !== '') addPair(root, pair, style);
  return objectOf(root.parts, '');
}

function newPart(): Part {
  return { texts: [], parts: new Map(), isList: false };
}

function addPair(root: Part, pair: string, { arrays, nested }: QueryStyle): void {
  const equals = pair.indexOf('=');
  const name = decode(equals === -1 ? pair : pair.slice(0, equals));
  const value = equals === -1 ? '' : pair.slice(equals + 1);
  const hasBrackets = (nested || arrays === 'brackets') && name.length > 2 && name.endsWith('[]');
  const single = hasBrackets ? name.slice(0, -2) : name;
  const levels = nested ? levelsOf(single) : [single];
  let part = root;
  for (const [i, name] of levels.entries()) {
    const level = i > 0 && name === '' ? openItem(part, levels.slice(i + 1)) : name;
    let inner = part.parts.get(level);
    if (inner === undefined) {
      inner = newPart();
      part.parts.set(level, inner);
    }
    part = inner;
  }
  const texts = arrays === 'comma' ? value.split(',') : [value];
  if (hasBrackets || texts.length > 1) part.isList = true;
  for (const text of texts) part.texts.push(JSON.stringify(decode(text)));
}

/**
 * Returns the number of the item that `[]` inside a name means: the last one, or the next if the last has this part
 * already, as `a[][x]=1&a[][y]=2&a[][x]=3` has two items in forms of Rails and PHP.
 */
function openItem({ parts }: Part, rest: readonly string[]): string {
  const last = parts.size - 1;
  let part = parts.get(String(last));
  if (part === undefined) return String(parts.size);
  for (const level of rest) {
    // A list inside the item grows.
    if (level === '') return String(last);
    part = part.parts.get(level);
    if (part === undefined) return String(last);
  }
  return part.isList ? String(last) : String(last + 1);
}

function decode(text: string): string {
  return percentDecodeLeniently(text.replaceAll('+', ' '));
}

/** Splits `a[b][c]` into a, b, c; a name of another form is one level. */
function levelsOf(name: string): string[] {
  const open = name.indexOf('[');
  if (open < 1 || !name.endsWith(']')) return [name];
  const levels = [name.slice(0, open), ...name.slice(open + 1, -1).split('][')];
  if (levels.some((level, i) => i > 0 && /[[\]]/.test(level))) return [name];
  if (levels.length > maxLevels) throw nameError(name, `has more than ${maxLevels} levels`);
  return levels;
}

function partValue({ texts, parts, isList }: Part, name: string): JsonNode {
  if (texts.length > 0 && parts.size > 0) throw nameError(name, 'has both a value and parts');
  if (parts.size > 0) return isNumbered(parts) ? [...values(parts, name)] : objectOf(parts, name);
  return isList || texts.length > 1 ? texts : (texts[0] ?? '""');
}

function isNumbered(parts: ReadonlyMap<string, Part>): boolean {
  let expected = 0;
  for (const name of parts.keys()) if (name !== String(expected++)) return false;
  return true;
}

function* values(parts: ReadonlyMap<string, Part>, outer: string): Generator<JsonNode> {
  for (const [name, part] of parts) yield partValue(part, outer === '' ? name : `${outer}[${name}]`);
}

function objectOf(parts: ReadonlyMap<string, Part>, outer: string): JsonNode {
  const names = [...parts.keys()];
  return { members: [...values(parts, outer)].map((value, i) => ({ key: JSON.stringify(names[i]), value })) };
}

function nameError(name: string, reason: string): ToolError {
  return new ToolError(`the name "${name.length > 60 ? `${name.slice(0, 60)}…` : name}" ${reason}`);
}

const formEncoding = new PercentEncoding('*-._', { spaceAsPlus: true });

/**
 * Writes a JSON object as a query string. Null is the empty text; empty lists and objects are dropped.
 *
 * @throws {ToolError} with the path of a value that this style cannot express.
 * @throws {OutputTooLongError} as soon as the text is longer than the limit: each item of a list repeats its name.
 */
export function jsonToQuery(root: JsonNode, style: QueryStyle, limit: OutputLimit): string {
  if (typeof root === 'string' || Array.isArray(root)) {
    throw new ToolError('a query string is made from a JSON object: {"name": "value"}');
  }
  const writer = new QueryWriter(style, limit);
  for (const { key, value } of root.members) writer.write(decodeJsonString(key), value);
  return writer.query;
}

class QueryWriter {
  query = '';
  readonly #style: QueryStyle;
  readonly #limit: OutputLimit;
  readonly #path: (string | number)[] = [];

  constructor(style: QueryStyle, limit: OutputLimit) {
    this.#style = style;
    this.#limit = limit;
  }

  write(name: string, value: JsonNode): void {
    this.#path.push(name);
    if (this.#style.nested && /[[\]]/.test(name)) throw this.#error('with nested, a name cannot contain brackets');
    this.#value(this.#encode(name), value);
    this.#path.pop();
  }

  /** @param name - encoded. */
  #value(name: string, value: JsonNode): void {
    if (typeof value === 'string') this.#pair(name, this.#encode(scalarText(value)));
    else if (Array.isArray(value)) this.#list(name, value);
    else {
      this.#requireNested('an object');
      for (const { key, value: inner } of value.members) this.#inside(name, decodeJsonString(key), inner);
    }
  }

  #list(name: string, items: readonly JsonNode[]): void {
    if (!items.every((item) => typeof item === 'string')) {
      this.#requireNested('a list of more than plain values');
      for (const [i, item] of items.entries()) this.#inside(name, i, item);
      return;
    }
    const texts = items.map((item) => this.#encode(scalarText(item)));
    if (this.#style.arrays === 'comma') {
      if (texts.length > 0) this.#pair(name, texts.join(','));
      return;
    }
    const repeated = this.#style.arrays === 'brackets' ? `${name}%5B%5D` : name;
    for (const text of texts) this.#pair(repeated, text);
  }

  #inside(outer: string, step: string | number, value: JsonNode): void {
    this.#path.push(step);
    if (this.#path.length > maxLevels) throw this.#error(`deeper than ${maxLevels} levels`);
    if (step === '' || /[[\]]/.test(String(step))) {
      throw this.#error('a name inside brackets must not be empty or contain brackets');
    }
    this.#value(`${outer}%5B${this.#encode(String(step))}%5D`, value);
    this.#path.pop();
  }

  #pair(name: string, text: string): void {
    this.#limit.check(this.query.length + name.length + text.length + 2);
    this.query += `${this.query === '' ? '' : '&'}${name}=${text}`;
  }

  #encode(text: string): string {
    return formEncoding.encode(text, this.#limit);
  }

  #requireNested(kind: string): void {
    if (!this.#style.nested) throw this.#error(`this is ${kind}; set nested to true to write it with brackets`);
  }

  #error(reason: string): ToolError {
    return new ToolError(`${showPath(this.#path)}: ${reason}`);
  }
}
