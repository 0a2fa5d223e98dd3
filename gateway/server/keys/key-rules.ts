import { RequestError } from '#engine/core/errors.js';
import { gatewayProblem } from '#gateway/core/errors.js';
import { parseOrigin } from './origin.js';

/** Longest label of a key, in characters. */
export const maxLabelLength = 100;

/** The rule that {@link checkLabel} enforces. */
export const labelRule =
  'must not contain control characters, direction marks, invisible spaces or unpaired surrogates';

/**
 * What would break the lines of a list, change the direction of what follows, or make two labels look the same. The
 * joiners U+200C and U+200D are not among them: scripts and emoji need them.
 */
const unfitForLabels = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u200b\u2060\ufeff]/gu;

/** @throws {RequestError} if a label has characters that {@link labelRule} excludes. */
export function checkLabel(label: string): void {
  if (label.search(unfitForLabels) >= 0) {
    throw new RequestError(gatewayProblem('invalid-label', { path: 'label', reason: labelRule }));
  }
}

/** Returns a label for a terminal: a character that {@link checkLabel} refuses, and that is stored, as `<U+200E>`. */
export function printedLabel(label: string): string {
  return label.replace(unfitForLabels, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
  });
}

/**
 * Returns origins as they are stored: serialised and unique.
 *
 * @throws {RequestError} that names the first invalid one by its index: `origins[2] …`.
 */
export function serialiseOrigins(origins: readonly string[]): string[] {
  const parsed = origins.map((text, index) => {
    const result = parseOrigin(text);
    if ('reason' in result) {
      throw new RequestError(gatewayProblem('invalid-origin', { path: `origins[${index}]`, reason: result.reason }));
    }
    return result.origin;
  });
  return [...new Set(parsed)];
}
