import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear } from '../../../support/growth.js';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'morse-code-converter';
const encode = { direction: 'encode' };
const decode = { direction: 'decode' };

/** ITU-R M.1677-1, annex 1, sections 1.1.1 to 1.1.3, and what is customary. */
const characters = `ABCDEFGHIJKLMNOPQRSTUVWXYZÉ0123456789.,:?'-/()"=+@!&;_$`;
const codes =
  '.- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --.. ..-.. ' +
  '----- .---- ..--- ...-- ....- ..... -.... --... ---.. ----. ' +
  '.-.-.- --..-- ---... ..--.. .----. -....- -..-. -.--. -.--.- .-..-. -...- .-.-. .--.-. -.-.-- .-... -.-.-. ..--.- ...-..-';

export default {
  slug,
  cases: [
    ['', ''],
    [' \n', '\n'],
    [characters, codes, encode, 'every character'],
    [codes, characters, {}, 'every code'],
    ['aé×', '.- ..-.. -..-', {}, 'small letters; the sign of multiplication is X'],
    [
      'ÄñßŒ e\u0301 q\u0301',
      '.- -. ... ... --- . / ..-.. / --.-',
      {},
      'letters with other accents, letters with two codes',
    ],
    ['’“–…', '.----. .-..-. -....- .-.-.- .-.-.- .-.-.-', {}, 'typographic signs'],
    [' a  b\tc \r\n\r\u00a0d', '.- / -... / -.-.\r\n\r\n-..', {}, 'words, lines, blanks around'],
    ['a%東\ud800 # b\0', '.- / -...', {}, 'no code: skipped'],
    ['a% 東\ud800', '.- % / 東 \ud800', { unknown: 'keep' }, 'kept'],
    ['a\n😀b%', { error: 'line 2, column 1: Morse code does not have "😀"' }, { unknown: 'error' }, 'an error'],
    ['a\n😀b%', '.-\n-...', { unknown: 'drop' }],
    ['ab%', { error: 'line 1, column 3: Morse code does not have "%"' }, { unknown: 'error' }],
    ['•·∙⋅ −–—‐‑_ …', 'HS', decode, 'other dots and dashes'],
    [
      '•·∙⋅ −–—_',
      { error: 'line 1, column 6: "−–—_" is not a character in Morse code' },
      { ...decode, unknown: 'error' },
    ],
    ['.-/-...|-.-. / -..  . ...\t\t-', 'A B C D ES T', {}, 'words'],
    [' / .- / / -... | ', 'A B', {}, 'word separators at the ends and in a row'],
    ['.-\r\n\r\n-...\r', 'A\r\n\r\nB\r\n', {}, 'line ends'],
    ['.- / ........ / -...', 'A B', {}, 'no character: skipped, with its blank'],
    ['.- / ........ / -... x', 'A ........ Bx', { ...decode, unknown: 'keep' }, 'kept'],
    [
      '.-\n😀 -...',
      { error: 'line 2, column 1: "😀" is not a character in Morse code' },
      { ...decode, unknown: 'error' },
      'an error, with its place',
    ],
    [
      `.- ${'.'.repeat(99)}`,
      { error: `line 1, column 4: "${'.'.repeat(20)}…" is not a character in Morse code` },
      { unknown: 'error' },
      'and its beginning',
    ],
    ['...', 'S', {}, 'auto takes dots for Morse code'],
    ['...', '.-.-.- .-.-.- .-.-.-', encode],
    ['/', '-..-.', {}, 'but not blanks or slashes alone'],
    ['- a', '-....- / .-', {}, 'nor where anything else is'],
    ['a', { error: 'steps[0].config.direction must be one of: auto, encode, decode' }, { direction: 'to-morse' }],
    ['a', { error: 'steps[0].config.unknown must be one of: drop, keep, error' }, { unknown: 'skip' }],
  ],
  checks: {
    'there and back': () => {
      const word = fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength: 8 });
      const line = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '));
      fc.assert(
        fc.property(fc.array(line, { minLength: 1, maxLength: 3 }), (lines) => {
          const text = lines.join('\n');
          assert.equal(resultOf(slug, resultOf(slug, text, encode)), text);
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'any text gives Morse code, which can be decoded': () => {
      fc.assert(
        fc.property(fc.string({ unit: 'binary' }), (text) => {
          const morse = resultOf(slug, text, encode);
          assert.match(morse, /^[-. /\r\n]*$/);
          assert.equal(typeof runTool(slug, morse, { ...decode, unknown: 'error' }), 'string');
        }),
        { seed: 2, numRuns: sampleSize(300) },
      );
    },
    'checks the limit while the text grows': () => {
      assertAsksForItsSize(slug, `Quiz "2"\nb ${'"'.repeat(50)}`, encode);
      assertAsksForItsSize(slug, codes, decode);
    },
    'hostile texts take linear time': () => {
      for (const piece of ['a', '"', ' ', '. ', '.', '/', '  .', '漢', '\ud800', '\u0301\u0323', '_', '\n.']) {
        for (const config of [encode, decode, { ...decode, unknown: 'error' }]) {
          assertLinear(piece, (text) => runTool(slug, text, config));
        }
      }
    },
  },
} satisfies ToolCases;
