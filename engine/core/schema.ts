import type { Type as Typebox } from 'typebox';

export type { Static, TObject, TProperties, TSchema } from 'typebox';

/** A JSON schema. */
type Schema = object;

/** Marks the schema of a member that may be left out; not part of the schema. */
const optional = Symbol('optional');

/**
 * Makes JSON schemas with the static types of typebox (`Static<typeof schema>`).
 *
 * The types come from typebox, the few lines that run are here: typebox is seven hundred modules, and loading them took
 * longer than everything else that a thread loads when it starts.
 *
 * @example Type.Object({ count: Type.Integer({ default: 1, minimum: 1, description: 'How many' }) })
 */
export const Type = {
  Boolean: (options?: Schema) => ({ type: 'boolean', ...options }),
  Integer: (options?: Schema) => ({ type: 'integer', ...options }),
  Number: (options?: Schema) => ({ type: 'number', ...options }),
  String: (options?: Schema) => ({ type: 'string', ...options }),
  Null: (options?: Schema) => ({ type: 'null', ...options }),
  Unknown: (options?: Schema) => ({ ...options }),
  Literal: (value: string | number | boolean, options?: Schema) => ({ type: typeof value, const: value, ...options }),
  Enum: (values: readonly unknown[], options?: Schema) => ({ enum: [...values], ...options }),
  Union: (branches: readonly Schema[], options?: Schema) => ({ anyOf: [...branches], ...options }),
  Array: (items: Schema, options?: Schema) => ({ type: 'array', items, ...options }),
  Record: (_names: Schema, values: Schema, options?: Schema) => ({
    type: 'object',
    patternProperties: { '^.*$': values },
    ...options,
  }),
  Optional: (schema: Schema) => Object.defineProperty({ ...schema }, optional, { value: true }),
  Object: (properties: Readonly<Record<string, Schema>>, options?: Schema) => {
    const required = Object.keys(properties).filter((name) => !(optional in (properties[name] ?? {})));
    return { type: 'object', ...(required.length > 0 && { required }), properties, ...options };
  },
} as unknown as Pick<
  typeof Typebox,
  | 'Array'
  | 'Boolean'
  | 'Enum'
  | 'Integer'
  | 'Literal'
  | 'Null'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'Record'
  | 'String'
  | 'Union'
  | 'Unknown'
>;
