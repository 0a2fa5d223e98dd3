import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'wrap-text';
const tooLong = 'the output would be longer than 4000000 characters';
const words = fc
  .array(fc.constantFrom('a', 'bb', 'cccc', 'dddddddd', ' ', '  ', ' ', 'é', '🚀'), { maxLength: 30, size: 'max' })
  .map((parts) => parts.join(''));

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { input: '\n\n', output: '\n\n' },
    { input: 'a b c', config: { width: 1 }, output: 'a\nb\nc' },
    { input: 'aa bb cc', config: { width: 5 }, output: 'aa bb\ncc' },
    { input: 'aa bb cc', config: { width: 6 }, output: 'aa bb\ncc' },
    { input: 'aa bb cc', config: { width: 8 }, output: 'aa bb cc' },
    {
      name: 'the default width is 80',
      input: `${'a'.repeat(40)} ${'b'.repeat(39)}c`,
      output: `${'a'.repeat(40)}\n${'b'.repeat(39)}c`,
    },
    { name: 'CRLF', input: 'aa bb\r\ncc dd\r\n', config: { width: 2 }, output: 'aa\r\nbb\r\ncc\r\ndd\r\n' },
    { name: 'CR', input: 'aa bb\rcc', config: { width: 2 }, output: 'aa\rbb\rcc' },
    { name: 'lines are never joined', input: 'a\nb', config: { width: 80 }, output: 'a\nb' },
    { name: 'white space inside a line stays', input: 'a   b  c d', config: { width: 8 }, output: 'a   b  c\nd' },
    {
      name: 'and goes where a line is broken, however much',
      input: `a${' '.repeat(50)}b`,
      config: { width: 3 },
      output: 'a\nb',
    },
    { name: 'a line that fits stays as it is', input: '  a  ', config: { width: 5 }, output: '  a  ' },
    { name: 'what makes it too long goes first', input: '  a  ', config: { width: 4 }, output: '  a' },
    { name: 'an indent of its own stays', input: '  aa bb', config: { width: 5 }, output: '  aa\nbb' },
    { name: 'but not if the first word does not fit after it', input: '   aaa', config: { width: 5 }, output: 'aaa' },
    {
      name: 'tabs and wide spaces are white space',
      input: 'a\tb\u3000c\u2028d',
      config: { width: 1 },
      output: 'a\nb\nc\nd',
    },
    {
      name: 'lines do not break at no-break spaces',
      input: 'a\u00a0b\u202fc\u2007d\ufeffe f',
      config: { width: 9 },
      output: 'a\u00a0b\u202fc\u2007d\ufeffe\nf',
    },
    {
      name: 'blank lines that are too long become empty',
      input: 'a\n     \nb',
      config: { width: 3 },
      output: 'a\n\nb',
    },
    { input: 'aaaaa bb', config: { width: 3 }, output: 'aaa\naa\nbb' },
    {
      name: 'a long word starts on a line of its own',
      input: 'b aaaaa c',
      config: { width: 3 },
      output: 'b\naaa\naa\nc',
    },
    { input: 'bb aaaaa c', config: { width: 3, breakLongWords: false }, output: 'bb\naaaaa\nc' },
    { input: 'aaaaa', config: { width: 3, breakLongWords: false }, output: 'aaaaa' },
    { input: ' aaaaa ', config: { width: 3, breakLongWords: false }, output: 'aaaaa' },
    { name: 'characters are code points', input: '😀😀😀 é', config: { width: 2 }, output: '😀😀\n😀\né' },
    {
      name: 'lone surrogates and NUL',
      input: '\ud800\udc00\ud800\0',
      config: { width: 1 },
      output: '\ud800\udc00\n\ud800\n\0',
    },
    { input: 'abc def', config: { mode: 'char', width: 3 }, output: 'abc\n de\nf' },
    { input: '    ', config: { mode: 'char', width: 3 }, output: '   \n ' },
    { input: '😀😀\n\n😀', config: { mode: 'char', width: 1 }, output: '😀\n😀\n\n😀' },
    { input: 'abcdef', config: { mode: 'char', width: 3, breakLongWords: false }, output: 'abc\ndef' },
    {
      name: 'the width has the indents in it',
      input: 'abcdef',
      config: { mode: 'char', width: 3, indent: '>', hangingIndent: '..' },
      output: '>ab\n..c\n..d\n..e\n..f',
    },
    {
      name: 'every line starts with the indent, except blank lines',
      input: 'a b\n\n \nc',
      config: { width: 2, indent: '-', hangingIndent: '+' },
      output: '-a\n+b\n\n \n-c',
    },
    {
      name: 'indents count in code points',
      input: 'ab',
      config: { width: 2, indent: '😀', hangingIndent: '😀' },
      output: '😀a\n😀b',
    },
    { input: 'a', config: { width: 3, indent: '   ' }, error: 'indent must be shorter than width' },
    { input: '', config: { width: 2, hangingIndent: '>>>' }, error: 'hangingIndent must be shorter than width' },
    { input: 'a', config: { indent: '\n' }, error: 'indent must not contain a line break' },
    { input: 'a', config: { width: 0 }, error: 'steps[0].config.width must be at least 1' },
    { input: 'a', config: { width: 1001 }, error: 'steps[0].config.width must be at most 1000' },
    { input: 'a', config: { mode: 'hard' }, error: 'steps[0].config.mode must be one of: word, char' },
    {
      input: 'a',
      config: { indent: ' '.repeat(21) },
      error: 'steps[0].config.indent must be at most 20 characters long',
    },
    {
      input: 'a',
      config: { hangingIndent: ' '.repeat(21) },
      error: 'steps[0].config.hangingIndent must be at most 20 characters long',
    },
    {
      name: '500,000 characters that ask for 11,000,000',
      input: 'a'.repeat(500_000),
      config: { width: 21, hangingIndent: ' '.repeat(20) },
      error: tooLong,
    },
    {
      isLong: true,
      input: '\n'.repeat(500_000),
      config: { width: 21, indent: ' '.repeat(20) },
      output: '\n'.repeat(500_000),
    },
  ],
  checks: {
    'char mode agrees with fold': (t) => {
      const line = fc.array(fc.constantFrom('a', 'bc', ' ', '-', '  ')).map((parts) => parts.join(''));
      const texts = fc.sample(
        fc.array(line, { maxLength: 6 }).map((lines) => lines.map((text) => `${text}\n`).join('')),
        { seed: 1, numRuns: sampleSize(60) },
      );
      shellOracle(t, 'fold -w 4', texts)?.forEach((output, index) => {
        assert.equal(resultOf(slug, texts[index] ?? '', { mode: 'char', width: 4 }), output);
      });
    },
    'word mode agrees with Python’s textwrap where no word is longer than a line': (t) => {
      const program = [
        'import sys, textwrap',
        'wrapper = textwrap.TextWrapper(9, initial_indent=" *", subsequent_indent="  ", expand_tabs=False,',
        '  replace_whitespace=False, break_long_words=False, break_on_hyphens=False)',
        'for line in sys.stdin.read().split("\\n")[:-1]:',
        '  print("\\n".join(wrapper.wrap(line)))',
      ].join('\n');
      const line = fc
        .array(fc.constantFrom('a', 'bb', 'ccc', ' ', '  ', '\t', '-'))
        .map((parts) => parts.join('').trimEnd());
      const texts = fc.sample(
        fc.array(line, { minLength: 60, maxLength: 60 }).map((lines) => lines.map((text) => `${text}\n`).join('')),
        { seed: 2, numRuns: 3 },
      );
      shellOracle(t, `python3 -c '${program}'`, texts)?.forEach((output, index) => {
        const config = { width: 9, indent: ' *', hangingIndent: '  ', breakLongWords: false };
        assert.equal(resultOf(slug, texts[index] ?? '', config), output, JSON.stringify(texts[index]));
      });
    },
    'no line is longer than the width, and only white space is lost': () => {
      fc.assert(
        fc.property(words, fc.integer({ min: 1, max: 12 }), (text, width) => {
          const output = resultOf(slug, text, { width });
          for (const line of output.split('\n')) assert.ok(Array.from(line).length <= width, line);
          assert.equal(output.replace(/\s/g, ''), text.replace(/\s/g, ''));
        }),
        { seed: 3, numRuns: sampleSize(500) },
      );
    },
    'every line holds as many words as fit': () => {
      fc.assert(
        fc.property(words, fc.integer({ min: 8, max: 20 }), (text, width) => {
          const spaced = text
            .trim()
            .split(/ +/)
            .filter((word) => word.length <= 8)
            .join(' ');
          const lines = resultOf(slug, spaced, { width }).split('\n');
          lines.slice(1).forEach((line, index) => {
            const [word = ''] = line.split(' ');
            assert.ok(Array.from(`${lines[index]} ${word}`).length > width, JSON.stringify([spaced, width]));
          });
        }),
        { seed: 4, numRuns: sampleSize(500) },
      );
    },
    'is idempotent': () => {
      fc.assert(
        fc.property(words, fc.integer({ min: 1, max: 12 }), (text, width) => {
          const once = resultOf(slug, text, { width });
          assert.equal(resultOf(slug, once, { width }), once);
        }),
        { seed: 5, numRuns: sampleSize(300) },
      );
    },
    'a long line takes linear time': () => {
      for (const part of [`a ${'b'.repeat(999)}`, 'a', ' ', 'a ', `${'a'.repeat(1001)} `]) {
        for (const width of [1, 1000]) {
          for (const breakLongWords of [true, false]) {
            assertLinear(part, (text) => resultOf(slug, text, { width, breakLongWords }));
          }
        }
      }
    },
  },
} satisfies ToolCases;
