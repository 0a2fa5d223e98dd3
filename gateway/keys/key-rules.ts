import { RequestError } from '../../engine/core/errors.js';
import { gatewayProblem } from '../core/errors.js';
import { parseOrigin } from './origin.js';

/** Longest label of a key, in characters. */
export const maxLabelLength = 100;

/** What is wrong with a label that {@link checkLabel} refuses. */
export const labelRule = 'must not contain control characters or unpaired surrogates';

/** @throws {RequestError} if a label would break the lines of a listing, or turn their direction round. */
export function checkLabel(label: string): void {
  if (/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(label)) {
    throw new RequestError(gatewayProblem('invalid-label', { path: 'label', reason: labelRule }));
  }
}

/**
 * Origins as they are stored: serialised, each once.
 *
 * @throws {RequestError} that names the first one that is no origin by its place: `origins[2] …`.
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
