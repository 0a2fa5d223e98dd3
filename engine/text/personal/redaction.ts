import type { OutputLimit } from '../../core/tool.js';
import type { Span } from '../span.js';
import { TextWriter } from '../text-writer.js';

/**
 * Resolves overlaps: the longest find wins; of equally long ones, the first in the list. Returns them in the order of
 * the text.
 */
export function longestFinds<Find extends Span>(finds: readonly Find[], text: string): Find[] {
  const taken = new Uint8Array(text.length);
  const kept: Find[] = [];
  for (const find of finds.toSorted((a, b) => b.end - b.start - (a.end - a.start))) {
    // No accepted find is shorter, so one that overlaps covers an end.
    if (taken[find.start] === 1 || taken[find.end - 1] === 1) continue;
    taken.fill(1, find.start, find.end);
    kept.push(find);
  }
  return kept.sort((a, b) => a.start - b.start);
}

/**
 * Replaces each find.
 *
 * @param finds - in the order of the text, without overlaps.
 * @throws {OutputTooLongError} as soon as the result is longer than the limit.
 */
export function replaceFinds<Find extends Span>(
  text: string,
  finds: readonly Find[],
  replacement: (find: Find) => string,
  limit: OutputLimit,
): string {
  const result = new TextWriter(limit);
  let copied = 0;
  for (const find of finds) {
    result.write(text.slice(copied, find.start) + replacement(find));
    copied = find.end;
  }
  result.write(text.slice(copied));
  return result.toString();
}

/** Replaces every letter and digit with an asterisk; other characters stay, so the form remains visible. */
export function maskText(text: string): string {
  return text.replace(/[\p{L}\p{M}\p{N}]/gu, '*');
}
