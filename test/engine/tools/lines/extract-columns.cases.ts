import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'extract-columns';
const csv = { delimiter: ',' };
const tooLong = 'the output would be longer than 4000000 characters';
const everythingAgain = Array(67).fill('1-').join(',');

function agreesWith(command: string, config: object): NonNullable<ToolCases['checks']>[string] {
  const line = fc
    .array(fc.constantFrom('a', 'bc', ',', ',', '\t', ' '), { maxLength: 9 })
    .map((parts) => parts.join(''));
  const texts = fc.sample(
    fc.array(line, { maxLength: 8 }).map((lines) => lines.map((text) => `${text}\n`).join('')),
    { seed: 1, numRuns: sampleSize(80) },
  );
  return (t) => {
    shellOracle(t, command, texts)?.forEach((output, index) => {
      assert.equal(resultOf(slug, texts[index] ?? '', config), output, JSON.stringify(texts[index]));
    });
  };
}

export default {
  slug,
  cases: [
    ['', ''],
    ['a\tb\nc\td\n', 'a\nc\n'],
    ['a,b,c\r\nd,e,f\r\n', 'b\r\ne\r\n', { ...csv, columns: '2' }],
    ['a,b\rc,d\ne', 'a\rc\re', csv, 'mixed line ends become the first one'],
    ['a,b,c', 'c,a', { ...csv, columns: '3,1' }],
    ['a,b,c', 'b,a,b', { ...csv, columns: '2,1-2' }, 'a column may come twice'],
    ['a,b,c,d', 'a,b', { ...csv, columns: '-2' }],
    ['a,b,c,d', 'c,d', { ...csv, columns: '3-' }],
    ['a,b,c,d', 'b,c', { ...csv, columns: '2-3' }],
    ['a,b', 'a,b', { ...csv, columns: '1,3,5-,2' }, 'missing columns are left out'],
    [',,a,', ',,', { ...csv, columns: '1-2,4' }, 'empty columns are not'],
    ['a::b:c', 'b:c', { delimiter: '::', columns: '2' }],
    ['a😀b😀c', 'a😀c', { delimiter: '😀', columns: '1,3' }],
    ['😀', '😀', { delimiter: '\ud83d', columns: '1' }, 'half a pair is not a delimiter'],
    ['a,b,c', 'a | b | c', { ...csv, columns: '1-', outputDelimiter: ' | ' }],
    ['a,b,c', 'abc', { ...csv, columns: '1-', outputDelimiter: '' }],
    [
      '  a \t b\u00a0c\n\nd',
      'b c\n\n',
      { delimiter: '', columns: '2-' },
      'white space of any kind and length, at the ends too',
    ],
    ['a,b\nc\n\n', 'b\n\n\n', { ...csv, columns: '2' }],
    ['a,b\nc\n\n', 'a\nc\n\n', { ...csv, columns: '1' }],
    ['a,b\nc\n\n', 'b\nc\n\n', { ...csv, columns: '2', undelimited: 'keep' }],
    ['a,b\nc\n\n', 'b\n', { ...csv, columns: '2', undelimited: 'drop' }],
    ['c\n', '', { ...csv, undelimited: 'drop' }],
    ['a b\n c ', 'b\n c ', { delimiter: '', columns: '2', undelimited: 'keep' }],

    ['hello\nhi\n', 'ell\ni\n', { mode: 'chars', columns: '2-4' }],
    ['hello', 'ohe', { mode: 'chars', columns: '5,1-2' }],
    ['hello', 'he…lo', { mode: 'chars', columns: '-2,4-', outputDelimiter: '…' }],
    ['ab\n', 'b\n', { mode: 'chars', columns: '9,2,5-', outputDelimiter: '-' }, 'ranges that hold nothing'],
    ['a😀b😀', '😀b', { mode: 'chars', columns: '2-3' }, 'characters are code points'],
    ['😀\ud800\udc00\ud800x', '\ud800x', { mode: 'chars', columns: '3-' }],
    ['a\tb', 'a\tb', { mode: 'chars', columns: '1-', undelimited: 'drop' }, 'delimiters play no part'],

    [
      'a',
      { error: '"name" in columns is not a column; use numbers and ranges such as 1,3-5,7- or -3' },
      { columns: 'name' },
    ],
    [
      '',
      { error: '"0" in columns: columns are counted from 1' },
      { columns: '0' },
      'a wrong list is an error without lines too',
    ],
    ['a', { error: 'steps[0].config.columns must be at most 200 characters long' }, { columns: '1,'.repeat(101) }],
    ['a', { error: 'steps[0].config.delimiter must be at most 10 characters long' }, { delimiter: '-'.repeat(11) }],
    [
      'a',
      { error: 'steps[0].config.outputDelimiter must be at most 10 characters long' },
      { outputDelimiter: '-'.repeat(11) },
    ],
    ['a', { error: 'steps[0].config.mode must be one of: fields, chars' }, { mode: 'bytes' }],
    ['a', { error: 'steps[0].config.undelimited must be one of: empty, keep, drop' }, { undelimited: 'cut' }],
    {
      long: [
        'a,'.repeat(250_000),
        { error: tooLong },
        { ...csv, columns: everythingAgain },
        'all of a long line, 67 times',
      ],
    },
    ['a'.repeat(500_000), { error: tooLong }, { mode: 'chars', columns: everythingAgain }],
    { long: ['a,\n'.repeat(160_000), { error: tooLong }, { ...csv, columns: everythingAgain }, 'all of many lines'] },
    {
      long: [
        ','.repeat(500_000),
        '',
        { ...csv, columns: everythingAgain, outputDelimiter: '' },
        '33,500,000 columns that hold nothing',
      ],
    },
  ],
  checks: {
    'agrees with cut -f': agreesWith('cut -d , -f 2,4-5,7-', { ...csv, columns: '2,4-5,7-', undelimited: 'keep' }),
    'agrees with cut -s': agreesWith('cut -s -f -2', { columns: '-2', undelimited: 'drop' }),
    'agrees with cut --output-delimiter': agreesWith("cut -d , -f 1,3- --output-delimiter='<>'", {
      ...csv,
      columns: '1,3-',
      outputDelimiter: '<>',
      undelimited: 'keep',
    }),
    'agrees with cut -c': agreesWith('cut -c 2-3,5,8-', { mode: 'chars', columns: '2-3,5,8-' }),
    'agrees with awk on white space': agreesWith("awk '{ print $2 }'", { delimiter: '', columns: '2' }),
    'agrees with awk on a character': agreesWith("awk -F , '{ print $3 }'", { ...csv, columns: '3' }),
    'reserves exactly the size of its output': () => {
      assertAsksForItsSize(slug, 'a,b\r\nc\r\n,d\r\n', { ...csv, columns: '1-,1', outputDelimiter: '--' });
      assertAsksForItsSize(slug, 'a,b\n\nc', { ...csv, columns: '1' });
      assertAsksForItsSize(slug, 'ab\nc\n', { mode: 'chars', columns: '1-,1-' });
    },
  },
} satisfies ToolCases;
