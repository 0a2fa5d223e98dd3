import { ToolError } from '../../core/errors.js';
import { Type } from '../../core/schema.js';

const maxSchemaCharacters = 100_000;

/** Defines an option that holds a JSON Schema. See {@link requireShortSchema}. */
export const schemaOption = (description: string) =>
  Type.Union([Type.Object({}, { additionalProperties: true }), Type.Boolean()], { description });

/** Checks the length of a schema. @throws {ToolError} if it has more than 100,000 characters. */
export function requireShortSchema(schema: object | boolean): void {
  if (JSON.stringify(schema).length > maxSchemaCharacters) {
    throw new ToolError(`schema: more than ${maxSchemaCharacters} characters`);
  }
}

/**
 * Removes the prototypes of what JSON.parse has made: the library treats names such as `toString` as properties of every
 * object.
 */
export function withoutInherited(value: unknown): unknown {
  const open = [value];
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    if (typeof item !== 'object' || item === null) continue;
    for (const member of Object.values(item)) if (typeof member === 'object') open.push(member);
    if (!Array.isArray(item)) Object.setPrototypeOf(item, null);
  }
  return value;
}
