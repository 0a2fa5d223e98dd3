/** The value of each digit up to base 36, by its code unit; both letter cases. */
const valueOfUnit = new Map<number, number>(
  Array.from('0123456789abcdefghijklmnopqrstuvwxyz').flatMap((digit, value) => [
    [digit.charCodeAt(0), value],
    [digit.toUpperCase().charCodeAt(0), value],
  ]),
);

/** The value of the digit at an offset. @returns undefined if there is no such digit in the base. */
export function digitValue(text: string, offset: number, base: number): number | undefined {
  const value = valueOfUnit.get(text.charCodeAt(offset));
  return value !== undefined && value < base ? value : undefined;
}

/**
 * The integer that digits of a base stand for. Quadratic in their number: meant for at most some ten thousand.
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

/** So many digits are a safe integer in every base. */
const exactDigits = 10;
