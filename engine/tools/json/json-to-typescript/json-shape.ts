import type { JsonNode } from '../../../text/json/json-tree.js';
import { isObject, kindOf, membersByName } from '../../../text/json/json-values.js';

/** What the values at one place of JSON samples have been so far: any of several kinds. */
export class JsonShape {
  /** The plain kinds that were seen, in no order. */
  readonly plain = new Set<'string' | 'number' | 'boolean' | 'null'>();
  /** What the items of all arrays here have been; undefined if there was no array. */
  items: JsonShape | undefined;
  /** The members of all objects here, in the order in which they were first seen; undefined if there was no object. */
  members: Map<string, JsonMemberShape> | undefined;
  /** How many objects were seen. */
  objects = 0;

  /** Linear in the size of the value; recursion is safe, as the parser bounds the depth. */
  add(node: JsonNode): void {
    if (Array.isArray(node)) {
      this.items ??= new JsonShape();
      for (const item of node) this.items.add(item);
    } else if (isObject(node)) {
      this.objects++;
      this.members ??= new Map();
      for (const [name, value] of membersByName(node)) this.#member(this.members, name).add(value);
    } else {
      const kind = kindOf(node);
      if (kind !== 'array' && kind !== 'object') this.plain.add(kind);
    }
  }

  #member(members: Map<string, JsonMemberShape>, name: string): JsonShape {
    let member = members.get(name);
    if (member === undefined) {
      member = { shape: new JsonShape(), count: 0 };
      members.set(name, member);
    }
    member.count++;
    return member.shape;
  }
}

interface JsonMemberShape {
  readonly shape: JsonShape;
  /** How many objects had the member. */
  count: number;
}
