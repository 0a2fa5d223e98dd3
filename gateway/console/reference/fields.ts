import { plainInput } from '#gateway/server/endpoints/openapi/schemas.js';
import type { JsonSchema, OpenApiDocument, Reference } from '#gateway/server/endpoints/openapi/types.js';
import { optionFacts } from '../option-facts.js';

/** A field of a body, or a parameter, as a table row. */
export interface Field {
  /** With its path if it is nested: `meta.inputLength`, `keys[].id`. */
  readonly name: string;
  readonly type: string;
  /** `required`, `one of these`, or ''. */
  readonly need: string;
  readonly fallback: string | undefined;
  readonly description: string;
}

/** Resolves a reference; returns anything else unchanged. */
export function resolved<Value extends object>(value: Value | Reference, { components }: OpenApiDocument): Value {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as Value;
  const [kind = '', name = ''] = value.$ref.split('/').slice(2);
  const found = (components as Readonly<Record<string, Readonly<Record<string, object>>>>)[kind]?.[name];
  if (found === undefined) throw new Error(`The document has no ${value.$ref}`);
  return found as Value;
}

/** Returns the fields of an object and of nested objects. A choice of objects becomes one with the fields of all. */
export function fieldsOf(schema: JsonSchema, document: OpenApiDocument, path = ''): Field[] {
  const object = resolved(schema, document);
  const variants = object.oneOf?.map((variant) => resolved(variant, document)) ?? [object];
  const properties = joinedProperties(variants, document);
  const isRequired = (name: string) => variants.filter(({ required = [] }) => required.includes(name)).length;
  return Object.entries(properties).flatMap(([name, documented]) => {
    const property = plainInput(documented);
    const whole = resolved(property, document);
    const { type, fallback } = optionFacts(isObject(whole) || whole === property ? whole : property);
    const needed = isRequired(name);
    const need = needed === 0 ? '' : needed === variants.length ? 'required' : 'one of these';
    const field = { name: path + name, type, need, fallback, description: whole.description ?? '' };
    return [field, ...fieldsBelow(whole, document, path + name)];
  });
}

/** Returns the properties of all variants. One that is an object in several has the properties of all these. */
function joinedProperties(variants: readonly JsonSchema[], document: OpenApiDocument): Record<string, JsonSchema> {
  const joined: Record<string, JsonSchema> = {};
  for (const { properties = {} } of variants) {
    for (const [name, property] of Object.entries(properties)) {
      const [before, whole] = [resolved(joined[name] ?? {}, document), resolved(property, document)];
      const isJoined = isObject(before) && isObject(whole);
      joined[name] = isJoined ? { ...whole, properties: { ...before.properties, ...whole.properties } } : property;
    }
  }
  return joined;
}

function fieldsBelow(schema: JsonSchema, document: OpenApiDocument, path: string): Field[] {
  if (isObject(schema)) return fieldsOf(schema, document, `${path}.`);
  const items = schema.items && resolved(schema.items, document);
  return items && isObject(items) ? fieldsOf(items, document, `${path}[].`) : [];
}

function isObject({ properties }: JsonSchema): boolean {
  return properties !== undefined;
}
