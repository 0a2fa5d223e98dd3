import { maxSteps } from '#engine/core/limits.js';
import type { JsonSchema } from './types.js';

/**
 * Returns a schema that validates requests in the form of the document. It accepts the same values, but is written so
 * that generated clients get useful types:
 * - a property with a default is optional (the validator fills it in before it checks required properties);
 * - values listed in `enum` have their type;
 * - a map has `additionalProperties` instead of a pattern that every name matches.
 */
export function documented(schema: object): JsonSchema {
  const { patternProperties, properties, required, items, anyOf, ...rest } = schema as JsonSchema;
  const wanted = required?.filter((name) => properties?.[name]?.default === undefined) ?? [];
  const values = patternProperties?.['^.*$'];
  return {
    ...(rest.type === undefined && rest.enum?.every((value) => typeof value === 'string') && { type: 'string' }),
    ...rest,
    ...(wanted.length > 0 && { required: wanted }),
    ...(properties && { properties: mapValues(properties, documented) }),
    ...(items && { items: documented(items) }),
    ...(anyOf && { anyOf: anyOf.map(documented) }),
    ...(values && { additionalProperties: documented(values) }),
  };
}

/**
 * Rewrites a schema of a request so that generated types make every property with a default optional.
 *
 * openapi-typescript treats a property with `default` beside its type as always present, which is true only of
 * responses. Therefore the default is in an `allOf` with the rest of the property's schema: it means the same in JSON
 * Schema (draft 2020-12, core, section 7.7.1.1), and accepts the same values. The description also states the default,
 * because some generators do not look into `allOf`.
 */
export function withOptionalInputs(schema: JsonSchema): JsonSchema {
  const { properties, items, anyOf, additionalProperties: values } = schema;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, optionalInput(withOptionalInputs(property))]),
      ),
    }),
    ...(items && { items: withOptionalInputs(items) }),
    ...(anyOf && { anyOf: anyOf.map(withOptionalInputs) }),
    ...(typeof values === 'object' && { additionalProperties: withOptionalInputs(values) }),
  };
}

function optionalInput(property: JsonSchema): JsonSchema {
  if (property.default === undefined) return property;
  const { description = '', ...rest } = property;
  return { description: description + defaultNote(property.default), allOf: [rest] };
}

/** Returns a property as it was before {@link withOptionalInputs}; any other schema as it is. */
export function plainInput(property: JsonSchema): JsonSchema {
  const [inner, ...more] = property.allOf ?? [];
  if (inner?.default === undefined || more.length > 0) return property;
  const description = property.description?.slice(0, -defaultNote(inner.default).length) ?? '';
  return { description, ...inner };
}

function defaultNote(value: unknown): string {
  return ` (default: ${JSON.stringify(value)})`;
}

/** Describes an object whose members are required unless they are named as optional. */
export function objectOf(
  properties: Readonly<Record<string, JsonSchema>>,
  { optional = [], ...rest }: { readonly optional?: readonly string[]; readonly description?: string } = {},
): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', ...rest, required, properties };
}

/** Describes a count. */
export const count = (description: string): JsonSchema => ({ type: 'integer', minimum: 0, description });

/** Describes a text. */
export const text = (description: string): JsonSchema => ({ type: 'string', description });

/** Describes a time in UTC. */
export const time = (description: string): JsonSchema => ({
  type: 'string',
  format: 'date-time',
  description: `${description}; in UTC`,
});

/** Describes a time in UTC that may be missing. */
export const timeOrNull = (description: string): JsonSchema => ({ ...time(description), type: ['string', 'null'] });

/** Returns a reference to a named schema of the document. */
export function schemaReference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** Describes a trace: a list of the schema `TracedItem`. */
export function traceSchema(description: string): JsonSchema {
  return { type: 'array', description, maxItems: maxSteps, items: schemaReference('TracedItem') };
}

/** Returns a record with each value mapped. */
export function mapValues<Value, Result>(
  record: Readonly<Record<string, Value>>,
  map: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}
