import { ToolError } from '../../core/errors.js';
import { type Static, Type } from '../../core/schema.js';
import { defineTool, type OutputLimit } from '../../core/tool.js';
import { JsonIndent, layoutFor } from '../../text/json/json-indent.js';
import { PathSeparator, showName } from '../../text/json/json-paths.js';
import { quotedJson } from '../../text/json/json-records.js';
import {
  decodeJsonString,
  type JsonMember,
  type JsonNode,
  parseJsonTree,
  writeJsonTree,
} from '../../text/json/json-tree.js';
import { isEmptyContainer, isObject } from '../../text/json/json-values.js';

const config = Type.Object({
  pathSeparator: PathSeparator,
  arrays: Type.Enum(['index', 'brackets', 'keep'], {
    default: 'index',
    description:
      'An item of an array becomes a.0 or a[0]; keep leaves arrays as they are, and flattens the records of an outermost one',
  }),
  maxDepth: Type.Integer({
    default: 100,
    minimum: 1,
    maximum: 500,
    description: 'Maximum number of names in a path; deeper values stay nested',
  }),
  indent: JsonIndent,
});

export default defineTool({
  slug: 'json-flatten',
  title: 'Flatten JSON',
  description:
    'Turns nested JSON into one level of names such as a.b.0. Empty objects and arrays stay as values. A separator inside a name is not escaped; where two values would get the same name, the step fails.',
  config,
  examples: [
    { input: '{"a":{"b":[1,{"c":null}]},"d":{}}', config: { indent: 0 }, output: '{"a.b.0":1,"a.b.1.c":null,"d":{}}' },
    { input: '{"a":[[1]]}', config: { arrays: 'brackets', indent: 0 }, output: '{"a[0][0]":1}' },
    {
      input: '[{"id":1,"at":{"x":2,"tags":["a"]}}]',
      config: { arrays: 'keep', pathSeparator: '_', indent: 0 },
      output: '[{"id":1,"at_x":2,"at_tags":["a"]}]',
    },
    { input: '{"a":{"b":{"c":1}}}', config: { maxDepth: 2 }, output: '{\n  "a.b": {\n    "c": 1\n  }\n}' },
  ],
  run(input, options, limit) {
    const root = parseJsonTree(input);
    const flattener = new Flattener(options, limit);
    const keepsRoot = options.arrays === 'keep' && Array.isArray(root);
    const flat = keepsRoot ? root.map((item) => flattener.flatten(item)) : flattener.flatten(root);
    return writeJsonTree(flat, layoutFor(options.indent), limit);
  },
});

class Flattener {
  readonly #options: Static<typeof config>;
  readonly #limit: OutputLimit;
  #members: JsonMember[] = [];
  #names = new Set<string>();
  #length = 0;

  constructor(options: Static<typeof config>, limit: OutputLimit) {
    this.#options = options;
    this.#limit = limit;
  }

  flatten(root: JsonNode): JsonNode {
    if (!this.#goesInto(root, 0)) return root;
    this.#members = [];
    this.#names = new Set();
    this.#put('', root, 0);
    return { members: this.#members };
  }

  /** @param depth - the number of names in the path to the value. */
  #goesInto(value: JsonNode, depth: number): boolean {
    if (typeof value === 'string' || isEmptyContainer(value)) return false;
    return depth < this.#options.maxDepth && (isObject(value) || this.#options.arrays !== 'keep');
  }

  #put(path: string, value: JsonNode, depth: number): void {
    if (!this.#goesInto(value, depth)) this.#add(path, value);
    else if (Array.isArray(value)) {
      for (const [i, item] of value.entries()) this.#put(this.#indexed(path, depth, i), item, depth + 1);
    } else if (isObject(value)) {
      for (const member of value.members) {
        this.#put(this.#named(path, depth, decodeJsonString(member.key)), member.value, depth + 1);
      }
    }
  }

  #named(path: string, depth: number, name: string): string {
    return depth === 0 ? name : path + this.#options.pathSeparator + name;
  }

  #indexed(path: string, depth: number, index: number): string {
    return this.#options.arrays === 'brackets' ? `${path}[${index}]` : this.#named(path, depth, String(index));
  }

  #add(path: string, value: JsonNode): void {
    // Names repeat everything above them, so they are counted before they are kept: depth d gives d² characters.
    this.#length += path.length;
    this.#limit.check(this.#length);
    if (this.#names.has(path)) throw new ToolError(`two values would get the name ${showName(path)}`);
    this.#names.add(path);
    this.#members.push({ key: quotedJson(path), value });
  }
}
