import { ToolError } from '../../core/errors.js';
import { showName } from './json-paths.js';

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
