import { ToolError } from '../../core/errors.js';
import { Type } from '../../core/schema.js';

/** The option of tools that write or read paths through JSON as one name, `a.b.0`. */
export const PathSeparator = Type.String({
  default: '.',
  minLength: 1,
  maxLength: 5,
  description: 'Separates the names of a path, such as . in a.b.c',
});

/** Quotes a name for an error message; cuts long ones. */
export function showName(name: string): string {
  return name.length > 60 ? `"${name.slice(0, 60)}…"` : `"${name}"`;
}

/**
 * Returns the names and indexes of a JSON Pointer (RFC 6901).
 *
 * @throws {ToolError} if the text is not a JSON Pointer.
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

/** Escapes a name or index as a part of a JSON Pointer. */
export function escapePointerPart(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1');
}
