import type { XStack } from 'typebox/schema';
import { ToolError } from '../../core/errors.js';
import { baseOf, keywordsOfNamedSchemas, type PreparedSchema, resolvedAddress } from './prepared-schema.js';

type Library = typeof import('typebox/schema');
type SchemaObject = Record<string, unknown>;

/** Keywords whose values are data. */
const keywordsOfData = new Set(['const', 'default', 'enum', 'examples']);
/** Keywords whose schemas always apply to the same value as the schema around them. */
const keywordsInPlace = ['allOf', 'anyOf', 'if', 'not', 'oneOf'] as const;

/** Where a schema is. */
interface Place {
  readonly stack: XStack;
  /** The URI that references are relative to. */
  readonly base: string;
}

/**
 * Lets two kinds of schemas fail when a value reaches them:
 *
 * - those with a reference that cannot be resolved. The library takes it for the schema `false`, or finds a schema whose
 *   URI has the same path, whatever its host;
 * - those that apply to a value only what applies itself to that value again. The library would go on until the stack
 *   overflows, which takes a pool thread seconds.
 *
 * @param root - a copy of the schema, which is changed.
 * @param known - the schemas of other documents that references can resolve, by their URIs.
 */
export function failOnBadReferences(library: Library, known: Record<string, object>, root: PreparedSchema): void {
  const addresses = new Set(Object.keys(known).map(withoutFragment));
  for (const schema of [root, ...Object.values(known)]) collectAddresses(schema, '', addresses);
  /** The schemas that each schema applies to its own value. */
  const inPlace = new Map<object, readonly unknown[]>();

  function visit(part: unknown, outer: Place, isSchema: boolean): void {
    if (typeof part !== 'object' || part === null) return;
    if (!isSchema || Array.isArray(part)) {
      for (const inner of Object.values(part)) visit(inner, outer, true);
      return;
    }
    const schema = part as SchemaObject;
    const place = { stack: library.NextStack(outer.stack, schema), base: baseOf(schema, outer.base) };
    const applied: unknown[] = keywordsInPlace.flatMap((keyword) => schema[keyword]);
    for (const keyword of ['$ref', '$dynamicRef'] as const) {
      const reference = schema[keyword];
      if (typeof reference !== 'string') continue;
      const target = targetOf(keyword, reference, place);
      if (!isSchemaValue(target)) {
        failWhenReached(schema, `cannot resolve ${reference} (other documents are not loaded)`);
        return;
      }
      // What a $dynamicRef leads to depends on the way to it.
      if (keyword === '$ref') applied.push(target);
    }
    inPlace.set(schema, applied);
    for (const [name, inner] of Object.entries(schema)) {
      if (!keywordsOfData.has(name)) visit(inner, place, !keywordsOfNamedSchemas.has(name));
    }
  }

  function targetOf(keyword: '$ref' | '$dynamicRef', reference: string, { stack, base }: Place): unknown {
    if (!addresses.has(withoutFragment(resolvedAddress(reference, base) ?? ''))) return undefined;
    return keyword === '$ref'
      ? library.Resolve.Ref(stack, { $ref: reference }).schema
      : library.Resolve.DynamicRef(stack, { $dynamicRef: reference });
  }

  visit(root, { stack: library.Stack(known, root), base: root.$id }, true);
  for (const schema of endless(inPlace)) failWhenReached(schema, 'it refers to itself endlessly');
}

/** Adds the URIs, without fragments, of a schema and of those in it. */
function collectAddresses(part: unknown, outer: string, addresses: Set<string>): void {
  if (typeof part !== 'object' || part === null) return;
  const base = baseOf(part, outer);
  if (base !== outer) addresses.add(withoutFragment(base));
  for (const [name, inner] of Object.entries(part)) {
    if (!keywordsOfData.has(name)) collectAddresses(inner, base, addresses);
  }
}

function withoutFragment(address: string): string {
  const hash = address.indexOf('#');
  return hash === -1 ? address : address.slice(0, hash);
}

/**
 * Returns the schemas that never come to an end.
 *
 * @param inPlace - the schemas that each schema applies to its own value; others end.
 */
function endless(inPlace: ReadonlyMap<object, readonly unknown[]>): Iterable<object> {
  const waiting = new Map<object, number>();
  const waitingFor = new Map<unknown, object[]>();
  const ended: object[] = [];
  for (const [schema, applied] of inPlace) {
    const open = applied.filter((inner) => inPlace.has(inner as object));
    for (const inner of open) {
      const others = waitingFor.get(inner);
      if (others === undefined) waitingFor.set(inner, [schema]);
      else others.push(schema);
    }
    if (open.length === 0) ended.push(schema);
    else waiting.set(schema, open.length);
  }
  for (let schema = ended.pop(); schema !== undefined; schema = ended.pop()) {
    for (const outer of waitingFor.get(schema) ?? []) {
      const left = (waiting.get(outer) ?? 0) - 1;
      waiting.set(outer, left);
      if (left > 0) continue;
      waiting.delete(outer);
      ended.push(outer);
    }
  }
  return waiting.keys();
}

function isSchemaValue(target: unknown): boolean {
  return typeof target === 'boolean' || (typeof target === 'object' && target !== null && !Array.isArray(target));
}

function failWhenReached(schema: object, reason: string): void {
  for (const name of Object.keys(schema)) Reflect.deleteProperty(schema, name);
  const check = (): never => {
    throw new ToolError(`schema: ${reason}`);
  };
  Object.assign(schema, { '~refine': [{ check, error: () => '' }] });
}
