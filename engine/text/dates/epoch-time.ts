/** Nanoseconds in a unit of epoch time. */
export const nanosecondsPer = { s: 1_000_000_000n, ms: 1_000_000n, us: 1_000n, ns: 1n } as const;

export type EpochUnit = keyof typeof nanosecondsPer;

/** The range of dates in ECMAScript, 100 million days around 1970, in nanoseconds. */
const latest = 8_640_000_000_000_000n * nanosecondsPer.ms;

const epochNumber = /^([+-]?)(\d{1,30})(?:\.(\d{1,30}))?$/;

/**
 * Parses a number of epoch time into nanoseconds since 1970 UTC; cuts off smaller fractions.
 *
 * @param unit - `auto` reads numbers below 10^11 as seconds, below 10^14 as milliseconds, below 10^17 as microseconds,
 *   and others as nanoseconds: each of them reaches the year 5138.
 * @returns undefined if the text is not a number, or far outside the range of dates.
 */
export function parseEpoch(text: string, unit: EpochUnit | 'auto'): bigint | undefined {
  const [, sign, integer = '', fraction = ''] = epochNumber.exec(text) ?? [];
  if (sign === undefined) return undefined;
  const nanoseconds = nanosecondsPer[unit === 'auto' ? likelyUnit(BigInt(integer)) : unit];
  const size =
    BigInt(integer) * nanoseconds + (BigInt(fraction.padEnd(9, '0').slice(0, 9)) * nanoseconds) / nanosecondsPer.s;
  if (size > latest) return undefined;
  return sign === '-' ? -size : size;
}

function likelyUnit(size: bigint): EpochUnit {
  if (size < 10n ** 11n) return 's';
  if (size < 10n ** 14n) return 'ms';
  return size < 10n ** 17n ? 'us' : 'ns';
}

/** Divides integers, rounding towards the past, so that times before 1970 fall into the unit that contains them. */
export function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend < 0n && quotient * divisor !== dividend ? quotient - 1n : quotient;
}
