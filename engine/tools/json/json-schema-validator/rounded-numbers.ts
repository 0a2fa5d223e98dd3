import { JsonIdentity } from '../../../text/json/json-identity.js';
import type { JsonNode } from '../../../text/json/json-tree.js';
import { canonicalNumber, isObject, kindOf, membersByName } from '../../../text/json/json-values.js';

/** The numbers of a JSON text that lose digits as values of JavaScript, such as `9007199254740993` or `1e400`. */
export interface RoundedNumbers {
  /** The first one, as it is written. */
  readonly first: string;
  readonly count: number;
}

/** Returns undefined if every number keeps its digits. */
export function roundedNumbers(root: JsonNode): RoundedNumbers | undefined {
  let first: string | undefined;
  let count = 0;
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (Array.isArray(node)) for (const item of node.toReversed()) open.push(item);
    else if (isObject(node)) for (const { value } of node.members.toReversed()) open.push(value);
    else if (isRounded(node)) {
      first ??= node;
      count++;
    }
  }
  return first === undefined ? undefined : { first, count };
}

function isRounded(source: string): boolean {
  if (/^-?\d{1,15}$/.test(source) || kindOf(source) !== 'number') return false;
  const value = Number(source);
  const canonical = canonicalNumber(source);
  // 17 digits tell any two doubles apart, so many programs write that many: 0.10000000000000001 for 0.1.
  return canonical !== canonicalNumber(`${value}`) && canonical !== canonicalNumber(value.toPrecision(17));
}

/**
 * Returns a function that tells whether all items of an array of a value differ, by all digits of their numbers;
 * undefined for an array of another value.
 *
 * @param root - the value.
 * @param source - the same as it is written.
 */
export function exactDistinction(root: unknown, source: JsonNode): (items: readonly unknown[]) => boolean | undefined {
  const identity = new JsonIdentity();
  const sources = new Map<unknown, readonly JsonNode[]>();
  addSources(root, source);
  return (items) => {
    const nodes = sources.get(items);
    return nodes && new Set(nodes.map((node) => identity.of(node))).size === nodes.length;
  };

  function addSources(value: unknown, node: JsonNode): void {
    if (Array.isArray(node)) {
      sources.set(value, node);
      for (const [index, item] of node.entries()) addSources((value as readonly unknown[])[index], item);
    } else if (isObject(node)) {
      const members = value as Readonly<Record<string, unknown>>;
      for (const [name, member] of membersByName(node)) addSources(members[name], member);
    }
  }
}
