import { nearestName } from '../../core/edit-distance.js';
import { withSuggestion } from '../../core/error-table.js';
import { ToolError } from '../../core/errors.js';
import { Type } from '../../core/schema.js';
import { quotedJson } from '../json/json-records.js';
import { JsonScanner } from '../json/json-scanner.js';
import { syntaxError } from '../json/json-syntax.js';
import { decodeJsonString, type JsonNode, parseJsonTree } from '../json/json-tree.js';
import { isObject } from '../json/json-values.js';
import { isSingularPath, selectSources } from '../json-path/json-path.js';
import { positionAt } from '../position.js';
import type { Span } from '../span.js';
import { type LineSpan, lineSpans } from './line-parts.js';
import { type CutText, checkParts, type Part, type PartCutter } from './parts.js';

/** The members of `each: { "json": … }`. */
export const JsonParts = Type.Object(
  {
    path: Type.String({
      minLength: 1,
      maxLength: 1_000,
      description: 'The JSONPath of the values that are the parts (RFC 9535)',
    }),
    lines: Type.Optional(Type.Boolean({ description: 'Each line is a JSON text of its own' })),
  },
  { additionalProperties: false },
);

export interface JsonOptions {
  readonly path: string;
  readonly lines?: boolean;
}

/** Cuts the values out of a JSON text that a JSONPath selects, or out of each line. */
export class JsonCutter implements PartCutter {
  readonly #path: string;
  readonly #byLine: boolean;

  constructor({ path, lines = false }: JsonOptions) {
    this.#path = path;
    this.#byLine = lines;
  }

  prepare(): void {
    isSingularPath(this.#path);
  }

  cut(text: string): CutText {
    if (this.#byLine) return new JsonLinesCut(text, this.#path);
    const values = selectedValues(text, this.#path);
    if (values.length === 0 && isSingularPath(this.#path)) {
      throw new ToolError(this.whyNone(text));
    }
    return {
      parts: values.map(({ start, end }) => partOf(text, start, end)),
      write: writeJson(text),
      removal: (part, index) => values[index]?.removal() ?? part,
      removes: 'characters',
    };
  }

  whyNone(text: string): string {
    return nothingAt(this.#path, parseJsonTree(this.#byLine ? firstLineOf(text) : text));
  }
}

/** Returns the first line that is not blank; `null` if there is none. */
function firstLineOf(text: string): string {
  for (const { start, end } of lineSpans(text)) {
    const line = text.slice(start, end);
    if (line.trim() !== '') return line;
  }
  return 'null';
}

/** The values of the lines of a text. */
class JsonLinesCut implements CutText {
  readonly parts: Part[] = [];
  readonly removes = 'lines';
  readonly write: CutText['write'];
  readonly #removals: (() => Span)[] = [];

  constructor(text: string, path: string) {
    this.write = writeJson(text);
    for (const line of lineSpans(text)) {
      const json = text.slice(line.start, line.end);
      if (json.trim() === '') continue;
      try {
        for (const value of selectedValues(json, path)) this.#add(text, line, value);
      } catch (error) {
        if (!(error instanceof ToolError) || error.kind !== 'invalid-json') throw error;
        const fault = `column ${error.place?.column}: ${error.reason}`;
        this.parts.push({ start: line.start, end: line.end, text: json, fault });
        this.#removals.push(() => ({ start: line.start, end: line.next }));
      }
      checkParts(this.parts.length);
    }
  }

  #add(text: string, line: LineSpan, value: JsonValue): void {
    this.parts.push(partOf(text, line.start + value.start, line.start + value.end));
    this.#removals.push(() => {
      if (value.isRoot) return { start: line.start, end: line.next };
      const { start, end } = value.removal();
      return { start: line.start + start, end: line.start + end };
    });
  }

  removal(part: Part, index: number): Span {
    return this.#removals[index]?.() ?? part;
  }
}

function partOf(text: string, start: number, end: number): Part {
  const source = text.slice(start, end);
  return { start, end, text: source.startsWith('"') ? decodeJsonString(source) : source };
}

/** Returns how texts are written in the place of values of a JSON text. */
function writeJson(text: string): CutText['write'] {
  return (result, { start, fault }) => {
    // A line that is not JSON is no value.
    if (fault !== undefined) return result;
    const isContainer = '[{'.includes(text.charAt(start));
    return isContainer && isJsonContainer(result) ? result : quotedJson(result);
  };
}

function isJsonContainer(text: string): boolean {
  return /^[ \t\r\n]*[[{]/.test(text) && syntaxError(text) === undefined;
}

/**
 * Returns the values that a path selects, in the order of the text, each once. Of members of the same name a path selects
 * the last; the others are returned, too, because readers of JSON do not agree which one counts.
 *
 * @throws {ToolError} if the text is not JSON, if the path is invalid, or if it selects a value and one inside of it.
 */
function selectedValues(text: string, path: string): readonly JsonValue[] {
  const root = locatedValue(text);
  const childOf = (value: JsonValue, key: string | number) => value.child(key);
  const selected = new Set<JsonValue>();
  let count = 0;
  for (const value of selectSources(parseJsonTree(text), root, childOf, path)) {
    for (const twin of value.twins()) selected.add(twin);
    checkParts(++count);
  }
  const values = [...selected].sort((a, b) => a.start - b.start);
  for (const [index, value] of values.entries()) {
    const before = values[index - 1];
    if (before === undefined || value.start >= before.end) continue;
    throw ToolError.at(positionAt(text, value.start), `${path} selects this value and one that it is in`);
  }
  return values;
}

/** A value of a JSON text: its place, and that of its children. */
class JsonValue implements Span {
  readonly start: number;
  end: number;
  /** Where its member begins; `start` if it is not the value of a member. */
  readonly memberStart: number;
  readonly #parent: JsonValue | undefined;
  readonly #index: number;
  readonly #children: JsonValue[] = [];
  /** The members by name, several of the same name in their order. */
  #members: Map<string, JsonValue[]> | undefined;
  #name: string | undefined;
  /** How many children were removed from the first on. */
  #removedFirst = 0;

  constructor(start: number, end: number, memberStart: number, parent: JsonValue | undefined) {
    this.start = start;
    this.end = end;
    this.memberStart = memberStart;
    this.#parent = parent;
    this.#index = parent === undefined ? 0 : parent.#children.push(this) - 1;
  }

  name(child: JsonValue, name: string): void {
    child.#name = name;
    this.#members ??= new Map();
    const same = this.#members.get(name);
    if (same === undefined) this.#members.set(name, [child]);
    else same.push(child);
  }

  child(key: string | number): JsonValue | undefined {
    return typeof key === 'number' ? this.#children[key] : this.#members?.get(key)?.at(-1);
  }

  /** Returns this value, and those that names of members elsewhere repeat: at the same place by names and indexes. */
  twins(): readonly JsonValue[] {
    const parent = this.#parent;
    if (parent === undefined) return [this];
    const [name, index] = [this.#name, this.#index];
    const twins = parent
      .twins()
      .flatMap((other) => (name === undefined ? (other.#children[index] ?? []) : (other.#members?.get(name) ?? [])));
    return twins.length > 0 ? twins : [this];
  }

  get isRoot(): boolean {
    return this.#parent === undefined;
  }

  /** Returns what goes with the value: its member, and a comma. Called for the children of a value in their order. */
  removal(): Span {
    const { start, end, memberStart } = this;
    const parent = this.#parent;
    if (parent === undefined) return { start, end };
    const siblings = parent.#children;
    if (this.#index > parent.#removedFirst) return { start: siblings[this.#index - 1]?.end ?? start, end };
    parent.#removedFirst++;
    return { start: memberStart, end: siblings[this.#index + 1]?.memberStart ?? end };
  }
}

/** Returns the value of a JSON text with its place. @throws {JsonSyntaxError} if it is not JSON. */
function locatedValue(text: string): JsonValue {
  const scanner = new JsonScanner(text);
  const open: JsonValue[] = [];
  let root: JsonValue | undefined;
  let key: Span | undefined;
  for (let token = scanner.next(); token !== 'end'; token = scanner.next()) {
    const { start, end } = scanner;
    if (token === 'key') key = { start, end };
    else if (token === '}' || token === ']') {
      const closed = open.pop();
      if (closed !== undefined) closed.end = end;
    } else {
      const parent = open.at(-1);
      const value = new JsonValue(start, end, key?.start ?? start, parent);
      root ??= value;
      if (key !== undefined) parent?.name(value, decodeJsonString(text.slice(key.start, key.end)));
      key = undefined;
      if (token !== 'scalar') open.push(value);
    }
  }
  if (root === undefined) throw new Error('A JSON text has a value');
  return root;
}

/** Most values that are looked at: the beginning of a text shows how it is built. */
const maxValues = 1_000;
const shownPaths = 10;
const shownCharacters = 80;

/**
 * Returns the JSONPaths (RFC 9535) of the values at the beginning of a text that are no arrays and objects, each once, in
 * the order of the text. A path selects all items of an array: `$.items[*].name`.
 */
function valuePaths(root: JsonNode): readonly string[] {
  const paths = new Set<string>();
  let values = 0;
  const visit = (node: JsonNode, path: string): void => {
    if (++values > maxValues) return;
    if (typeof node === 'string') paths.add(path);
    else if (isObject(node)) for (const { key, value } of node.members) visit(value, path + childSegment(key));
    else for (const item of node) visit(item, `${path}[*]`);
  };
  visit(root, '$');
  return [...paths];
}

/** Returns the part of a path that selects a member, from its name as JSON writes it. */
function childSegment(key: string): string {
  const name = decodeJsonString(key);
  return /^[A-Za-z_\u0080-\u{10ffff}][\w\u0080-\u{10ffff}]*$/u.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

/** Returns paths for a message: the first ones, and how many there are. */
function pathList(paths: readonly string[]): string {
  const shown = paths
    .filter((path) => path.length <= shownCharacters)
    .slice(0, shownPaths)
    .join(', ');
  const hidden = paths.length - Math.min(paths.length, shownPaths);
  return hidden > 0 ? `${shown} and ${hidden} more` : shown;
}

/** Returns why a path selects nothing in a text: with the path that was likely meant, or those that there are. */
function nothingAt(path: string, root: JsonNode): string {
  const paths = valuePaths(root);
  const meant = nearestName(path, paths);
  const others = meant === undefined && paths.length > 0 ? `; the text has ${pathList(paths)}` : '';
  return withSuggestion(`there is nothing at ${path}${others}`, meant);
}
