import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear, filled } from '../../../support/growth.js';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'remove-emojis';
const strict = { keepText: false };
const england = '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}';
/** Every character that is an emoji by itself, and those that become one by U+FE0F. */
const basic: string[] = [];
for (let codePoint = 0; codePoint < 0x1ffff; codePoint++) {
  const character = String.fromCodePoint(codePoint);
  if (/^\p{Emoji_Presentation}$/u.test(character)) basic.push(character);
  else if (/^\p{Extended_Pictographic}$/u.test(character) && /\p{Emoji}/u.test(character))
    basic.push(`${character}\ufe0f`);
}
const sequences = [
  '👍🏽',
  '👩‍🚀',
  '👩‍❤️‍💋‍👨',
  '👨🏿‍🤝‍👨🏻',
  '🏳️‍🌈',
  '🇩🇪',
  england,
  '1️⃣',
  '#⃣',
  '🧑‍🧑‍🧒',
  '🏴‍☠️',
  '👁️‍🗨️',
  '✌🏿',
  '🏃🏽‍♀️‍➡️',
  // Joined without variation selectors
  '❤\u200d🔥',
  '🏳\u200d🌈',
  '👁\u200d🗨',
  '🕵\u200d♂',
  '⛹🏽\u200d♀',
  '👩\u200d❤\u200d👨',
];

/** The flag v, which TypeScript does not know for the target of this project. */
const sets = (): string => 'v';

export default {
  slug,
  cases: [
    { name: 'with the selector for text', input: '😀\ufe0ea ☺\ufe0e', output: 'a ☺\ufe0e' },
    { input: '', output: '' },
    { input: 'a😀b', output: 'ab' },
    { name: 'spaces stay', input: 'a 😀 b\n', output: 'a  b\n' },
    { input: 'a😀b👍🏽', config: { replacement: '?' }, output: 'a?b?' },
    { name: 'dollar signs are not references', input: '😀', config: { replacement: '$&$1' }, output: '$&$1' },
    ...sequences.map((emoji) => ({ input: `a${emoji}b`, config: { replacement: '-' }, output: 'a-b' })),
    { name: 'emojis next to each other are several', input: '😀😀🇩🇪🇫🇷', config: { replacement: '-' }, output: '----' },
    { name: 'half a flag', input: 'a🇩b', output: 'ab' },
    { name: 'a lone skin tone', input: 'a🏽b', output: 'ab' },
    { name: 'combinations that nobody recommends', input: 'a🐕‍🔥‍🍕b', output: 'ab' },
    { name: 'signs stay, digits too', input: '©®™↔☺❤ 0123#*', output: '©®™↔☺❤ 0123#*' },
    { name: 'unless they are made emojis', input: '©️®️™️↔️☺️❤️|', output: '|' },
    { input: '©®™↔☺❤ 0123#*', config: strict, output: ' 0123#*' },
    { name: 'or made text', input: '☺︎ ❤︎', config: strict, output: '☺︎ ❤︎' },
    { name: 'other scripts stay', input: 'हिन्दी क्‍ष 漢字 क्\u200dष', config: strict, output: 'हिन्दी क्‍ष 漢字 क्\u200dष' },
    { name: 'tags without an end go as well', input: `${england.slice(0, -2)}b`, output: 'b' },
    { name: 'lone surrogates survive', input: '\ud83d😀\ude00', output: '\ud83d\ude00' },
    { name: 'a digit with a selector is not an emoji', input: '1\ufe0f', config: strict, output: '1\ufe0f' },
    {
      name: 'the longest output there can be',
      isLong: true,
      input: '⌚'.repeat(200_000),
      config: { replacement: 'x'.repeat(20) },
      output: 'x'.repeat(4_000_000),
    },
    {
      input: 'a',
      config: { replacement: 'x'.repeat(21) },
      error: 'steps[0].config.replacement must be at most 20 characters long',
    },
  ],
  checks: {
    'every emoji there is is removed': () => {
      for (const emoji of basic) assert.equal(resultOf(slug, `a${emoji}b`), 'ab', emoji);
      assert.ok(basic.length > 1300);
    },
    'no emoji that Unicode recommends is left': () => {
      const unit = fc.oneof(
        fc.constantFrom(...basic),
        fc.constantFrom(...sequences),
        fc.constantFrom('a', ' ', '©', '漢', '\u200d'),
      );
      const recommended = new RegExp('\\p{RGI_Emoji}', sets());
      fc.assert(
        fc.property(fc.string({ unit }), fc.boolean(), (input, keepText) => {
          const output = resultOf(slug, input, { keepText });
          assert.doesNotMatch(output, recommended);
          assert.equal(output.replace(/[^a ]/g, ''), input.replace(/[^a ]/g, ''));
        }),
        { seed: 1, numRuns: sampleSize(1000) },
      );
    },
    'asks the limit before it is passed': () =>
      assertAsksForItsSize(slug, 'a😀b👍🏽'.repeat(20), { replacement: 'xyzabc' }),
    'hostile texts take linear time': () => {
      for (const piece of [
        '😀\u200d',
        '🇩',
        '\ufe0f',
        '\u200d',
        '👍🏽',
        '1\ufe0f',
        '🏴\u{e0061}',
        '\u{e0061}',
        '❤\u200d',
        '\ud83d',
        '☺',
      ]) {
        for (const keepText of [true, false]) {
          assertLinear(piece, (text) => resultOf(slug, text, { keepText }));
          assertLinear(
            (length) => `🏴${filled(piece, length)}`,
            (text) => resultOf(slug, text, { keepText }),
          );
        }
      }
    },
  },
} satisfies ToolCases;
