import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'remove-invisible-characters';
const england = '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}';
/** ASCII as tag characters, which models read and people do not see. */
const asTags = (text: string) => text.replace(/[\s\S]/g, (c) => String.fromCodePoint(0xe0000 + c.charCodeAt(0)));

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { input: ' plain\ttext\r\nand more\r\n', output: ' plain\ttext\r\nand more\r\n' },
    { name: 'zero-width characters', input: 'a\u200b\u200c\u200d\u2060\ufeff\u034f\u180eb', output: 'ab' },
    { name: 'a byte order mark', input: '\ufeffa', output: 'a' },
    { name: 'soft hyphens', input: 'hy\u00adphen', output: 'hyphen' },
    { name: 'direction', input: '\u202eabc\u202c\u200e\u200f\u061c\u2066d\u2069', output: 'abcd' },
    {
      name: 'direction that is kept',
      input: '\u202eabc\u202c\u200b',
      config: { keep: ['bidi'] },
      output: '\u202eabc\u202c',
    },
    { name: 'control characters', input: 'a\0b\x07\x08\x1b\x7f\x80\x9fc', output: 'abc' },
    { name: 'fillers', input: 'a\u3164\u115f\u1160\uffa0\u17b4b', output: 'ab' },
    { name: 'invisible operators and annotations', input: 'a\u2061\u2064\u206a\ufff9\ufffb\u{1d173}b', output: 'ab' },
    { name: 'hidden text in tag characters', input: `hello${asTags('obey me')}\u{e0001}`, output: 'hello' },
    { name: 'also after a flag', input: `${england}${asTags('obey')}`, output: england },
    { name: 'and as a flag that is none', input: `\u{1f3f4}${asTags('obey me')}\u{e007f}`, output: '\u{1f3f4}' },
    { name: 'hidden text in variation selectors', input: '😀\ufe0f\ufe0e\ufe01\u{e0150}\u{e0161}', output: '😀\ufe0f' },
    { name: 'which say nothing behind a letter', input: 'a\ufe0fb\ufe00', output: 'ab' },

    {
      name: 'joiners in emojis',
      input: '👩\u200d🚀 👩🏽\u200d❤\ufe0f\u200d👨 🏳\ufe0f\u200d🌈',
      output: '👩\u200d🚀 👩🏽\u200d❤\ufe0f\u200d👨 🏳\ufe0f\u200d🌈',
    },
    { name: 'one of them, and none beside them', input: '👩\u200d\u200d🚀\u200d \u200d👩', output: '👩\u200d🚀 👩' },
    {
      name: 'joiners in Persian and Hindi',
      input: 'می\u200cخواهم क्\u200dष श्री\u200cमान',
      output: 'می\u200cخواهم क्\u200dष श्री\u200cमान',
    },
    { name: 'one of them', input: 'می\u200b\u200c\u200c\u200dخواهم', output: 'می\u200cخواهم' },
    { name: 'after a selector that goes', input: 'a\ufe0f\u200d👩', output: 'a👩' },
    { name: 'joiners in Latin', input: 'Auf\u200clage a\u200db', output: 'Auflage ab' },
    { name: 'kept joiners', input: 'a\u200c\u200db', config: { keep: ['zwj', 'zwnj'] }, output: 'a\u200c\u200db' },
    { input: 'a\u200c\u200db', config: { keep: ['zwnj'] }, output: 'a\u200cb' },
    {
      name: 'variants of Han characters and signs',
      input: '葛\u{e0100} ≨\ufe00 0\ufe00 ☺\ufe0e 1\ufe0f\u20e3',
      output: '葛\u{e0100} ≨\ufe00 0\ufe00 ☺\ufe0e 1\ufe0f\u20e3',
    },

    { name: 'odd spaces', input: 'a\u00a0b\u2003c\u202fd\u3000e\u2800f\u1680g', output: 'a b c d e f g' },
    { name: 'odd line ends', input: 'a\u2028b\u2029c\x85d\ve\ff', output: 'a\nb\nc\nd\ne\nf' },
    { input: 'a\u00a0b\u2028c\f\u200b', config: { replaceSpaces: false }, output: 'a\u00a0b\u2028c\f' },
    { input: 'a\u00a0b\u202fc\u2003d', config: { keep: ['nbsp'] }, output: 'a\u00a0b\u202fc d' },
    {
      name: 'other characters stay',
      input: 'é e\u0301 한 \ud800 😀 \ufffd ·',
      output: 'é e\u0301 한 \ud800 😀 \ufffd ·',
    },

    { name: 'nothing to report', input: 'a 👩\u200d🚀\n', config: { report: true }, output: '' },
    {
      name: 'what is kept is not reported',
      input: '\u00a0\u200d\ufe01\x01\u{e0041}\u206a',
      config: { report: true, keep: ['zwj'], replaceSpaces: false },
      output:
        '1 × U+0001 control character\n1 × U+206A invisible character\n1 × U+FE01 variation selector\n1 × U+E0041 tag character',
    },
    { input: 'a', config: { keep: ['zws'] }, error: 'steps[0].config.keep[0] must be one of: zwj, zwnj, nbsp, bidi' },
  ],
  checks: {
    'what is clean is left alone': () => {
      const unit = fc.oneof(
        fc.constantFrom(
          'a',
          '👩',
          '❤',
          '\u200d',
          '\u200c',
          '\ufe0f',
          'क',
          '\u094d',
          '\u00a0',
          '\u202e',
          '\u{e0062}',
          '\u{e007f}',
          '🏴',
          england,
          '\u034f',
        ),
        fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      );
      fc.assert(
        fc.property(fc.string({ unit }), (input) => {
          const visible = /[^\p{DI}\p{Cc}\s\u2800\ufff9-\ufffb]/gu;
          const once = resultOf(slug, input);
          assert.equal(resultOf(slug, once), once);
          assert.equal(resultOf(slug, once, { report: true }), '');
          assert.deepEqual(once.match(visible), input.match(visible));
        }),
        { seed: 1, numRuns: sampleSize(1000) },
      );
    },
    'no control of direction and no hidden text passes': () => {
      for (let codePoint = 0; codePoint < 0x110000; codePoint++) {
        const character = String.fromCodePoint(codePoint);
        if (
          /[\p{Cf}\p{DI}]/u.test(character) &&
          !/[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}\u{13430}-\u{1343f}]/u.test(character)
        ) {
          assert.equal(resultOf(slug, `a${character}b`), 'ab', codePoint.toString(16));
        }
      }
    },
    'hostile texts take linear time': () => {
      for (const piece of [
        '\u200d',
        '👩\u200d',
        '\u{e0061}',
        '\u{1f3f4}\u{e0061}\u{e0061}\u{e0061}',
        '\ufe0f',
        '\0',
        '\u00a0',
        'क\u200d',
        '\ud83d',
      ]) {
        assertLinear(piece, (text) => resultOf(slug, text));
      }
    },
  },
} satisfies ToolCases;
