import type { OutputLimit } from '../../core/tool.js';
import { replaceMatches } from '../replacement.js';

/**
 * `text.replace(pattern, replacement)` for replacements that can be longer than what they replace: the limit is asked
 * while the result grows.
 *
 * @param pattern - global, and without groups.
 * @param replacement - is given the match and its offset.
 * @throws {OutputTooLongError}
 */
export function replaceWithin(
  limit: OutputLimit,
  text: string,
  pattern: RegExp,
  replacement: (match: string, offset: number) => string,
): string {
  let length = text.length;
  const result = replaceMatches(text, pattern, (match, offset: number) => {
    const replaced = replacement(match, offset);
    length += replaced.length - match.length;
    limit.check(length);
    return replaced;
  });
  limit.check(length);
  return result;
}
