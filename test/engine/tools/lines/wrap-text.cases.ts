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
    ['ไม่มีช่องว่าง', 'ไม่มีช่อง\nว่าง', { width: 10 }, 'no mark begins a line'],
    ['हिन्दीकाएकबहुतलंबाशब्द', 'हिन्दीकाएक\nबहुतलंबाश\nब्द', { width: 10 }, 'a virama joins two letters'],
    ['xx👍🏽👩‍👩‍👧🇩🇪🇫🇷', 'xx👍🏽\n👩‍👩‍👧\n🇩🇪🇫🇷', { width: 5 }, 'emoji and flags stay whole'],
    ['', ''],
    ['\n\n', '\n\n'],
    ['a b c', 'a\nb\nc', { width: 1 }],
    ['aa bb cc', 'aa bb\ncc', { width: 5 }],
    ['aa bb cc', 'aa bb\ncc', { width: 6 }],
    ['aa bb cc', 'aa bb cc', { width: 8 }],
    [`${'a'.repeat(40)} ${'b'.repeat(39)}c`, `${'a'.repeat(40)}\n${'b'.repeat(39)}c`, {}, 'the default width is 80'],
    ['aa bb\r\ncc dd\r\n', 'aa\r\nbb\r\ncc\r\ndd\r\n', { width: 2 }, 'CRLF'],
    ['aa bb\rcc', 'aa\rbb\rcc', { width: 2 }, 'CR'],
    ['a\nb', 'a\nb', { width: 80 }, 'lines are never joined'],
    ['a   b  c d', 'a   b  c\nd', { width: 8 }, 'white space inside a line stays'],
    [`a${' '.repeat(50)}b`, 'a\nb', { width: 3 }, 'and goes where a line is broken, however much'],
    ['  a  ', '  a  ', { width: 5 }, 'a line that fits stays as it is'],
    ['  a  ', '  a', { width: 4 }, 'what makes it too long goes first'],
    ['  aa bb', '  aa\nbb', { width: 5 }, 'an indent of its own stays'],
    ['   aaa', 'aaa', { width: 5 }, 'but not if the first word does not fit after it'],
    ['a\tb\u3000c\u2028d', 'a\nb\nc\nd', { width: 1 }, 'tabs and wide spaces are white space'],
    [
      'a\u00a0b\u202fc\u2007d\ufeffe f',
      'a\u00a0b\u202fc\u2007d\ufeffe\nf',
      { width: 9 },
      'lines do not break at no-break spaces',
    ],
    ['a\n     \nb', 'a\n\nb', { width: 3 }, 'blank lines that are too long become empty'],
    ['aaaaa bb', 'aaa\naa\nbb', { width: 3 }],
    ['b aaaaa c', 'b\naaa\naa\nc', { width: 3 }, 'a long word starts on a line of its own'],
    ['bb aaaaa c', 'bb\naaaaa\nc', { width: 3, breakLongWords: false }],
    ['aaaaa', 'aaaaa', { width: 3, breakLongWords: false }],
    [' aaaaa ', 'aaaaa', { width: 3, breakLongWords: false }],
    ['😀😀😀 é', '😀😀\n😀\né', { width: 2 }, 'characters are code points'],
    ['\ud800\udc00\ud800\0', '\ud800\udc00\n\ud800\n\0', { width: 1 }, 'lone surrogates and NUL'],
    ['abc def', 'abc\n de\nf', { mode: 'char', width: 3 }],
    ['    ', '   \n ', { mode: 'char', width: 3 }],
    ['😀😀\n\n😀', '😀\n😀\n\n😀', { mode: 'char', width: 1 }],
    ['abcdef', 'abc\ndef', { mode: 'char', width: 3, breakLongWords: false }],
    [
      'abcdef',
      '>ab\n..c\n..d\n..e\n..f',
      { mode: 'char', width: 3, indent: '>', hangingIndent: '..' },
      'the width has the indents in it',
    ],
    [
      'a b\n\n \nc',
      '-a\n+b\n\n \n-c',
      { width: 2, indent: '-', hangingIndent: '+' },
      'every line starts with the indent, except blank lines',
    ],
    ['ab', '😀a\n😀b', { width: 2, indent: '😀', hangingIndent: '😀' }, 'indents count in code points'],
    ['a', { error: 'indent must be shorter than width' }, { width: 3, indent: '   ' }],
    ['', { error: 'hangingIndent must be shorter than width' }, { width: 2, hangingIndent: '>>>' }],
    ['a', { error: 'indent must not contain a line break' }, { indent: '\n' }],
    ['a', { error: 'steps[0].config.width must be at least 1' }, { width: 0 }],
    ['a', { error: 'steps[0].config.width must be at most 1000' }, { width: 1001 }],
    ['a', { error: 'steps[0].config.mode must be one of: word, char' }, { mode: 'hard' }],
    ['a', { error: 'steps[0].config.indent must be at most 20 characters long' }, { indent: ' '.repeat(21) }],
    [
      'a',
      { error: 'steps[0].config.hangingIndent must be at most 20 characters long' },
      { hangingIndent: ' '.repeat(21) },
    ],
    [
      'a'.repeat(500_000),
      { error: tooLong },
      { width: 21, hangingIndent: ' '.repeat(20) },
      '500,000 characters that ask for 11,000,000',
    ],
    { long: ['\n'.repeat(500_000), '\n'.repeat(500_000), { width: 21, indent: ' '.repeat(20) }] },
    [
      'a state-of-the-art thing',
      'a\nstate-of-\nthe-art\nthing',
      { width: 10 },
      'a long word is broken behind a hyphen',
    ],
    ['--abcdefgh-', '--abcd\nefgh-', { width: 6 }, 'not behind other hyphens'],
    ['abcdefgh-ij', 'abcdef\ngh-ij', { width: 6 }],
    ['word—another–third and more', 'word—\nanother–\nthird and\nmore', { width: 10 }, 'behind dashes between words'],
    ['one “two”—“three”', 'one\n“two”—\n“three”', { width: 8 }],
    ['one——two', 'one——\ntwo', { width: 7 }, 'not between two dashes'],
    ['London–Paris', 'London–\nParis', { width: 8, breakLongWords: false }],
    ['abcdefgh—ij kl', 'abcdefgh—\nij kl', { width: 6, breakLongWords: false }],
    ['in 1999–2000', 'in\n1999–2000', { width: 9 }, 'numbers stay together where they fit'],
    ['1999–2000', '1999–\n2000', { width: 6 }],
    ['a –5 —b', 'a –5\n—b', { width: 4 }, 'not behind a sign'],
    ['abc— d', 'abc—\nd', { width: 4 }],
    ['see a/long/path/to/else.txt', 'see\na/long/\npath/to/\nelse.txt', { width: 8 }, 'behind slashes'],
    ['https://example.com/long/a', 'https://\nexample.com/\nlong/a', { width: 12 }],
    ['C:\\Users\\ann\\Desktop', 'C:\\Users\\\nann\\\nDesktop', { width: 9 }],
    ['and/or not', 'and/or\nnot', { width: 7 }, 'a word that fits is not broken'],
    ['aaaa\u200bbbbb\u200bcc', 'aaaa\nbbbb\u200bcc', { width: 7 }, 'at zero-width spaces'],
    ['Silben\u00adtrennung', 'Silben\u00ad\ntrennung', { width: 10 }, 'behind a soft hyphen'],
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
