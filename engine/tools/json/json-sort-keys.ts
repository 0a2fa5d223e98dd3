import { ToolError } from '../../core/errors.js';
import { type Static, Type } from '../../core/schema.js';
import { defineTool, type OutputLimit } from '../../core/tool.js';
import { JsonIndent, layoutFor } from '../../text/json/json-indent.js';
import { JsonLayout } from '../../text/json/json-layout.js';
import { compareJsonNumbers } from '../../text/json/json-number-order.js';
import { showName } from '../../text/json/json-paths.js';
import {
  decodeJsonString,
  type JsonNode,
  type JsonObject,
  parseJsonTree,
  writeJsonTree,
} from '../../text/json/json-tree.js';
import { kindOf, stringValue } from '../../text/json/json-values.js';
import { SortDirection } from '../../text/order/line-order.js';

const config = Type.Object({
  deep: Type.Boolean({
    default: true,
    description: 'Sorts at every depth; when false, only the outermost object, or the objects of an outermost array',
  }),
  order: SortDirection,
  sortArrays: Type.Boolean({
    default: false,
    description:
      'Sorts the items of arrays too: null, false, true, numbers by value, strings, then arrays and objects by their text',
  }),
  canonical: Type.Boolean({
    default: false,
    description:
      'Writes the canonical form of RFC 8785 (JCS), for hashes and signatures; the other options have no effect then',
  }),
  indent: JsonIndent,
});

type Config = Static<typeof config>;

export default defineTool({
  slug: 'json-sort-keys',
  title: 'Sort JSON keys',
  description:
    'Sorts the members of objects by name, in the order of UTF-16 code units: upper case comes before lower case. Values stay as they were written, except in the canonical form of RFC 8785, which writes numbers as doubles.',
  config,
  examples: [
    { input: '{"b":{"z":1,"y":2},"a":[3,1]}', config: { indent: 0 }, output: '{"a":[3,1],"b":{"y":2,"z":1}}' },
    { input: '{"a":1.50,"B":1e400}', config: { order: 'desc' }, output: '{\n  "a": 1.50,\n  "B": 1e400\n}' },
    {
      input: '{"tags":["b",10,"a",9,null]}',
      config: { sortArrays: true, indent: 0 },
      output: '{"tags":[null,9,10,"a","b"]}',
    },
    {
      input: '{"b": [56.0, 1e30, 4.50], "a": "\\u20ac\\u000f\\/"}',
      config: { canonical: true },
      output: '{"a":"€\\u000f/","b":[56,1e+30,4.5]}',
    },
  ],
  run(input, options, limit) {
    const root = parseJsonTree(input);
    if (options.canonical) return canonicalJson(root, limit);
    return writeJsonTree(new Sorter(options, limit).sort(root, 0).node, layoutFor(options.indent), limit);
  },
});

const oneLine = new JsonLayout('');

/** A sorted value, and its JSON on one line if arrays are sorted by it. */
interface Sorted {
  readonly node: JsonNode;
  readonly text: string;
}

class Sorter {
  readonly #options: Config;
  readonly #limit: OutputLimit;
  readonly #sign: 1 | -1;

  constructor(options: Config, limit: OutputLimit) {
    this.#options = options;
    this.#limit = limit;
    this.#sign = options.order === 'asc' ? 1 : -1;
  }

  /**
   * Sorts a node. @param depth - the number of containers around it; the outermost array does not count for its
   * objects.
   */
  sort(node: JsonNode, depth: number): Sorted {
    if (typeof node === 'string') return { node, text: node };
    if (depth > 0 && !this.#options.deep)
      return { node, text: this.#text(() => writeJsonTree(node, oneLine, this.#limit)) };
    return Array.isArray(node) ? this.#sortArray(node, depth) : this.#sortObject(node, depth);
  }

  #sortObject({ members }: JsonObject, depth: number): Sorted {
    const named = members.map(({ key, value }) => ({
      name: decodeJsonString(key),
      key,
      sorted: this.sort(value, depth + 1),
    }));
    // The sort is stable: members with the same name keep their order.
    named.sort((a, b) => this.#sign * compare(a.name, b.name));
    const node = { members: named.map(({ key, sorted }) => ({ key, value: sorted.node })) };
    return { node, text: this.#text(() => `{${named.map(({ key, sorted }) => `${key}:${sorted.text}`).join(',')}}`) };
  }

  #sortArray(node: readonly JsonNode[], depth: number): Sorted {
    const items = node.map((item) => this.sort(item, Array.isArray(item) ? depth + 1 : depth));
    const sorted = this.#options.sortArrays ? this.#inOrder(items) : items;
    return {
      node: sorted.map((item) => item.node),
      text: this.#text(() => `[${sorted.map(({ text }) => text).join(',')}]`),
    };
  }

  /** Builds the text from those of the inner values, and releases them: writing each value again would be quadratic. */
  #text(write: () => string): string {
    return this.#options.sortArrays ? write() : '';
  }

  #inOrder(items: readonly Sorted[]): Sorted[] {
    const keyed = items.map((item) => ({ item, ...sortKey(item) }));
    keyed.sort((a, b) => this.#sign * (a.rank - b.rank || compareKeys(a, b)));
    return keyed.map(({ item }) => item);
  }
}

interface SortKey {
  readonly rank: number;
  readonly key: string;
}

const numberRank = 2;

function sortKey({ node, text }: Sorted): SortKey {
  switch (kindOf(node)) {
    case 'null':
      return { rank: 0, key: text };
    case 'boolean':
      return { rank: 1, key: text };
    case 'number':
      return { rank: numberRank, key: text };
    case 'string':
      return { rank: 3, key: stringValue(node) ?? '' };
    case 'array':
      return { rank: 4, key: text };
    default:
      return { rank: 5, key: text };
  }
}

/** Compares values of the same rank. */
function compareKeys(a: SortKey, b: SortKey): number {
  return a.rank === numberRank ? compareJsonNumbers(a.key, b.key) : compare(a.key, b.key);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Writes JSON in the canonical form of RFC 8785 (JCS), which is the same for equal values: no white space, names sorted
 * by UTF-16 code units, numbers as ECMAScript writes doubles, strings with as few escapes as possible.
 *
 * @throws {ToolError} for what I-JSON (RFC 7493) forbids: duplicate names, lone surrogates, and numbers out of the
 *   range of doubles.
 */
function canonicalJson(node: JsonNode, limit: OutputLimit): string {
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
