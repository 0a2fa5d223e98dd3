import type { JSONPathQuery, JSONValue } from 'json-p3';
import { ToolError } from '../../core/errors.js';
import { groupedDigits } from '../../core/grouped-digits.js';
import { namesOf } from './path-values.js';

type Segment = JSONPathQuery['segments'][number];

/** Returns the keys of the values of a node that a selector selects. */
export type KeysOf = (selector: Segment['selectors'][number], value: JSONValue) => Iterable<string | number>;

/** Returns what belongs to a child of a value, by name or index; undefined if there is no such child. */
export type ChildOf<Source> = (source: Source, key: string | number) => Source | undefined;

/** A value, as the library sees it, and what belongs to it: its source. Inside a filter nobody asks for the latter. */
interface Selected<Source> {
  readonly value: JSONValue;
  readonly source: Source | undefined;
}

/** The most values that an expression may visit; they take less than a second. */
const mostVisits = 3_000_000;

/**
 * Follows the segments of a JSONPath. The library keeps the path of each value and passes each through one generator
 * per level, which is quadratic for deep JSON (9 s for 500,000 characters with `$..*`); here a value costs the same at
 * every depth. Values are visited in the order of the library.
 */
export class PathSelection<Source> {
  readonly #keysOf: KeysOf;
  readonly #childOf: ChildOf<Source>;
  #visits = 0;

  constructor(keysOf: KeysOf, childOf: ChildOf<Source>) {
    this.#keysOf = keysOf;
    this.#childOf = childOf;
  }

  /** Yields the selected values. @throws {ToolError} if this and earlier expressions visit too many. */
  select(root: Selected<Source>, { segments }: JSONPathQuery): Iterable<Selected<Source>> {
    let selected: Iterable<Selected<Source>> = [root];
    for (const segment of segments) selected = this.#follow(selected, segment);
    return selected;
  }

  *#follow(from: Iterable<Selected<Source>>, segment: Segment): Generator<Selected<Source>> {
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
  *#withDescendants(start: Selected<Source>): Generator<Selected<Source>> {
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

  *#children(parent: Selected<Source>): Generator<Selected<Source>, undefined> {
    const { value } = parent;
    if (Array.isArray(value)) {
      for (let i = 0; i < value.length; i++) yield this.#childAt(parent, i);
    } else if (typeof value === 'object' && value !== null) {
      for (const key of namesOf(value)) yield this.#childAt(parent, key);
    }
  }

  #childAt({ value, source }: Selected<Source>, key: string | number): Selected<Source> {
    const child = (value as Record<string | number, JSONValue>)[key];
    if (child === undefined) throw new Error('There is no such value');
    return { value: child, source: source === undefined ? undefined : this.#sourceAt(source, key) };
  }

  #sourceAt(source: Source, key: string | number): Source {
    const child = this.#childOf(source, key);
    if (child === undefined) throw new Error('A selected value has no source');
    return child;
  }
}

const tooManyVisits = `the expression visits more than ${groupedDigits(mostVisits)} values`;
