import type { JsonSchema } from './types.js';

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
