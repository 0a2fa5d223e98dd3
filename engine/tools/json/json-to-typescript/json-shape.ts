import type { JsonNode } from '../../../text/json/json-tree.js';
import { isObject, kindOf, membersByName } from '../../../text/json/json-values.js';

/** The kinds of values found so far at one place of JSON samples. */
export class JsonShape {
  /** The kinds of plain values, unordered. */
  readonly plain = new Set<'string' | 'number' | 'boolean' | 'null'>();
  /** The shape of the items of all arrays at this place; undefined without arrays. */
  items: JsonShape | undefined;
  /** The members of all objects at this place, in the order of their first occurrence; undefined without objects. */
  members: Map<string, JsonMemberShape> | undefined;
  /** The number of objects. */
  objects = 0;

  /** Adds a value in linear time. Recursion is safe: the parser limits the depth. */
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
  /** The number of objects that have the member. */
  count: number;
}
