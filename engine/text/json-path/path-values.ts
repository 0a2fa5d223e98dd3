import type { JSONValue } from 'json-p3';
import { lazyLibrary } from '../../core/lazy-library.js';
import { compareJsonNumbers } from '../json/json-number-order.js';
import { decodeJsonString, type JsonNode } from '../json/json-tree.js';
import { canonicalNumber, isObject, kindOf, membersByName } from '../json/json-values.js';

const library = lazyLibrary<typeof import('json-p3')>('json-p3');

/**
 * Makes the values that the library selects from.
 *
 * A number whose digits do not fit a double becomes a symbol, the same one for equal numbers. The library compares
 * symbols by identity, and takes them neither for objects nor for strings, so `9007199254740993` equals only itself.
 */
export class PathValues {
  readonly #numbers = new Map<string, symbol>();

  of(node: JsonNode): JSONValue {
    if (typeof node === 'string')
      return kindOf(node) === 'number' ? this.number(node) : (JSON.parse(node) as JSONValue);
    if (!isObject(node)) return node.map((item) => this.of(item));
    const object: Record<string, JSONValue> = {};
    const members = membersByName(node);
    for (const [name, value] of members) {
      const options = { enumerable: true, configurable: true, writable: true };
      Object.defineProperty(object, name, { value: this.of(value), ...options });
    }
    if (node.members.some(({ key }) => /^\d/.test(decodeJsonString(key))))
      writtenNames.set(object, [...members.keys()]);
    return object;
  }

  /** @param source - a number as JSON writes it. */
  number(source: string): number {
    const value = Number(source);
    const canonical = canonicalNumber(source);
    if (canonical === canonicalNumber(String(value))) return value;
    let symbol = this.#numbers.get(canonical);
    if (symbol === undefined) {
      symbol = Symbol(canonical);
      this.#numbers.set(canonical, symbol);
    }
    // The types of the library do not have such values, but it only passes them on.
    return symbol as unknown as number;
  }
}

/** The names of the objects that have numbers as names: JavaScript lists these first, in ascending order. */
const writtenNames = new WeakMap<object, readonly string[]>();

/** Returns the names of the members of an object in the order of the text. */
export function namesOf(object: object): readonly string[] {
  return writtenNames.get(object) ?? Object.keys(object);
}

/** Compares two numbers of {@link PathValues}, as for sorting; undefined if one of the values is not a number. */
export function compareNumbers(a: unknown, b: unknown): number | undefined {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [left, right] = [numberSource(a), numberSource(b)];
  return left === undefined || right === undefined ? undefined : compareJsonNumbers(left, right);
}

/** The library has a symbol too: the result of `length()` or `value()` of nothing. */
function numberSource(value: unknown): string | undefined {
  if (typeof value === 'symbol') return value === library().Nothing ? undefined : value.description;
  return typeof value === 'number' ? String(value) : undefined;
}
