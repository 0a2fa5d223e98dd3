import type { OutputLimit } from '../core/tool.js';
import { TextWriter } from './text-writer.js';

/** The longest text passed to `String.prototype.replace`, in UTF-16 code units. */
const longestAtOnce = 32_768;

/**
 * Does `text.replace(pattern, replacement)` in bounded memory. V8 keeps all matches of a text with their groups, up to
 * 200 bytes each, until it has called the function for the last one. So a long text is replaced match by match.
 *
 * @param pattern - global.
 * @param replacement - receives the match, its groups and its offset, but not the text.
 */
export function replaceMatches(
  text: string,
  pattern: RegExp,
  replacement: (match: string, ...details: never[]) => string,
): string {
  // The details are the arguments that `replace` passes; only the callers know their types.
  const replaced = replacement as (match: string, ...details: unknown[]) => string;
  if (text.length <= longestAtOnce) return text.replace(pattern, replaced);
  const writer = new TextWriter();
  let end = 0;
  // The iterator copies the pattern, so the function may use the pattern itself.
  for (const match of text.matchAll(pattern)) {
    const { 0: found, index } = match;
    if (index > end) writer.write(text.slice(end, index));
    writer.write(match.length === 1 ? replaced(found, index) : replaced(found, ...match.slice(1), index));
    end = index + found.length;
  }
  writer.write(text.slice(end));
  return writer.toString();
}

/**
 * Does `text.replace(pattern, replacement)` for replacements that can be longer than the match. Checks the limit while
 * the result grows.
 *
 * @param pattern - global, and without groups.
 * @param replacement - receives the match and its offset.
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
