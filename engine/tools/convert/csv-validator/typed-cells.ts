import { parsePointer } from '../../../text/json/json-paths.js';
import { JsonSyntaxError } from '../../../text/json/json-scanner.js';
import { type JsonNode, parseJsonTree } from '../../../text/json/json-tree.js';
import type { ExactNumbers } from '../../../text/json-schema/exact-numbers.js';
import { withoutInherited } from '../../../text/json-schema/schema-option.js';

/** The names of types in a JSON Schema. */
export type TypeNames = ReadonlySet<string>;

/** The most parts of a schema that are searched for the types of one property. */
const maxParts = 1_000;

/**
 * Returns the types that a schema allows for each property: by `type`, `const` and `enum`, also behind references inside
 * the schema and in `allOf`, `anyOf` and `oneOf`.
 */
export function propertyTypes(schema: unknown): ReadonlyMap<string, TypeNames> {
  const types = new Map<string, Set<string>>();
  for (const { properties } of partsOf(schema, schema)) {
    if (!isObject(properties)) continue;
    for (const [name, property] of Object.entries(properties)) {
      const known = types.get(name) ?? new Set();
      types.set(name, known);
      addTypes(property, schema, known);
    }
  }
  return types;
}

function addTypes(property: unknown, root: unknown, types: Set<string>): void {
  for (const { type, const: constant, enum: choices } of partsOf(property, root)) {
    for (const named of Array.isArray(type) ? type : [type]) if (typeof named === 'string') types.add(named);
    const values: unknown[] = [
      ...(constant === undefined ? [] : [constant]),
      ...(Array.isArray(choices) ? choices : []),
    ];
    for (const value of values) types.add(value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
  }
}

/** Yields a schema and those that apply to the same value. */
function* partsOf(schema: unknown, root: unknown): Generator<Readonly<Record<string, unknown>>> {
  const open = [schema];
  const seen = new Set<unknown>();
  for (let part = open.pop(); part !== undefined && seen.size < maxParts; part = open.pop()) {
    if (!isObject(part) || seen.has(part)) continue;
    seen.add(part);
    yield part;
    if (typeof part.$ref === 'string' && /^#(?:\/|$)/.test(part.$ref)) open.push(atPointer(root, part.$ref.slice(1)));
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      const list = part[keyword];
      if (Array.isArray(list)) for (const item of list) if (isObject(item)) open.push(item);
    }
  }
}

function atPointer(root: unknown, pointer: string): unknown {
  let value = root;
  for (const name of parsePointer(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value ?? null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;

/**
 * Returns the value of a cell that its column allows; a text that is none of them stays a text, so that the validator says
 * what it must be.
 *
 * @param numbers - gets the numbers that do not fit a double.
 * @returns undefined for an empty cell that is no `null`: the property is missing.
 */
export function cellValue(cell: string, types: TypeNames, numbers: ExactNumbers): unknown {
  if (cell === '') return types.has('null') ? null : undefined;
  if ((types.has('number') || types.has('integer')) && jsonNumber.test(cell)) {
    return numbers.putInto(Number(cell), cell);
  }
  if (types.has('boolean') && /^(?:true|false)$/i.test(cell)) return cell.toLowerCase() === 'true';
  if ((types.has('array') && cell.startsWith('[')) || (types.has('object') && cell.startsWith('{'))) {
    const tree = treeOf(cell);
    if (tree !== undefined) return numbers.putInto(withoutInherited(JSON.parse(cell)), tree);
  }
  return cell;
}

function treeOf(cell: string): JsonNode | undefined {
  try {
    return parseJsonTree(cell);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}
