import assert from 'node:assert/strict';
import { resultOf, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'roman-numeral-converter';
const notNumber = 'not a whole number from 1 to 3999';
const notRoman = 'not a Roman numeral in its standard form';

export default {
  slug,
  cases: [
    ['', ''],
    [' 10 \r\n\r\nIV\r\n', 'X\r\n\r\n4\r\n', {}, 'blank lines and line ends stay'],
    ['0007\n1000\n49', 'VII\nM\nXLIX'],
    ['mcmXC\nMMMDCCCLXXXVIII', '1990\n3888'],
    ['\u2163\n\u217b\nX\u2160', '4\n12\n11', {}, 'numerals in one character'],
    ['49', 'xlix', { direction: 'to-roman', lowercase: true }],
    ['X', '10', { direction: 'to-number', lowercase: true }],
    ...['0', '4000', '1.5', '12a', '10000', '9'.repeat(500_000)].map(
      (input): ToolCase => [input, { error: `line 1: ${notNumber}` }, {}, `no such number: ${input.slice(0, 20)}`],
    ),
    ['1\n-1', { error: `line 2: ${notRoman}` }],
    ['X', { error: `line 1: ${notNumber}` }, { direction: 'to-roman' }],
    ['10', { error: `line 1: ${notRoman}` }, { direction: 'to-number' }],
    ...['IIII', 'IC', 'VX', 'IIV', 'MMMM', 'A', '\u0131', '\ud800', '\u0000', '__proto__', 'M'.repeat(499_000)].map(
      (input): ToolCase => [
        `1\n\n${input}`,
        { error: `line 3: ${notRoman}` },
        {},
        `not in standard form: ${JSON.stringify(input.slice(0, 20))}`,
      ],
    ),
    ['x\n Q \n', '10\n Q \n', { invalid: 'keep' }],
    ['x\nQ\n', '10\n\n', { invalid: 'blank' }],
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
