const romanDigits: readonly (readonly [value: number, digits: string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

/**
 * Writes the number of a list item as browsers do: with the type `a` or `A` in letters, with `i` or `I` in Roman
 * numerals (HTML Standard, section 4.4.5). Numbers outside their range are written in digits.
 */
export function listNumber(number: number, type: string): string {
  switch (type) {
    case 'a':
      return letters(number);
    case 'A':
      return letters(number).toUpperCase();
    case 'i':
      return roman(number);
    case 'I':
      return roman(number).toUpperCase();
    default:
      return String(number);
  }
}

/** Counts a to z, then aa. */
function letters(number: number): string {
  if (number < 1) return String(number);
  let written = '';
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    written = String.fromCharCode(0x61 + ((rest - 1) % 26)) + written;
  }
  return written;
}

function roman(number: number): string {
  if (number < 1 || number > 3999) return String(number);
  let rest = number;
  let written = '';
  for (const [value, digits] of romanDigits) {
    written += digits.repeat(Math.floor(rest / value));
    rest %= value;
  }
  return written;
}
