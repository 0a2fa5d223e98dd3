import type { JSONPathQuery, JSONValue } from 'json-p3';
import { ToolError } from '../../../core/errors.js';
import { groupedDigits } from '../../../core/grouped-digits.js';
import type { JsonNode } from '../../../text/json/json-tree.js';
import { isObject, membersByName } from '../../../text/json/json-values.js';
import { namesOf } from './path-values.js';

type Segment = JSONPathQuery['segments'][number];

/** Returns the keys of the values of a node that a selector selects. */
export type KeysOf = (selector: Segment['selectors'][number], value: JSONValue) => Iterable<string | number>;

/** A value of the tree, as the library sees it, and as it is written. Inside a filter nobody asks for the latter. */
interface Selected {
  readonly value: JSONValue;
  readonly source: JsonNode | undefined;
}

/** The most values that an expression may visit; they take less than a second. */
const mostVisits = 3_000_000;

/**
 * Follows the segments of a JSONPath. The library keeps the path of each value and passes each through one generator
 * per level, which is quadratic for deep JSON (9 s for 500,000 characters with `$..*`); here a value costs the same at
 * every depth. Values are visited in the order of the library.
 */
export class PathSelection {
  readonly #keysOf: KeysOf;
  readonly #members = new Map<JsonNode, ReadonlyMap<string, JsonNode>>();
  #visits = 0;

  constructor(keysOf: KeysOf) {
    this.#keysOf = keysOf;
  }

  /** Yields the selected values. @throws {ToolError} if this and earlier expressions visit too many. */
  select(root: Selected, { segments }: JSONPathQuery): Iterable<Selected> {
    let selected: Iterable<Selected> = [root];
    for (const segment of segments) selected = this.#follow(selected, segment);
    return selected;
  }

  *#follow(from: Iterable<Selected>, segment: Segment): Generator<Selected> {
    const descends = segment.toString().startsWith('..');
    for (const start of from) {
      for (const visited of descends ? this.#withDescendants(start) : [start]) {
        this.#visits++;
        if (this.#visits > mostVisits) throw new ToolError(tooManyVisits);
        for (const selector of segment.selectors) {
          for (const key of this.#keysOf(selector, visited.value)) yield this.#childAt(visited, key);
        }
      }
    }
  }

  /** Yields a value and everything in it, in the order of the text. */
  *#withDescendants(start: Selected): Generator<Selected> {
    yield start;
    const open = [this.#children(start)];
    for (let children = open.at(-1); children !== undefined; children = open.at(-1)) {
      const { value: child } = children.next();
      if (child === undefined) {
        open.pop();
        continue;
      }
      yield child;
      if (typeof child.value === 'object' && child.value !== null) open.push(this.#children(child));
    }
  }

  *#children(parent: Selected): Generator<Selected, undefined> {
    const { value } = parent;
    if (Array.isArray(value)) {
      for (let i = 0; i < value.length; i++) yield this.#childAt(parent, i);
    } else if (typeof value === 'object' && value !== null) {
      for (const key of namesOf(value)) yield this.#childAt(parent, key);
    }
  }

  #childAt({ value, source }: Selected, key: string | number): Selected {
    const child = (value as Record<string | number, JSONValue>)[key];
    if (child === undefined) throw new Error('There is no such value');
    return { value: child, source: source === undefined ? undefined : this.#sourceAt(source, key) };
  }

  #sourceAt(source: JsonNode, key: string | number): JsonNode {
    const node = typeof key === 'number' ? (source as readonly JsonNode[])[key] : this.#membersOf(source).get(key);
    if (node === undefined) throw new Error('A selected value has no source');
    return node;
  }

  #membersOf(source: JsonNode): ReadonlyMap<string, JsonNode> {
    let members = this.#members.get(source);
    if (members === undefined) {
      members = typeof source !== 'string' && isObject(source) ? membersByName(source) : new Map();
      this.#members.set(source, members);
    }
    return members;
  }
}

const tooManyVisits = `the expression visits more than ${groupedDigits(mostVisits)} values`;
