/**
 * A decimal number without rounding: 0.`digits` × 10^`point`, where `point` is the number of digits before the decimal
 * mark. `digits` neither starts nor ends with a zero, so that equal numbers are equal field by field; for zero it is
 * empty.
 */
export interface Decimal {
  readonly negative: boolean;
  readonly digits: string;
  readonly point: number;
}

/** How to round: `up` is away from zero and `down` towards it. */
export type Rounding = 'half-up' | 'half-even' | 'down' | 'up';

const zero: Decimal = { negative: false, digits: '', point: 0 };

/**
 * Returns the number `digits` × 10^-`scale`. Leading and trailing zeros are allowed; only zeros, or no digits, mean
 * zero.
 */
export function decimalOf(negative: boolean, digits: string, scale: number): Decimal {
  let start = 0;
  while (digits[start] === '0') start++;
  let end = digits.length;
  while (end > start && digits[end - 1] === '0') end--;
  if (start === end) return zero;
  return { negative, digits: digits.slice(start, end), point: digits.length - start - scale };
}

/** Returns the number `value` × 10^-`scale`. */
export function decimalOfBigInt(value: bigint, scale: number): Decimal {
  return decimalOf(value < 0n, String(value < 0n ? -value : value), scale);
}

/** Compares two numbers, for `Array.prototype.sort`. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  if (a.digits === '' || b.digits === '' || a.negative !== b.negative) return signOf(a) - signOf(b);
  const larger = a.negative ? -1 : 1;
  if (a.point !== b.point) return a.point > b.point ? larger : -larger;
  if (a.digits === b.digits) return 0;
  return a.digits > b.digits ? larger : -larger;
}

function signOf({ negative, digits }: Decimal): number {
  if (digits === '') return 0;
  return negative ? -1 : 1;
}

/** Returns the digits before the decimal mark, at least one. */
export function integerDigits({ digits, point }: Decimal): string {
  return point <= 0 ? '0' : digits.slice(0, point).padEnd(point, '0');
}

/** Returns the digits after the decimal mark, without trailing zeros. */
export function fractionDigits({ digits, point }: Decimal): string {
  return point < 0 && digits !== '' ? '0'.repeat(-point) + digits : digits.slice(Math.max(point, 0));
}

/** Writes `-1234.5`: no exponent, no separators, no trailing zeros. */
export function plainDecimal(number: Decimal): string {
  const fraction = fractionDigits(number);
  return `${number.negative ? '-' : ''}${integerDigits(number)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Returns the number with at most this many digits after the decimal mark. */
export function roundDecimal(number: Decimal, decimals: number, rounding: Rounding): Decimal {
  const { negative, digits, point } = number;
  const kept = point + decimals;
  if (kept >= digits.length) return number;
  const head = digits.slice(0, Math.max(kept, 0));
  const rounded = roundsUp(digits, kept, rounding) ? increment(head) : head;
  return decimalOf(negative, rounded, decimals);
}

/** @param kept - the number of digits to keep; below 0, zeros before them are removed as well. */
function roundsUp(digits: string, kept: number, rounding: Rounding): boolean {
  if (rounding === 'up' || rounding === 'down') return rounding === 'up';
  if (kept < 0) return false;
  const first = digits.charAt(kept);
  // There are no trailing zeros, so a half is a final 5.
  if (rounding === 'half-up' || first !== '5' || kept < digits.length - 1) return first >= '5';
  return '13579'.includes(digits.charAt(kept - 1)) && kept > 0;
}

function increment(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '9') end--;
  const zeros = '0'.repeat(digits.length - end);
  return end === 0 ? `1${zeros}` : digits.slice(0, end - 1) + String(Number(digits[end - 1]) + 1) + zeros;
}
