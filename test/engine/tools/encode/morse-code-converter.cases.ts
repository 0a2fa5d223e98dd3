import assert from 'node:assert/strict';
import fc from 'fast-check';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'morse-code-converter';
const encode = { direction: 'encode' };
const decode = { direction: 'decode' };
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZÉ1234567890.,:?\'-/()"=+@!&;_$';

export default {
  slug,
  cases: [
    {
      name: 'the letters of ITU-R M.1677-1',
      input: 'abcdefghijklmnopqrstuvwxyz',
      output:
        '.- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --..',
    },
    {
      name: 'its figures and punctuation marks',
      input: '1234567890 .,:?\'-/()"=+×@ É é',
      output:
        '.---- ..--- ...-- ....- ..... -.... --... ---.. ----. ----- / .-.-.- --..-- ---... ..--.. .----. -....- -..-. -.--. -.--.- .-..-. -...- .-.-. -..- .--.-. / ..-.. / ..-..',
    },
    { name: 'others in common use', input: '!&;_$', output: '-.-.-- .-... -.-.-. ..--.- ...-..-' },
    {
      name: 'accents are left out, that of É is not',
      input: 'à ü é e\u0301 è ẹ\u0301',
      output: '.- / ..- / ..-.. / ..-.. / . / .',
    },
    { name: 'lines stay lines', input: ' a  b \r\n\r\nc\r', output: '.- / -...\r\n\r\n-.-.\r\n' },
    { name: 'typographic quotes', input: '“it’s”', output: '.-..-. .. - .----. ... .-..-.' },
    { name: 'what has no code is left out', input: 'a#b # 漢😀 c', output: '.- -... / -.-.' },
    { input: 'a#b # 😀', config: { unknown: 'keep' }, output: '.- # -... / # / 😀' },
    { input: 'a\nb😀', config: { unknown: 'error' }, error: 'line 2: there is no Morse code for "😀"' },
    { input: '\ud800', config: { unknown: 'error' }, error: 'line 1: there is no Morse code for U+D800' },
    { name: 'sharp s', input: 'ß', output: '... ...' },

    { input: '... --- ...\n.-/-...|-.-.\n', output: 'SOS\nA B C\n' },
    { name: 'three blanks are a gap between words', input: '.-  -...   -.-.', output: 'AB C' },
    { name: 'other dots and dashes', input: '·− •– ·— ._', output: 'AAAA' },
    { name: 'gaps at the ends and in a row', input: ' / .- / / .- /', output: 'A A' },
    { input: '.- ........ .-', output: 'AA' },
    { input: '.- ........ .-', config: { unknown: 'keep' }, output: 'A........A' },
    { input: '.-\n........', config: { unknown: 'error' }, error: 'line 2: "........" is not Morse code' },
    {
      input: '.'.repeat(500_000),
      config: { unknown: 'error' },
      error: 'line 1: "...................." is not Morse code',
    },
    { input: '.- b', config: { ...decode, unknown: 'keep' }, output: 'Ab' },
    { input: '.- b', output: '.-.-.- -....- / -...' },
    { input: '...', config: encode, output: '.-.-.- .-.-.- .-.-.-' },
    {
      input: 'a',
      config: { direction: 'both' },
      error: 'steps[0].config.direction must be one of: auto, encode, decode',
    },
  ],
  checks: {
    'decoding gives the letters again': () => {
      const word = fc.string({ unit: fc.constantFrom(...letters), minLength: 1 });
      fc.assert(
        fc.property(fc.array(fc.array(word), { minLength: 1 }), (lines) => {
          const text = lines.map((words) => words.join(' ')).join('\n');
          const morse = resultOf(slug, text, encode);
          assert.match(morse, /^[.\-/ \n]*$/);
          assert.equal(resultOf(slug, morse), text);
        }),
        { seed: 1, numRuns: 300 },
      );
    },
    'no two characters have the same code': () => {
      assert.equal(new Set([...letters].map((letter) => resultOf(slug, letter, encode))).size, letters.length);
    },
    'hostile texts are answered in linear time': () => {
      const started = performance.now();
      for (const piece of ['0', ' ', '/', '.', '. ', '.   ', '\n', 'É', 'e\u0301\u0323', 'à', '\u0301\u0323']) {
        for (const config of [encode, decode]) runTool(slug, piece.repeat(500_000 / piece.length), config);
      }
      assert.ok(performance.now() - started < 20_000);
    },
  },
} satisfies ToolCases;
