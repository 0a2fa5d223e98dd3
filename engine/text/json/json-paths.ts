import { ToolError } from '../../core/errors.js';
import { Type } from '../../core/schema.js';

/** The option of tools that write or read paths through JSON as one name, `a.b.0`. */
export const PathSeparator = Type.String({
  default: '.',
  minLength: 1,
  maxLength: 5,
  description: 'What stands between the names of a path, such as . in a.b.c',
});

/** A name in quotes for an error message, cut off where it is long. */
export function showName(name: string): string {
  return name.length > 60 ? `"${name.slice(0, 60)}…"` : `"${name}"`;
}

/**
 * The names and indexes that a JSON Pointer (RFC 6901) leads along.
 *
 * @throws {ToolError} if it is none.
 */
export function parsePointer(pointer: string): string[] {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) throw new ToolError(`${showName(pointer)} must be empty or start with /`);
  if (/~(?![01])/.test(pointer))
    throw new ToolError(`in ${showName(pointer)} a ~ must be written ~0, and a / in a name ~1`);
  return pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A name or index as a part of a JSON Pointer. */
export function escapePointerPart(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1');
}
