import { decodeJsonString, type JsonNode } from './json-tree.js';
import { canonicalNumber, isObject, kindOf, membersByName } from './json-values.js';

/**
 * Assigns equal JSON values the same number: numbers are equal by value, strings whatever their escapes, objects in any
 * order; if members share a name the last one counts.
 *
 * Comparing two values then means comparing two numbers. The cost for all values of a tree is linear in its length.
 */
export class JsonIdentity {
  readonly #numbers = new Map<string, number>();
  readonly #containers = new Map<JsonNode, number>();

  of(node: JsonNode): number {
    if (typeof node === 'string') return this.#numberOf(scalarKey(node));
    const known = this.#containers.get(node);
    if (known !== undefined) return known;
    const number = this.#numberOf(isObject(node) ? this.#objectKey(node) : this.#arrayKey(node));
    this.#containers.set(node, number);
    return number;
  }

  #arrayKey(items: readonly JsonNode[]): string {
    return `[${items.map((item) => this.of(item)).join(',')}`;
  }

  #objectKey(object: Parameters<typeof membersByName>[0]): string {
    const members = Array.from(
      membersByName(object),
      ([name, value]) => `${this.#numberOf(`"${name}`)}:${this.of(value)}`,
    );
    return `{${members.sort().join(',')}`;
  }

  #numberOf(key: string): number {
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(key, number);
    }
    return number;
  }
}

function scalarKey(node: string): string {
  switch (kindOf(node)) {
    case 'string':
      return `"${decodeJsonString(node)}`;
    case 'number':
      return canonicalNumber(node);
    default:
      return node;
  }
}
