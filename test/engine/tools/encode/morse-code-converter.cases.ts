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
    { input: '', output: '' },
    { input: ' \n', output: '\n' },
    { name: 'every character', input: characters, config: encode, output: codes },
    { name: 'every code', input: codes, output: characters },
    { name: 'small letters; the sign of multiplication is X', input: 'aé×', output: '.- ..-.. -..-' },
    {
      name: 'letters with other accents, letters with two codes',
      input: 'ÄñßŒ e\u0301 q\u0301',
      output: '.- -. ... ... --- . / ..-.. / --.-',
    },
    { name: 'typographic signs', input: '’“–…', output: '.----. .-..-. -....- .-.-.- .-.-.- .-.-.-' },
    { name: 'words, lines, blanks around', input: ' a  b\tc \r\n\r\u00a0d', output: '.- / -... / -.-.\r\n\r\n-..' },
    { name: 'no code: skipped', input: 'a%東\ud800 # b\0', output: '.- / -...' },
    { name: 'kept', input: 'a% 東\ud800', config: { unknown: 'keep' }, output: '.- % / 東 \ud800' },
    {
      name: 'an error',
      input: 'a\n😀b%',
      config: { unknown: 'error' },
      error: 'line 2, column 1: Morse code does not have "😀"',
    },
    { input: 'a\n😀b%', config: { unknown: 'drop' }, output: '.-\n-...' },
    { input: 'ab%', config: { unknown: 'error' }, error: 'line 1, column 3: Morse code does not have "%"' },
    { name: 'other dots and dashes', input: '•·∙⋅ −–—‐‑_ …', config: decode, output: 'HS' },
    {
      input: '•·∙⋅ −–—_',
      config: { ...decode, unknown: 'error' },
      error: 'line 1, column 6: "−–—_" is not a character in Morse code',
    },
    { name: 'words', input: '.-/-...|-.-. / -..  . ...\t\t-', output: 'A B C D ES T' },
    { name: 'word separators at the ends and in a row', input: ' / .- / / -... | ', output: 'A B' },
    { name: 'line ends', input: '.-\r\n\r\n-...\r', output: 'A\r\n\r\nB\r\n' },
    { name: 'no character: skipped, with its blank', input: '.- / ........ / -...', output: 'A B' },
    { name: 'kept', input: '.- / ........ / -... x', config: { ...decode, unknown: 'keep' }, output: 'A ........ Bx' },
    {
      name: 'an error, with its place',
      input: '.-\n😀 -...',
      config: { ...decode, unknown: 'error' },
      error: 'line 2, column 1: "😀" is not a character in Morse code',
    },
    {
      name: 'and its beginning',
      input: `.- ${'.'.repeat(99)}`,
      config: { unknown: 'error' },
      error: `line 1, column 4: "${'.'.repeat(20)}…" is not a character in Morse code`,
    },
    { name: 'auto takes dots for Morse code', input: '...', output: 'S' },
    { input: '...', config: encode, output: '.-.-.- .-.-.- .-.-.-' },
    { name: 'but not blanks or slashes alone', input: '/', output: '-..-.' },
    { name: 'nor where anything else is', input: '- a', output: '-....- / .-' },
    {
      input: 'a',
      config: { direction: 'to-morse' },
      error: 'steps[0].config.direction must be one of: auto, encode, decode',
    },
    { input: 'a', config: { unknown: 'skip' }, error: 'steps[0].config.unknown must be one of: drop, keep, error' },
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
