interface Magnitude {
  /** Without zeros at either end; empty for zero. */
  readonly digits: string;
  /** The power of ten that the value is below: 12.5 is 0.125 · 10². */
  readonly power: number;
}

/**
 * Compares two numbers by value, digit by digit: those that are one double (`1e400` and `2e400`, integers past 2^53) too.
 *
 * @param a - a number as JSON writes it, as is `b`.
 * @returns below, above or equal to 0, as a comparison for sorting.
 */
export function compareJsonNumbers(a: string, b: string): number {
  if (a === b) return 0;
  const [first, second] = [Number(a), Number(b)];
  // Rounding to doubles never turns an order round, so only numbers of one double are left.
  if (first !== second) return first < second ? -1 : 1;
  const [left, right] = [magnitudeOf(a), magnitudeOf(b)];
  if (left.digits === '' || right.digits === '' || a.startsWith('-') !== b.startsWith('-')) {
    return signOf(a, left) - signOf(b, right);
  }
  const larger = left.power === right.power ? compareText(left.digits, right.digits) : left.power - right.power;
  return a.startsWith('-') ? -larger : larger;
}

function signOf(source: string, { digits }: Magnitude): number {
  if (digits === '') return 0;
  return source.startsWith('-') ? -1 : 1;
}

function magnitudeOf(source: string): Magnitude {
  const [, whole = '', fraction = '', exponent = '0'] = /^-?(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(source) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  // An exponent past the doubles would make Infinity - Infinity of two powers.
  const bounded = Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number(exponent), Number.MAX_SAFE_INTEGER));
  return { digits: digits.slice(0, end), power: bounded + digits.length - fraction.length };
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
