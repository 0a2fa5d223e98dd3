import { ToolError } from '../../core/errors.js';
import { maxJsonDepth } from '../../core/limits.js';
import { type Static, Type } from '../../core/schema.js';
import { defineTool, type OutputLimit } from '../../core/tool.js';
import { JsonIndent, layoutFor } from '../../text/json/json-indent.js';
import { PathSeparator, showName } from '../../text/json/json-paths.js';
import { quotedJson } from '../../text/json/json-records.js';
import {
  decodeJsonString,
  type JsonNode,
  type JsonObject,
  parseJsonTree,
  writeJsonTree,
} from '../../text/json/json-tree.js';
import { isObject } from '../../text/json/json-values.js';

const config = Type.Object({
  pathSeparator: PathSeparator,
  arrays: Type.Boolean({
    default: true,
    description:
      'Creates an array if all names are indexes (a.0, a[0]), with null for missing ones; when false, indexes are plain names',
  }),
  indent: JsonIndent,
});

type Options = Static<typeof config>;

/** The largest index of an array. `a.999999999` would need a billion items. */
const maxIndex = 100_000;

export default defineTool({
  slug: 'json-unflatten',
  title: 'Unflatten JSON',
  description:
    'Turns names such as a.b.0 or a[0] back into nested objects and arrays. An outermost array stays, and its objects are unflattened. A name that is both a value and the start of another path makes the step fail.',
  config,
  examples: [
    { input: '{"a.b.0":1,"a.b.1.c":null,"d":{}}', config: { indent: 0 }, output: '{"a":{"b":[1,{"c":null}]},"d":{}}' },
    {
      input: '[{"at_x":1,"at_y[0]":2}]',
      config: { pathSeparator: '_', indent: 0 },
      output: '[{"at":{"x":1,"y":[2]}}]',
    },
    { input: '{"users.7.name":"Ada"}', config: { arrays: false, indent: 0 }, output: '{"users":{"7":{"name":"Ada"}}}' },
    { input: '{"a.2":1}', config: { indent: 0 }, output: '{"a":[null,null,1]}' },
  ],
  run(input, options, limit) {
    const root = parseJsonTree(input);
    const builder = new Builder(options, limit);
    const nested = Array.isArray(root) ? root.map((item) => builder.unflatten(item)) : builder.unflatten(root);
    return writeJsonTree(nested, layoutFor(options.indent), limit);
  },
});

/** The values below a path, by the next part of their name. */
class Branch {
  readonly children = new Map<string, Branch | { readonly value: JsonNode }>();
}

class Builder {
  readonly #options: Options;
  readonly #limit: OutputLimit;
  /** The number of characters of the nulls that fill arrays, in the whole output. */
  #filling = 0;

  constructor(options: Options, limit: OutputLimit) {
    this.#options = options;
    this.#limit = limit;
  }

  unflatten(node: JsonNode): JsonNode {
    if (!isObject(node)) return node;
    const root = new Branch();
    for (const { key, value } of node.members) this.#put(root, decodeJsonString(key), value);
    return root.children.size === 0 ? node : this.#nodeOf(root);
  }

  #put(root: Branch, name: string, value: JsonNode): void {
    const path = this.#parts(name);
    const last = path.pop() ?? '';
    let branch = root;
    for (const part of path) {
      const next = branch.children.get(part) ?? new Branch();
      if (!(next instanceof Branch)) throw new ToolError(`the start of ${showName(name)} already has a value`);
      branch.children.set(part, next);
      branch = next;
    }
    if (branch.children.has(last)) throw new ToolError(`${showName(name)} has several values`);
    branch.children.set(last, { value });
  }

  #parts(name: string): string[] {
    const parts = name.split(this.#options.pathSeparator, maxJsonDepth + 1);
    const all = this.#options.arrays ? parts.flatMap(withoutBrackets) : parts;
    if (all.length > maxJsonDepth) throw new ToolError(`${showName(name)} has more than ${maxJsonDepth} parts`);
    return all;
  }

  #nodeOf(branch: Branch): JsonNode {
    const members = Array.from(branch.children, ([name, child]) => ({
      name,
      value: child instanceof Branch ? this.#nodeOf(child) : child.value,
    }));
    const isArray = this.#options.arrays && members.every(({ name }) => isIndex(name));
    if (isArray) return this.#arrayOf(members);
    return { members: members.map(({ name, value }) => ({ key: quotedJson(name), value })) } satisfies JsonObject;
  }

  #arrayOf(members: readonly { readonly name: string; readonly value: JsonNode }[]): JsonNode[] {
    const length = members.reduce((most, { name }) => Math.max(most, Number(name)), 0) + 1;
    if (length - 1 > maxIndex) {
      throw new ToolError(
        `the index ${length - 1} is above ${maxIndex}; set arrays to false if such numbers are names and not indexes`,
      );
    }
    this.#filling += (length - members.length) * 'null,'.length;
    this.#limit.check(this.#filling);
    const items = new Array<JsonNode>(length).fill('null');
    for (const { name, value } of members) items[Number(name)] = value;
    return items;
  }
}

function isIndex(name: string): boolean {
  return /^(?:0|[1-9]\d{0,14})$/.test(name);
}

/** Splits a name into its parts: `a[0][1]` into `a`, `0` and `1`; `[0]` into `0`. */
function withoutBrackets(part: string): string[] {
  const indexes: string[] = [];
  let end = part.length;
  while (part[end - 1] === ']' && indexes.length <= maxJsonDepth) {
    const open = part.lastIndexOf('[', end - 1);
    const index = part.slice(open + 1, end - 1);
    if (open === -1 || !isIndex(index)) break;
    indexes.unshift(index);
    end = open;
  }
  return end === 0 && indexes.length > 0 ? indexes : [part.slice(0, end), ...indexes];
}
