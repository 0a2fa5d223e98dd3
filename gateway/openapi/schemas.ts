import type { JsonSchema } from './types.js';

/**
 * A schema that validates requests, as the document has it: the same values fit it. What differs is the manner of
 * writing, so that generated clients get useful types:
 * - what has a default need not be sent (the validator fills it in before it looks at what is required);
 * - values listed in `enum` have their type;
 * - a map is written with `additionalProperties` rather than with a pattern that every name matches.
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

/** An object whose members are all there unless they are named as optional. */
export function objectOf(
  properties: Readonly<Record<string, JsonSchema>>,
  { optional = [], ...rest }: { readonly optional?: readonly string[]; readonly description?: string } = {},
): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', ...rest, required, properties };
}

/** A number of things. */
export const count = (description: string): JsonSchema => ({ type: 'integer', minimum: 0, description });

export const text = (description: string): JsonSchema => ({ type: 'string', description });

export const time = (description: string): JsonSchema => ({
  type: 'string',
  format: 'date-time',
  description: `${description}; in UTC`,
});

export const timeOrNull = (description: string): JsonSchema => ({ ...time(description), type: ['string', 'null'] });

export function schemaReference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

function mapValues<Value, Result>(
  record: Readonly<Record<string, Value>>,
  map: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}
