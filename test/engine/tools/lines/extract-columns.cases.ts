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
    { input: '', output: '' },
    { input: 'a\tb\nc\td\n', output: 'a\nc\n' },
    { input: 'a,b,c\r\nd,e,f\r\n', config: { ...csv, columns: '2' }, output: 'b\r\ne\r\n' },
    { name: 'mixed line ends become the first one', input: 'a,b\rc,d\ne', config: csv, output: 'a\rc\re' },
    { input: 'a,b,c', config: { ...csv, columns: '3,1' }, output: 'c,a' },
    { name: 'a column may come twice', input: 'a,b,c', config: { ...csv, columns: '2,1-2' }, output: 'b,a,b' },
    { input: 'a,b,c,d', config: { ...csv, columns: '-2' }, output: 'a,b' },
    { input: 'a,b,c,d', config: { ...csv, columns: '3-' }, output: 'c,d' },
    { input: 'a,b,c,d', config: { ...csv, columns: '2-3' }, output: 'b,c' },
    { name: 'missing columns are left out', input: 'a,b', config: { ...csv, columns: '1,3,5-,2' }, output: 'a,b' },
    { name: 'empty columns are not', input: ',,a,', config: { ...csv, columns: '1-2,4' }, output: ',,' },
    { input: 'a::b:c', config: { delimiter: '::', columns: '2' }, output: 'b:c' },
    { input: 'a😀b😀c', config: { delimiter: '😀', columns: '1,3' }, output: 'a😀c' },
    {
      name: 'half a pair is not a delimiter',
      input: '😀',
      config: { delimiter: '\ud83d', columns: '1' },
      output: '😀',
    },
    { input: 'a,b,c', config: { ...csv, columns: '1-', outputDelimiter: ' | ' }, output: 'a | b | c' },
    { input: 'a,b,c', config: { ...csv, columns: '1-', outputDelimiter: '' }, output: 'abc' },
    {
      name: 'white space of any kind and length, at the ends too',
      input: '  a \t b\u00a0c\n\nd',
      config: { delimiter: '', columns: '2-' },
      output: 'b c\n\n',
    },
    { input: 'a,b\nc\n\n', config: { ...csv, columns: '2' }, output: 'b\n\n\n' },
    { input: 'a,b\nc\n\n', config: { ...csv, columns: '1' }, output: 'a\nc\n\n' },
    { input: 'a,b\nc\n\n', config: { ...csv, columns: '2', undelimited: 'keep' }, output: 'b\nc\n\n' },
    { input: 'a,b\nc\n\n', config: { ...csv, columns: '2', undelimited: 'drop' }, output: 'b\n' },
    { input: 'c\n', config: { ...csv, undelimited: 'drop' }, output: '' },
    { input: 'a b\n c ', config: { delimiter: '', columns: '2', undelimited: 'keep' }, output: 'b\n c ' },

    { input: 'hello\nhi\n', config: { mode: 'chars', columns: '2-4' }, output: 'ell\ni\n' },
    { input: 'hello', config: { mode: 'chars', columns: '5,1-2' }, output: 'ohe' },
    { input: 'hello', config: { mode: 'chars', columns: '-2,4-', outputDelimiter: '…' }, output: 'he…lo' },
    {
      name: 'ranges that hold nothing',
      input: 'ab\n',
      config: { mode: 'chars', columns: '9,2,5-', outputDelimiter: '-' },
      output: 'b\n',
    },
    { name: 'characters are code points', input: 'a😀b😀', config: { mode: 'chars', columns: '2-3' }, output: '😀b' },
    { input: '😀\ud800\udc00\ud800x', config: { mode: 'chars', columns: '3-' }, output: '\ud800x' },
    {
      name: 'delimiters play no part',
      input: 'a\tb',
      config: { mode: 'chars', columns: '1-', undelimited: 'drop' },
      output: 'a\tb',
    },

    {
      input: 'a',
      config: { columns: 'name' },
      error: '"name" in columns is not a column; use numbers and ranges such as 1,3-5,7- or -3',
    },
    {
      name: 'a wrong list is an error without lines too',
      input: '',
      config: { columns: '0' },
      error: '"0" in columns: columns are counted from 1',
    },
    {
      input: 'a',
      config: { columns: '1,'.repeat(101) },
      error: 'steps[0].config.columns must be at most 200 characters long',
    },
    {
      input: 'a',
      config: { delimiter: '-'.repeat(11) },
      error: 'steps[0].config.delimiter must be at most 10 characters long',
    },
    {
      input: 'a',
      config: { outputDelimiter: '-'.repeat(11) },
      error: 'steps[0].config.outputDelimiter must be at most 10 characters long',
    },
    { input: 'a', config: { mode: 'bytes' }, error: 'steps[0].config.mode must be one of: fields, chars' },
    {
      input: 'a',
      config: { undelimited: 'cut' },
      error: 'steps[0].config.undelimited must be one of: empty, keep, drop',
    },
    {
      name: 'all of a long line, 67 times',
      isLong: true,
      input: 'a,'.repeat(250_000),
      config: { ...csv, columns: everythingAgain },
      error: tooLong,
    },
    { input: 'a'.repeat(500_000), config: { mode: 'chars', columns: everythingAgain }, error: tooLong },
    {
      name: 'all of many lines',
      isLong: true,
      input: 'a,\n'.repeat(160_000),
      config: { ...csv, columns: everythingAgain },
      error: tooLong,
    },
    {
      name: '33,500,000 columns that hold nothing',
      isLong: true,
      input: ','.repeat(500_000),
      config: { ...csv, columns: everythingAgain, outputDelimiter: '' },
      output: '',
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
