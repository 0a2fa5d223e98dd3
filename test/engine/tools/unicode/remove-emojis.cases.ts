import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear, filled } from '../../../support/growth.js';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

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
    ['😀\ufe0ea ☺\ufe0e', 'a ☺\ufe0e', {}, 'with the selector for text'],
    ['', ''],
    ['a😀b', 'ab'],
    ['a 😀 b\n', 'a  b\n', {}, 'spaces stay'],
    ['a😀b👍🏽', 'a?b?', { replacement: '?' }],
    ['😀', '$&$1', { replacement: '$&$1' }, 'dollar signs are not references'],
    ...sequences.map((emoji): ToolCase => [`a${emoji}b`, 'a-b', { replacement: '-' }]),
    ['😀😀🇩🇪🇫🇷', '----', { replacement: '-' }, 'emojis next to each other are several'],
    ['a🇩b', 'ab', {}, 'half a flag'],
    ['a🏽b', 'ab', {}, 'a lone skin tone'],
    ['a🐕‍🔥‍🍕b', 'ab', {}, 'combinations that nobody recommends'],
    ['©®™↔☺❤ 0123#*', '©®™↔☺❤ 0123#*', {}, 'signs stay, digits too'],
    ['©️®️™️↔️☺️❤️|', '|', {}, 'unless they are made emojis'],
    ['©®™↔☺❤ 0123#*', ' 0123#*', strict],
    ['☺︎ ❤︎', '☺︎ ❤︎', strict, 'or made text'],
    ['हिन्दी क्‍ष 漢字 क्\u200dष', 'हिन्दी क्‍ष 漢字 क्\u200dष', strict, 'other scripts stay'],
    [`${england.slice(0, -2)}b`, 'b', {}, 'tags without an end go as well'],
    ['\ud83d😀\ude00', '\ud83d\ude00', {}, 'lone surrogates survive'],
    ['1\ufe0f', '1\ufe0f', strict, 'a digit with a selector is not an emoji'],
    {
      long: [
        '⌚'.repeat(200_000),
        'x'.repeat(4_000_000),
        { replacement: 'x'.repeat(20) },
        'the longest output there can be',
      ],
    },
    ['a', { error: 'steps[0].config.replacement must be at most 20 characters long' }, { replacement: 'x'.repeat(21) }],
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
