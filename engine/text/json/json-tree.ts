import type { OutputLimit } from '../../core/tool.js';
import type { JsonLayout } from './json-layout.js';
import { JsonScanner, type JsonScannerOptions } from './json-scanner.js';

/**
 * A JSON value that keeps its source. A string, number, `true`, `false` or `null` is stored as written (`"a\u0041"`
 * with its quotes and escapes, `1e400`), so values without a JavaScript counterpart survive.
 */
export type JsonNode = string | JsonNode[] | JsonObject;

/** An object's members in order. A name may occur twice. */
export interface JsonObject {
  readonly members: JsonMember[];
}

export interface JsonMember {
  /** As written, with its quotes. */
  readonly key: string;
  readonly value: JsonNode;
}

/**
 * Reads a JSON text into a tree, without recursion and in linear time.
 *
 * @throws {JsonSyntaxError} if the text is not JSON or is nested too deep.
 */
export function parseJsonTree(text: string, options?: JsonScannerOptions): JsonNode {
  const scanner = new JsonScanner(text, options);
  const outer: (JsonNode[] | JsonObject)[] = [];
  let container: JsonNode[] | JsonObject | undefined;
  let root: JsonNode = '';
  let key = '';
  for (let token = scanner.next(); token !== 'end'; token = scanner.next()) {
    if (token === 'key') {
      key = text.slice(scanner.start, scanner.end);
    } else if (token === '}' || token === ']') {
      container = outer.pop();
    } else {
      const node = token === '{' ? { members: [] } : token === '[' ? [] : text.slice(scanner.start, scanner.end);
      if (container === undefined) root = node;
      else if (Array.isArray(container)) container.push(node);
      else container.members.push({ key, value: node });
      if (typeof node !== 'string') {
        if (container !== undefined) outer.push(container);
        container = node;
      }
    }
  }
  return root;
}

/** Returns the value of a string, or of a member's name, from its source. */
export function decodeJsonString(source: string): string {
  return source.includes('\\') ? (JSON.parse(source) as string) : source.slice(1, -1);
}

/** Returns a tree with the members of every object sorted by name, by UTF-16 code units. */
export function sortJsonTree(node: JsonNode): JsonNode {
  if (typeof node === 'string') return node;
  if (Array.isArray(node)) return node.map(sortJsonTree);
  // The sort is stable: members of the same name keep their order.
  const members = node.members
    .map(({ key, value }) => ({ name: decodeJsonString(key), key, value: sortJsonTree(value) }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return { members };
}

/**
 * Writes a tree. Recursion is safe: the scanner bounds the depth.
 *
 * @throws {OutputTooLongError} as soon as the text is longer than the limit.
 */
export function writeJsonTree(node: JsonNode, layout: JsonLayout, limit: OutputLimit): string {
  const writer = new TreeWriter(layout, limit);
  writer.write('', node, 0);
  return writer.text;
}

class TreeWriter {
  text = '';
  readonly #layout: JsonLayout;
  readonly #limit: OutputLimit;

  constructor(layout: JsonLayout, limit: OutputLimit) {
    this.#layout = layout;
    this.#limit = limit;
  }

  /** @param lead - written before the node: the separator, and the name of a member. */
  write(lead: string, node: JsonNode, depth: number): void {
    if (typeof node === 'string') this.text += lead + node;
    else if (Array.isArray(node)) this.#writeArray(lead, node, depth);
    else this.#writeObject(lead, node, depth);
    this.#limit.check(this.text.length);
  }

  #writeArray(lead: string, items: readonly JsonNode[], depth: number): void {
    this.text += `${lead}[`;
    const inner = depth + 1;
    items.forEach((item, i) => {
      this.write(i === 0 ? this.#layout.first(inner) : this.#layout.next(inner), item, inner);
    });
    this.text += items.length === 0 ? ']' : `${this.#layout.first(depth)}]`;
  }

  #writeObject(lead: string, { members }: JsonObject, depth: number): void {
    this.text += `${lead}{`;
    const inner = depth + 1;
    members.forEach(({ key, value }, i) => {
      const separator = i === 0 ? this.#layout.first(inner) : this.#layout.next(inner);
      this.write(separator + key + this.#layout.colon, value, inner);
    });
    this.text += members.length === 0 ? '}' : `${this.#layout.first(depth)}}`;
  }
}
