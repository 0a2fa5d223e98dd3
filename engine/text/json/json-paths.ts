import { Type } from '../../core/schema.js';

/** The option of tools that write or read paths through JSON as one name, `a.b.0`. */
export const PathDelimiter = Type.String({
  default: '.',
  minLength: 1,
  maxLength: 5,
  description: 'What stands between the names of a path, such as . in a.b.c',
});

/** A name in quotes for an error message, cut off where it is long. */
export function showName(name: string): string {
  return name.length > 60 ? `"${name.slice(0, 60)}…"` : `"${name}"`;
}
