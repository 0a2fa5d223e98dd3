interface Magnitude {
  /** The digits without leading and trailing zeros; empty for zero. */
  readonly digits: string;
  /** The power of ten of the value as 0.digits: 12.5 is 0.125 · 10². */
  readonly power: number;
}

/**
 * Compares two numbers by value, even if both are the same double (`1e400` and `2e400`, integers above 2^53).
 *
 * @param a - a number in JSON, like `b`.
 * @returns a number below, above or equal to 0, for sorting.
 */
export function compareJsonNumbers(a: string, b: string): number {
  if (a === b) return 0;
  const [first, second] = [Number(a), Number(b)];
  // Rounding to doubles never reverses the order, so only numbers with the same double remain.
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
  // An exponent out of the range of doubles would cause Infinity - Infinity.
  const bounded = Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number(exponent), Number.MAX_SAFE_INTEGER));
  return { digits: digits.slice(0, end), power: bounded + digits.length - fraction.length };
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
