import assert from 'node:assert/strict';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'roman-numeral-converter';
const notNumber = 'not a whole number from 1 to 3999';
const notRoman = 'not a Roman numeral in its standard form';

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { name: 'blank lines and line ends stay', input: ' 10 \r\n\r\nIV\r\n', output: 'X\r\n\r\n4\r\n' },
    { input: '0007\n1000\n49', output: 'VII\nM\nXLIX' },
    { input: 'mcmXC\nMMMDCCCLXXXVIII', output: '1990\n3888' },
    { name: 'numerals in one character', input: '\u2163\n\u217b\nX\u2160', output: '4\n12\n11' },
    { input: '49', config: { direction: 'to-roman', lowercase: true }, output: 'xlix' },
    { input: 'X', config: { direction: 'to-number', lowercase: true }, output: '10' },
    ...['0', '4000', '1.5', '12a', '10000', '9'.repeat(500_000)].map((input) => ({
      name: `no such number: ${input.slice(0, 20)}`,
      input,
      error: `line 1: ${notNumber}`,
    })),
    { input: '1\n-1', error: `line 2: ${notRoman}` },
    { input: 'X', config: { direction: 'to-roman' }, error: `line 1: ${notNumber}` },
    { input: '10', config: { direction: 'to-number' }, error: `line 1: ${notRoman}` },
    ...['IIII', 'IC', 'VX', 'IIV', 'MMMM', 'A', '\u0131', '\ud800', '\u0000', '__proto__', 'M'.repeat(499_000)].map(
      (input) => ({
        name: `not in standard form: ${JSON.stringify(input.slice(0, 20))}`,
        input: `1\n\n${input}`,
        error: `line 3: ${notRoman}`,
      }),
    ),
    { input: 'x\n Q \n', config: { invalid: 'keep' }, output: '10\n Q \n' },
    { input: 'x\nQ\n', config: { invalid: 'blank' }, output: '10\n\n' },
  ],
  checks: {
    'every number is the sum of its numerals, and comes back': () => {
      const values = new Map(
        [...'IVXLCDM'].map((letter, i) => [letter, 10 ** Math.floor(i / 2) * (i % 2 === 0 ? 1 : 5)]),
      );
      const numbers = Array.from({ length: 3999 }, (_, i) => String(i + 1)).join('\n');
      const written = resultOf(slug, numbers);
      assert.equal(resultOf(slug, written), numbers);
      const sums = written.split('\n').map((numeral) => {
        const letters = Array.from(numeral, (letter) => values.get(letter) ?? Number.NaN);
        return letters.reduce((sum, value, i) => sum + (value < (letters[i + 1] ?? 0) ? -value : value), 0);
      });
      assert.equal(sums.join('\n'), numbers);
    },
  },
} satisfies ToolCases;
