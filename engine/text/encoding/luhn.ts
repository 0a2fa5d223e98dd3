/**
 * Returns the Luhn check digit to append to these ASCII digits.
 *
 * @see ISO/IEC 7812-1, annex B
 */
export function luhnDigit(digits: string): string {
  let sum = 0;
  let doubled = true;
  for (let i = digits.length - 1; i >= 0; i--) {
    const digit = digits.charCodeAt(i) - 0x30;
    const product = doubled ? digit * 2 : digit;
    sum += product > 9 ? product - 9 : product;
    doubled = !doubled;
  }
  return `${(10 - (sum % 10)) % 10}`;
}

/** Tests whether the last of these ASCII digits is the check digit of the others. */
export function hasLuhnDigit(digits: string): boolean {
  return digits.length > 1 && luhnDigit(digits.slice(0, -1)) === digits.at(-1);
}
