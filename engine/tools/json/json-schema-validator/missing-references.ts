import type { XStack } from 'typebox/schema';
import { ToolError } from '../../../core/errors.js';

type Library = typeof import('typebox/schema');
type SchemaObject = Record<string, unknown>;

/** Keywords whose values are data. */
const keywordsOfData = new Set(['const', 'default', 'enum', 'examples']);

/**
 * Lets schemas with an unresolvable reference fail when a value reaches them: the library treats such a reference as
 * the schema `false`.
 *
 * @param root - a copy of the schema, which is changed.
 * @param known - the schemas that references can resolve, by their URIs.
 */
export function failOnMissingReferences(library: Library, known: Record<string, object>, root: object): void {
  function visit(part: unknown, outer: XStack): void {
    if (typeof part !== 'object' || part === null) return;
    const schema = part as SchemaObject;
    const stack = Array.isArray(part) ? outer : library.NextStack(outer, schema);
    const missing = Array.isArray(part) ? undefined : missingReference(library, stack, schema);
    if (missing !== undefined) {
      for (const name of Object.keys(schema)) Reflect.deleteProperty(schema, name);
      schema['~refine'] = [{ check: () => refuse(missing), error: () => '' }];
      return;
    }
    for (const [name, value] of Object.entries(schema)) if (!keywordsOfData.has(name)) visit(value, stack);
  }
  visit(root, library.Stack(known, root));
}

function missingReference(library: Library, stack: XStack, schema: SchemaObject): string | undefined {
  const { $ref, $dynamicRef } = schema;
  if (typeof $ref === 'string' && !isSchema(library.Resolve.Ref(stack, { $ref }).schema)) return $ref;
  if (typeof $dynamicRef === 'string' && !isSchema(library.Resolve.DynamicRef(stack, { $dynamicRef }))) {
    return $dynamicRef;
  }
  return undefined;
}

function isSchema(target: unknown): boolean {
  return typeof target === 'boolean' || (typeof target === 'object' && target !== null && !Array.isArray(target));
}

function refuse(reference: string): never {
  throw new ToolError(`schema: cannot resolve ${reference} (other documents are not loaded)`);
}
