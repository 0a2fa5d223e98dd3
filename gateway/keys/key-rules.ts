import { RequestError } from '../../engine/core/errors.js';
import { gatewayProblem } from '../core/errors.js';
import { parseOrigin } from './origin.js';

/** Longest label of a key, in characters. */
export const maxLabelLength = 100;

/** The rule that {@link checkLabel} enforces. */
export const labelRule = 'must not contain control characters or unpaired surrogates';

/** @throws {RequestError} if a label would break the lines of a listing, or reverse their direction. */
export function checkLabel(label: string): void {
  if (/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(label)) {
    throw new RequestError(gatewayProblem('invalid-label', { path: 'label', reason: labelRule }));
  }
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
