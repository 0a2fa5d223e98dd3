import { RequestError } from '#engine/core/errors.js';
import { gatewayProblem } from '#gateway/core/errors.js';
import { networkOf } from '#gateway/core/ip-address.js';
import type { KeyBounds, KeyBoundsPatch, KeyOperation } from '../storage/key-table.js';
import { parseOrigin } from './origin.js';

/** Longest label of a key, and longest name and external id of an account, in characters. */
export const maxLabelLength = 100;

/** Most networks that a key may be bound to. */
export const maxNetworks = 100;

/** The rule that {@link checkLabel} and {@link checkName} enforce. */
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

/**
 * @param path - of the field with the name: `name`, `externalId`.
 * @throws {RequestError} if a name of an account has characters that {@link labelRule} excludes.
 */
export function checkName(path: string, name: string): void {
  if (name.search(unfitForLabels) >= 0)
    throw new RequestError(gatewayProblem('invalid-name', { path, reason: labelRule }));
}

/** The bounds of a key, as people write them: a member that is left out stays, null removes a bound. */
export interface WrittenBounds {
  /** ISO 8601, with a zone. */
  readonly expiresAt?: string | null | undefined;
  readonly burstPerMinute?: number | null | undefined;
  readonly operations?: readonly KeyOperation[] | null | undefined;
  readonly addresses?: readonly string[] | null | undefined;
}

const expiryRule = 'must be a date and time with a zone, such as 2027-01-31T12:00:00Z';
export const futureRule = 'must be in the future';

/**
 * Returns bounds as they are stored: unique, networks in one notation.
 *
 * @param now - milliseconds since the epoch.
 * @throws {RequestError} that names the first invalid member.
 */
export function readBounds(
  { expiresAt, burstPerMinute, operations, addresses }: WrittenBounds,
  now: number,
): KeyBoundsPatch {
  return {
    ...(expiresAt !== undefined && { expiresAt: expiresAt === null ? null : readExpiry(expiresAt, now) }),
    ...(burstPerMinute !== undefined && { burstPerMinute }),
    ...(operations !== undefined && { operations: operations && [...new Set(operations)] }),
    ...(addresses !== undefined && { addresses: addresses && [...new Set(addresses.map(readNetwork))] }),
  };
}

/** Returns the bounds of a new key; undefined for none. @throws as {@link readBounds}. */
export function readNewBounds(written: WrittenBounds, now: number): KeyBounds | undefined {
  const bounds = Object.entries(readBounds(written, now)).filter(([, value]) => value !== null);
  return bounds.length === 0 ? undefined : (Object.fromEntries(bounds) as KeyBounds);
}

function readExpiry(text: string, now: number): number {
  const [, date = ''] = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/.exec(text) ?? [];
  const time = Date.parse(text);
  const midnight = Date.parse(`${date}T00:00Z`);
  // Some engines take the 30th of February for a day in March.
  const isDate =
    Number.isFinite(time) && Number.isFinite(midnight) && new Date(midnight).toISOString().startsWith(date);
  // With its zone or at 24:00, it may be in the year 10000, which this notation does not have.
  const isWritable = isDate && new Date(time).getUTCFullYear() <= 9_999;
  const reason = !isWritable || date === '' ? expiryRule : time <= now ? futureRule : undefined;
  if (reason !== undefined) throw new RequestError(gatewayProblem('invalid-bound', { path: 'expiresAt', reason }));
  return time;
}

function readNetwork(text: string, index: number): string {
  const network = networkOf(text);
  if ('network' in network) return network.network;
  throw new RequestError(gatewayProblem('invalid-bound', { path: `addresses[${index}]`, reason: network.reason }));
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
