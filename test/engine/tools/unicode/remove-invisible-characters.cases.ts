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
    ['', ''],
    [' plain\ttext\r\nand more\r\n', ' plain\ttext\r\nand more\r\n'],
    ['a\u200b\u200c\u200d\u2060\ufeff\u034f\u180eb', 'ab', {}, 'zero-width characters'],
    ['\ufeffa', 'a', {}, 'a byte order mark'],
    ['hy\u00adphen', 'hyphen', {}, 'soft hyphens'],
    ['\u202eabc\u202c\u200e\u200f\u061c\u2066d\u2069', 'abcd', {}, 'direction'],
    ['\u202eabc\u202c\u200b', '\u202eabc\u202c', { keep: ['bidi'] }, 'direction that is kept'],
    ['a\0b\x07\x08\x1b\x7f\x80\x9fc', 'abc', {}, 'control characters'],
    ['a\u3164\u115f\u1160\uffa0\u17b4b', 'ab', {}, 'fillers'],
    ['a\u2061\u2064\u206a\ufff9\ufffb\u{1d173}b', 'ab', {}, 'invisible operators and annotations'],
    [`hello${asTags('obey me')}\u{e0001}`, 'hello', {}, 'hidden text in tag characters'],
    [`${england}${asTags('obey')}`, england, {}, 'also after a flag'],
    [`\u{1f3f4}${asTags('obey me')}\u{e007f}`, '\u{1f3f4}', {}, 'and as a flag that is none'],
    ['😀\ufe0f\ufe0e\ufe01\u{e0150}\u{e0161}', '😀\ufe0f', {}, 'hidden text in variation selectors'],
    ['a\ufe0fb\ufe00', 'ab', {}, 'which say nothing behind a letter'],

    [
      '👩\u200d🚀 👩🏽\u200d❤\ufe0f\u200d👨 🏳\ufe0f\u200d🌈',
      '👩\u200d🚀 👩🏽\u200d❤\ufe0f\u200d👨 🏳\ufe0f\u200d🌈',
      {},
      'joiners in emojis',
    ],
    ['👩\u200d\u200d🚀\u200d \u200d👩', '👩\u200d🚀 👩', {}, 'one of them, and none beside them'],
    ['می\u200cخواهم क्\u200dष श्री\u200cमान', 'می\u200cخواهم क्\u200dष श्री\u200cमान', {}, 'joiners in Persian and Hindi'],
    ['می\u200b\u200c\u200c\u200dخواهم', 'می\u200cخواهم', {}, 'one of them'],
    ['a\ufe0f\u200d👩', 'a👩', {}, 'after a selector that goes'],
    ['Auf\u200clage a\u200db', 'Auflage ab', {}, 'joiners in Latin'],
    ['a\u200c\u200db', 'a\u200c\u200db', { keep: ['zwj', 'zwnj'] }, 'kept joiners'],
    ['a\u200c\u200db', 'a\u200cb', { keep: ['zwnj'] }],
    [
      '葛\u{e0100} ≨\ufe00 0\ufe00 ☺\ufe0e 1\ufe0f\u20e3',
      '葛\u{e0100} ≨\ufe00 0\ufe00 ☺\ufe0e 1\ufe0f\u20e3',
      {},
      'variants of Han characters and signs',
    ],

    ['a\u00a0b\u2003c\u202fd\u3000e\u2800f\u1680g', 'a b c d e f g', {}, 'odd spaces'],
    ['a\u2028b\u2029c\x85d\ve\ff', 'a\nb\nc\nd\ne\nf', {}, 'odd line ends'],
    ['a\u00a0b\u2028c\f\u200b', 'a\u00a0b\u2028c\f', { replaceSpaces: false }],
    ['a\u00a0b\u202fc\u2003d', 'a\u00a0b\u202fc d', { keep: ['nbsp'] }],
    ['é e\u0301 한 \ud800 😀 \ufffd ·', 'é e\u0301 한 \ud800 😀 \ufffd ·', {}, 'other characters stay'],

    ['a 👩\u200d🚀\n', '', { report: true }, 'nothing to report'],
    [
      '\u00a0\u200d\ufe01\x01\u{e0041}\u206a',
      '1 × U+0001 control character\n1 × U+206A invisible character\n1 × U+FE01 variation selector\n1 × U+E0041 tag character',
      { report: true, keep: ['zwj'], replaceSpaces: false },
      'what is kept is not reported',
    ],
    ['a', { error: 'steps[0].config.keep[0] must be one of: zwj, zwnj, nbsp, bidi' }, { keep: ['zws'] }],
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
