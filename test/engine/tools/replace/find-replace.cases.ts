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
    { input: '', config: { find: 'a', replace: 'b' }, output: '' },
    { input: 'banana', config: { find: 'an' }, output: 'ba' },
    { input: 'banana', config: { find: 'an', replace: '[an]' }, output: 'b[an][an]a' },
    { input: 'banana', config: { find: 'x', replace: 'y' }, output: 'banana' },
    { name: 'places do not overlap', input: 'aaaaa', config: { find: 'aa', replace: 'b' }, output: 'bba' },
    {
      name: 'what was written is not replaced again',
      input: 'ab',
      config: { find: 'a', replace: 'aa' },
      output: 'aab',
    },
    {
      name: 'nothing means anything but itself',
      input: 'a.c a$c abc $& \\',
      config: { find: 'a.c', replace: "$&$1$$$`$'\\n" },
      output: "$&$1$$$`$'\\n a$c abc $& \\",
    },
    { input: '$&', config: { find: '$&', replace: '^.*' }, output: '^.*' },
    {
      name: 'line ends are characters like any other',
      input: 'a\r\nb\nc\rd\n',
      config: { find: '\n', replace: '|' },
      output: 'a\r|b|c\rd|',
    },
    {
      input: '__proto__ constructor',
      config: { find: '__proto__', replace: 'constructor' },
      output: 'constructor constructor',
    },
    { name: 'a lone surrogate', input: 'a\ud83db', config: { find: '\ud83d', replace: '-' }, output: 'a-b' },
    {
      name: 'is not half of a pair',
      input: '😀\ud83d\ude00',
      config: { find: '\ud83d', replace: '-' },
      output: '😀😀',
    },
    { input: '\ude00😀a\ude00', config: { find: '\ude00', replace: '-' }, output: '-😀a-' },
    { input: 'x\ud83d😀', config: { find: 'x\ud83d', replace: '-' }, output: '-😀' },
    { input: 'x😀', config: { find: 'x\ud83d', replace: '-' }, output: 'x😀' },
    { input: '😀😁', config: { find: '😁', replace: '😀' }, output: '😀😀' },

    { name: 'first', input: 'aXbXc', config: { find: 'X', replace: '-', occurrence: 'first' }, output: 'a-bXc' },
    { name: 'last', input: 'aXbXc', config: { find: 'X', replace: '-', occurrence: 'last' }, output: 'aXb-c' },
    {
      name: 'last is the rightmost place, also where places overlap',
      input: 'aaa',
      config: { find: 'aa', replace: 'b', occurrence: 'last' },
      output: 'ab',
    },
    { input: 'abc', config: { find: 'X', occurrence: 'last' }, output: 'abc' },
    {
      input: 'cat concat cat scatter',
      config: { find: 'cat', replace: 'X', occurrence: 'last', wholeWord: true },
      output: 'cat concat X scatter',
    },
    {
      input: 'concat cat cat',
      config: { find: 'cat', replace: 'X', occurrence: 'first', wholeWord: true },
      output: 'concat X cat',
    },
    {
      input: 'a',
      config: { find: 'a', occurrence: 'second' },
      error: 'steps[0].config.occurrence must be one of: all, first, last',
    },

    { input: 'Cat CAT cat', config: { find: 'cat', replace: 'X' }, output: 'Cat CAT X' },
    { input: 'Cat CAT cat', config: { find: 'CaT', replace: 'X', ...anyCase }, output: 'X X X' },
    { name: 'final sigma', input: 'ΟΔΟΣ οδος', config: { find: 'οδοσ', replace: 'X', ...anyCase }, output: 'X X' },
    {
      name: 'characters whose case changes the length do not shift what follows',
      input: 'İİİ ßẞß abc',
      config: { find: 'ABC', replace: 'X', ...anyCase },
      output: 'İİİ ßẞß X',
    },
    { input: 'straße STRASSE STRAẞE', config: { find: 'STRAẞE', replace: 'X', ...anyCase }, output: 'X STRASSE X' },
    { input: 'straße STRASSE', config: { find: 'strasse', replace: 'X', ...anyCase }, output: 'straße X' },
    {
      name: 'İ and ı are letters of their own',
      input: 'Iiİı',
      config: { find: 'i', replace: '-', ...anyCase },
      output: '--İı',
    },
    { input: 'Iiİı', config: { find: 'İ', replace: '-', ...anyCase }, output: 'Ii-ı' },
    {
      name: 'the Kelvin sign is a K',
      input: '300 \u212a',
      config: { find: 'k', replace: 'kelvin', ...anyCase },
      output: '300 kelvin',
    },
    { name: 'letters beyond the BMP', input: '𐐀𐐨', config: { find: '𐐨', replace: 'x', ...anyCase }, output: 'xx' },
    { input: 'É é E\u0301', config: { find: 'é', replace: 'x', ...anyCase }, output: 'x x E\u0301' },

    {
      input: 'cat concat cats cat_1 cat-1 (cat) cat',
      config: { find: 'cat', replace: 'X', ...wholeWord },
      output: 'X concat cats cat_1 X-1 (X) X',
    },
    {
      name: 'words of every script',
      input: 'été étéé 한 한국 कि कित',
      config: { find: 'été', replace: 'X', ...wholeWord },
      output: 'X étéé 한 한국 कि कित',
    },
    { input: '한 한국', config: { find: '한', replace: 'X', ...wholeWord }, output: 'X 한국' },
    { input: '日本語とiPhoneの話', config: { find: 'iPhone', replace: 'X', ...wholeWord }, output: '日本語とXの話' },
    { input: '東京タワーのタワ', config: { find: 'タワ', replace: 'X', ...wholeWord }, output: '東京タワーのX' },
    { input: 'ขอบคุณครับ', config: { find: 'คุณ', replace: 'X', ...wholeWord }, output: 'ขอบXครับ' },
    {
      name: 'a Thai vowel sign belongs to its letter',
      input: 'กินกิ',
      config: { find: 'ก', replace: 'X', ...wholeWord },
      output: 'กินกิ',
    },
    {
      name: 'a Windows line end, by its escapes',
      input: 'a\r\nb',
      config: { find: '\\r\\n', replace: ' ', escapes: true },
      output: 'a b',
    },
    {
      name: 'a mark belongs to its letter',
      input: 'e e\u0301',
      config: { find: 'e', replace: 'X', ...wholeWord },
      output: 'X e\u0301',
    },
    {
      name: 'letters and digits beyond the BMP',
      input: 'a a𝟏 𐐀a a😀',
      config: { find: 'a', replace: 'X', ...wholeWord },
      output: 'X a𝟏 𐐀a X😀',
    },
    {
      name: 'where the text found ends without a letter, no word can go on',
      input: 'C++ C++17 XC++',
      config: { find: 'C++', replace: 'C', ...wholeWord },
      output: 'C C17 XC++',
    },
    { input: 'a, b,c', config: { find: ', ', replace: ';', ...wholeWord }, output: 'a;b,c' },
    {
      name: 'overlapping places are tried one by one',
      input: 'aa-aa-aab',
      config: { find: 'aa-aa', replace: 'X', ...wholeWord },
      output: 'X-aab',
    },
    { input: 'xaa-aa-aa', config: { find: 'aa-aa', replace: 'X', ...wholeWord }, output: 'xaa-X' },
    {
      input: 'CAT Concat',
      config: { find: 'cat', replace: 'X', wholeWord: true, caseSensitive: false },
      output: 'X Concat',
    },

    { name: 'escapes are off by default', input: '\\n\n', config: { find: '\\n', replace: '\\t' }, output: '\\t\n' },
    { input: 'a\tb\r\nc\\d', config: { find: '\\r\\n', replace: '\\t\\\\', ...escapes }, output: 'a\tb\t\\c\\d' },
    {
      input: 'A é 😀 \0',
      config: { find: '\\x41 \\u00e9 \\uD83D\\uDE00 \\x00', replace: '\\u0041\\xe9', ...escapes },
      output: 'Aé',
    },
    { input: '\\n', config: { find: '\\\\n', replace: 'x', ...escapes }, output: 'x' },
    {
      input: 'a',
      config: { find: '\\d', ...escapes },
      error: '"\\d" in find is not an escape; use \\n, \\t, \\r, \\\\, \\xHH or \\uHHHH',
    },
    {
      input: 'a',
      config: { find: 'a', replace: '\\x4', ...escapes },
      error: '"\\x" in replace is not an escape; use \\n, \\t, \\r, \\\\, \\xHH or \\uHHHH',
    },
    {
      input: 'a',
      config: { find: 'a', replace: '\\u{41}', ...escapes },
      error: '"\\u" in replace is not an escape; use \\n, \\t, \\r, \\\\, \\xHH or \\uHHHH',
    },
    {
      input: 'a',
      config: { find: 'a\\', ...escapes },
      error: '"\\" in find is not an escape; use \\n, \\t, \\r, \\\\, \\xHH or \\uHHHH',
    },
    {
      input: 'a',
      config: { find: 'a', replace: '\\😀', ...escapes },
      error: '"\\😀" in replace is not an escape; use \\n, \\t, \\r, \\\\, \\xHH or \\uHHHH',
    },

    { input: 'a', error: 'steps[0].config.find is required' },
    { input: 'a', config: { find: '' }, error: 'steps[0].config.find must be at least 1 character long' },
    { input: 'a'.repeat(3000), config: { find: 'a'.repeat(2000), replace: 'b' }, output: `b${'a'.repeat(1000)}` },
    {
      input: 'a',
      config: { find: 'a'.repeat(2001) },
      error: 'steps[0].config.find must be at most 2000 characters long',
    },
    {
      input: 'a',
      config: { find: 'a', replace: 'a'.repeat(10_001) },
      error: 'steps[0].config.replace must be at most 10000 characters long',
    },
    {
      input: 'a',
      config: { find: 'a', replac: 'b' },
      error: 'Unknown option for find-replace: replac. Did you mean replace?',
    },
    {
      name: '500,000 letters become 1,000 each',
      input: 'a'.repeat(500_000),
      config: { find: 'a', replace: 'b'.repeat(1000) },
      error: tooLong,
    },
    {
      name: 'the longest output',
      input: 'a'.repeat(4_000),
      config: { find: 'a', replace: 'b'.repeat(1000) },
      output: 'b'.repeat(4_000_000),
    },
    { input: `${'a'.repeat(4_000)}c`, config: { find: 'a', replace: 'b'.repeat(1000) }, error: tooLong },
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
