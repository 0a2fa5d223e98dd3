import { invalidLinesStay } from '../../core/line-keeping.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { convertLines, invalidLines, LineProblem } from '../../text/lines/line-conversion.js';

export default defineTool({
  slug: 'roman-numeral-converter',
  title: 'Roman numeral converter',
  description:
    'Converts numbers from 1 to 3999 to Roman numerals and Roman numerals to numbers, one per line. Reads either letter case, but only the standard form: IV, not IIII.',
  config: Type.Object({
    direction: Type.Enum(['auto', 'to-roman', 'to-number'], {
      default: 'auto',
      description:
        'Direction of the conversion; auto reads digits as a number and anything else as a numeral, line by line',
    }),
    lowercase: Type.Boolean({ default: false, description: 'Writes the numerals in lower case' }),
    invalid: invalidLines(),
  }),
  examples: [
    { input: '1987\nMMXXVI', output: 'MCMLXXXVII\n2026' },
    { input: '4\n9\n14', config: { lowercase: true }, output: 'iv\nix\nxiv' },
    { input: 'iv\nChapter', config: { direction: 'to-number', invalid: 'keep' }, output: '4\nChapter' },
    { input: '1\n3999', output: 'I\nMMMCMXCIX' },
  ],
  keepsLines: [{ invalid: invalidLinesStay }],
  run(input, { direction, lowercase, invalid }, limit) {
    const convert = (line: string) => {
      const digits = direction === 'auto' ? /^\d/.test(line) : direction === 'to-roman';
      if (!digits) return numberOfRoman(line);
      const roman = romanOfNumber(line);
      return lowercase && typeof roman === 'string' ? roman.toLowerCase() : roman;
    };
    return convertLines(input, { convert, invalid }, limit);
  },
});

const notNumber = new LineProblem('not a whole number from 1 to 3999');
const notRoman = new LineProblem('not a Roman numeral in its standard form');

/** The numerals of 0 to 9, for thousands, hundreds, tens and ones. */
const places = [
  ['', 'M', 'MM', 'MMM'],
  ['', 'C', 'CC', 'CCC', 'CD', 'D', 'DC', 'DCC', 'DCCC', 'CM'],
  ['', 'X', 'XX', 'XXX', 'XL', 'L', 'LX', 'LXX', 'LXXX', 'XC'],
  ['', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX'],
] as const;

function romanOfNumber(text: string): string | LineProblem {
  const [, digits] = /^0{0,20}(\d{1,4})$/.exec(text) ?? [];
  if (digits === undefined || Number(digits) < 1 || Number(digits) > 3999) return notNumber;
  return Array.from(digits.padStart(4, '0'), (digit, place) => places[place]?.[Number(digit)] ?? '').join('');
}

const numeral = /^(M{0,3})(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})$/i;

/** Longer than the longest numeral, MMMDCCCLXXXVIII. */
const longest = 20;

function numberOfRoman(text: string): string | LineProblem {
  if (text.length > longest) return notRoman;
  // U+2160 to U+217F are numerals in one character: Ⅳ, ⅻ.
  const match = numeral.exec(text.normalize('NFKC'));
  if (match === null) return notRoman;
  const digits = places.map((numerals, place) =>
    numerals.findIndex((numeral) => numeral === match[place + 1]?.toUpperCase()),
  );
  return String(Number(digits.join('')));
}
