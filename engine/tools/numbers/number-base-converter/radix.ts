/** The value of each digit up to base 36, by its code unit; both letter cases. */
const valueOfUnit = new Map<number, number>(
  Array.from('0123456789abcdefghijklmnopqrstuvwxyz').flatMap((digit, value) => [
    [digit.charCodeAt(0), value],
    [digit.toUpperCase().charCodeAt(0), value],
  ]),
);

/** Returns the value of the digit at an offset; undefined if the base has no such digit. */
export function digitValue(text: string, offset: number, base: number): number | undefined {
  const value = valueOfUnit.get(text.charCodeAt(offset));
  return value !== undefined && value < base ? value : undefined;
}

/**
 * Returns the integer with these digits in a base. Quadratic in their number: meant for about ten thousand at most.
 *
 * @param digits - all of them digits of the base.
 * @param base - 2 to 36.
 */
export function parseDigits(digits: string, base: number): bigint {
  let value = 0n;
  for (let i = 0; i < digits.length; i += exactDigits) {
    const part = digits.slice(i, i + exactDigits);
    value = value * BigInt(base) ** BigInt(part.length) + BigInt(Number.parseInt(part, base));
  }
  return value;
}

/** This many digits are a safe integer in every base. */
const exactDigits = 10;
