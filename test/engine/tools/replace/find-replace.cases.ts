import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'find-replace';
const anyCase = { caseSensitive: false };
const wholeWord = { wholeWord: true };
const escapes = { escapes: true };
const tooLong = 'the output would be longer than 4000000 characters';

export default {
  slug,
  cases: [
    ['', '', { find: 'a', replace: 'b' }],
    ['banana', 'ba', { find: 'an' }],
    ['banana', 'b[an][an]a', { find: 'an', replace: '[an]' }],
    ['banana', 'banana', { find: 'x', replace: 'y' }],
    ['aaaaa', 'bba', { find: 'aa', replace: 'b' }, 'places do not overlap'],
    ['ab', 'aab', { find: 'a', replace: 'aa' }, 'what was written is not replaced again'],
    [
      'a.c a$c abc $& \\',
      "$&$1$$$`$'\\n a$c abc $& \\",
      { find: 'a.c', replace: "$&$1$$$`$'\\n" },
      'nothing means anything but itself',
    ],
    ['$&', '^.*', { find: '$&', replace: '^.*' }],
    ['a\r\nb\nc\rd\n', 'a\r|b|c\rd|', { find: '\n', replace: '|' }, 'line ends are characters like any other'],
    ['__proto__ constructor', 'constructor constructor', { find: '__proto__', replace: 'constructor' }],
    ['a\ud83db', 'a-b', { find: '\ud83d', replace: '-' }, 'a lone surrogate'],
    ['😀\ud83d\ude00', '😀😀', { find: '\ud83d', replace: '-' }, 'is not half of a pair'],
    ['\ude00😀a\ude00', '-😀a-', { find: '\ude00', replace: '-' }],
    ['x\ud83d😀', '-😀', { find: 'x\ud83d', replace: '-' }],
    ['x😀', 'x😀', { find: 'x\ud83d', replace: '-' }],
    ['😀😁', '😀😀', { find: '😁', replace: '😀' }],

    ['aXbXc', 'a-bXc', { find: 'X', replace: '-', occurrence: 'first' }, 'first'],
    ['aXbXc', 'aXb-c', { find: 'X', replace: '-', occurrence: 'last' }, 'last'],
    [
      'aaa',
      'ab',
      { find: 'aa', replace: 'b', occurrence: 'last' },
      'last is the rightmost place, also where places overlap',
    ],
    ['abc', 'abc', { find: 'X', occurrence: 'last' }],
    [
      'cat concat cat scatter',
      'cat concat X scatter',
      { find: 'cat', replace: 'X', occurrence: 'last', wholeWord: true },
    ],
    ['concat cat cat', 'concat X cat', { find: 'cat', replace: 'X', occurrence: 'first', wholeWord: true }],
    [
      'a',
      { error: 'steps[0].config.occurrence must be one of: all, first, last' },
      { find: 'a', occurrence: 'second' },
    ],

    ['Cat CAT cat', 'Cat CAT X', { find: 'cat', replace: 'X' }],
    ['Cat CAT cat', 'X X X', { find: 'CaT', replace: 'X', ...anyCase }],
    ['ΟΔΟΣ οδος', 'X X', { find: 'οδοσ', replace: 'X', ...anyCase }, 'final sigma'],
    [
      'İİİ ßẞß abc',
      'İİİ ßẞß X',
      { find: 'ABC', replace: 'X', ...anyCase },
      'characters whose case changes the length do not shift what follows',
    ],
    ['straße STRASSE STRAẞE', 'X STRASSE X', { find: 'STRAẞE', replace: 'X', ...anyCase }],
    ['straße STRASSE', 'straße X', { find: 'strasse', replace: 'X', ...anyCase }],
    ['Iiİı', '--İı', { find: 'i', replace: '-', ...anyCase }, 'İ and ı are letters of their own'],
    ['Iiİı', 'Ii-ı', { find: 'İ', replace: '-', ...anyCase }],
    ['300 \u212a', '300 kelvin', { find: 'k', replace: 'kelvin', ...anyCase }, 'the Kelvin sign is a K'],
    ['𐐀𐐨', 'xx', { find: '𐐨', replace: 'x', ...anyCase }, 'letters beyond the BMP'],
    ['É é E\u0301', 'x x E\u0301', { find: 'é', replace: 'x', ...anyCase }],

    [
      'cat concat cats cat_1 cat-1 (cat) cat',
      'X concat cats cat_1 X-1 (X) X',
      { find: 'cat', replace: 'X', ...wholeWord },
    ],
    [
      'été étéé 한 한국 कि कित',
      'X étéé 한 한국 कि कित',
      { find: 'été', replace: 'X', ...wholeWord },
      'words of every script',
    ],
    ['한 한국', 'X 한국', { find: '한', replace: 'X', ...wholeWord }],
    ['日本語とiPhoneの話', '日本語とXの話', { find: 'iPhone', replace: 'X', ...wholeWord }],
    ['東京タワーのタワ', '東京タワーのX', { find: 'タワ', replace: 'X', ...wholeWord }],
    ['ขอบคุณครับ', 'ขอบXครับ', { find: 'คุณ', replace: 'X', ...wholeWord }],
    ['กินกิ', 'กินกิ', { find: 'ก', replace: 'X', ...wholeWord }, 'a Thai vowel sign belongs to its letter'],
    ['a\r\nb', 'a b', { find: '\\r\\n', replace: ' ', escapes: true }, 'a Windows line end, by its escapes'],
    ['e e\u0301', 'X e\u0301', { find: 'e', replace: 'X', ...wholeWord }, 'a mark belongs to its letter'],
    ['a a𝟏 𐐀a a😀', 'X a𝟏 𐐀a X😀', { find: 'a', replace: 'X', ...wholeWord }, 'letters and digits beyond the BMP'],
    [
      'C++ C++17 XC++',
      'C C17 XC++',
      { find: 'C++', replace: 'C', ...wholeWord },
      'where the text found ends without a letter, no word can go on',
    ],
    ['a, b,c', 'a;b,c', { find: ', ', replace: ';', ...wholeWord }],
    ['aa-aa-aab', 'X-aab', { find: 'aa-aa', replace: 'X', ...wholeWord }, 'overlapping places are tried one by one'],
    ['xaa-aa-aa', 'xaa-X', { find: 'aa-aa', replace: 'X', ...wholeWord }],
    ['CAT Concat', 'X Concat', { find: 'cat', replace: 'X', wholeWord: true, caseSensitive: false }],

    ['\\n\n', '\\t\n', { find: '\\n', replace: '\\t' }, 'escapes are off by default'],
    ['a\tb\r\nc\\d', 'a\tb\t\\c\\d', { find: '\\r\\n', replace: '\\t\\\\', ...escapes }],
    ['A é 😀 \0', 'Aé', { find: '\\x41 \\u00e9 \\uD83D\\uDE00 \\x00', replace: '\\u0041\\xe9', ...escapes }],
    ['\\n', 'x', { find: '\\\\n', replace: 'x', ...escapes }],
    [
      'a',
      { error: '"\\d" in find is not an escape; use \\n, \\t, \\r, \\\\, \\xHH or \\uHHHH' },
      { find: '\\d', ...escapes },
    ],
    [
      'a',
      { error: '"\\x" in replace is not an escape; use \\n, \\t, \\r, \\\\, \\xHH or \\uHHHH' },
      { find: 'a', replace: '\\x4', ...escapes },
    ],
    [
      'a',
      { error: '"\\u" in replace is not an escape; use \\n, \\t, \\r, \\\\, \\xHH or \\uHHHH' },
      { find: 'a', replace: '\\u{41}', ...escapes },
    ],
    [
      'a',
      { error: '"\\" in find is not an escape; use \\n, \\t, \\r, \\\\, \\xHH or \\uHHHH' },
      { find: 'a\\', ...escapes },
    ],
    [
      'a',
      { error: '"\\😀" in replace is not an escape; use \\n, \\t, \\r, \\\\, \\xHH or \\uHHHH' },
      { find: 'a', replace: '\\😀', ...escapes },
    ],

    ['a', { error: 'steps[0].config.find is required' }],
    ['a', { error: 'steps[0].config.find must be at least 1 character long' }, { find: '' }],
    ['a'.repeat(3000), `b${'a'.repeat(1000)}`, { find: 'a'.repeat(2000), replace: 'b' }],
    ['a', { error: 'steps[0].config.find must be at most 2000 characters long' }, { find: 'a'.repeat(2001) }],
    [
      'a',
      { error: 'steps[0].config.replace must be at most 10000 characters long' },
      { find: 'a', replace: 'a'.repeat(10_001) },
    ],
    ['a', { error: 'Unknown option for find-replace: replac. Did you mean replace?' }, { find: 'a', replac: 'b' }],
    [
      'a'.repeat(500_000),
      { error: tooLong },
      { find: 'a', replace: 'b'.repeat(1000) },
      '500,000 letters become 1,000 each',
    ],
    ['a'.repeat(4_000), 'b'.repeat(4_000_000), { find: 'a', replace: 'b'.repeat(1000) }, 'the longest output'],
    [`${'a'.repeat(4_000)}c`, { error: tooLong }, { find: 'a', replace: 'b'.repeat(1000) }],
  ],
  checks: {
    'does what replaceAll does': () => {
      fc.assert(
        fc.property(letters(30), letters(3), letters(3), (text, find, replace) => {
          fc.pre(find !== '');
          assert.equal(
            resultOf(slug, text, { find, replace }),
            text.replaceAll(find, () => replace),
          );
        }),
        { seed: 1, numRuns: sampleSize(1000) },
      );
    },
    'disregards case as the flags iu of a regular expression do': () => {
      const cased = (maxLength: number) =>
        fc.string({ unit: fc.constantFrom(...'aAßẞσςΣKſsSİıiI𐐀𐐨😀'.split(/(?:)/u), '\u212a'), maxLength });
      fc.assert(
        fc.property(cased(20), cased(2), (text, find) => {
          fc.pre(find !== '');
          assert.equal(
            resultOf(slug, text, { find, replace: '-', ...anyCase }),
            text.replace(new RegExp(find, 'giu'), '-'),
          );
        }),
        { seed: 2, numRuns: sampleSize(2000) },
      );
    },
    'whole words are bounded as the definition says': () => {
      const unit = fc.constantFrom('a', 'é', '_', '1', '-', ' ', '漢', '😀', 'e\u0301', '𐐀');
      fc.assert(
        fc.property(
          fc.string({ unit, maxLength: 20 }),
          fc.string({ unit, minLength: 1, maxLength: 3 }),
          (text, find) => {
            const word = '[\\p{L}\\p{M}\\p{N}_]';
            const edge = `(?:(?<!${word})|(?!${word})|(?<=漢)|(?=漢))`;
            assert.equal(
              resultOf(slug, text, { find, replace: '*', wholeWord: true }),
              text.replace(new RegExp(`${edge}${find}${edge}`, 'gu'), '*'),
            );
          },
        ),
        { seed: 3, numRuns: sampleSize(500) },
      );
    },
    'all is first, as often as there is one': () => {
      fc.assert(
        fc.property(letters(20), letters(2), (text, find) => {
          fc.pre(find !== '');
          let expected = text;
          while (expected.includes(find))
            expected = resultOf(slug, expected, { find, replace: '-', occurrence: 'first' });
          assert.equal(resultOf(slug, text, { find, replace: '-' }), expected);
        }),
        { seed: 4, numRuns: sampleSize(300) },
      );
    },
    'checks the limit before it builds its output': () => {
      fc.assert(
        fc.property(letters(20), letters(5), fc.constantFrom('all', 'first', 'last'), (text, replace, occurrence) => {
          assertAsksForItsSize(slug, text, { find: 'a', replace, occurrence });
        }),
        { seed: 5, numRuns: sampleSize(200) },
      );
    },
    'hostile texts give a result or an error': () => {
      const a = 'a'.repeat(500_000);
      for (const find of [
        'a',
        'a'.repeat(2000),
        `${'a'.repeat(1000)}b${'a'.repeat(999)}`,
        `${'a'.repeat(1999)}b`,
        `b${'a'.repeat(1999)}`,
      ]) {
        for (const options of [{}, wholeWord, anyCase, { occurrence: 'last' }]) {
          assert.equal(typeof runTool(slug, a, { find, replace: '', ...options }), 'string');
        }
      }
    },
  },
} satisfies ToolCases;

function letters(maxLength: number): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom('a', 'b', '$', '&', '\\', '\n', 'é'), maxLength });
}
