import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear } from '../../../support/growth.js';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'remove-characters';
const of = (...classes: string[]) => ({ classes });
const only = (...classes: string[]) => ({ classes, keep: true });

export default {
  slug,
  cases: [
    ['', '', of('digits')],
    ['a1b२c½', 'abc½', of('digits')],
    ['aé1 e\u0301字𐐀_', '1 _', of('letters')],
    ['a1\ufe0f\u20e3', '1\ufe0f\u20e3', of('letters'), 'a mark that changes an emoji is not a letter'],
    ['a-b_(c) «d»! $5+1', 'abc d $5+1', of('punctuation')],
    ['a$b+c<d>^ €©', 'abcd ', of('symbols')],
    ['a👩🏽‍🚀❤️1️⃣b1', 'ab1', of('symbols'), 'symbols take whole emoji'],
    ['a b\tc\u00a0d\ne\r\n', 'abcd\ne\r\n', of('spaces')],
    ['a b\nc\r\nd\re\u2028f', 'a bcde\u2028f', of('line-breaks')],
    ['a\r\n\r\nb', 'a||b', { ...of('line-breaks'), replacement: '|' }, 'a CRLF is one line break'],
    ['a b\n c', 'abc', of('spaces', 'line-breaks')],
    ['a👩‍❤️‍💋‍👨b🇩🇪c🏴󠁧󠁢󠁥󠁮󠁧󠁿d👍🏽e1️⃣f❤️g☎h©i1#j', 'abcdefg☎h©i1#j', of('emoji'), 'emoji of several code points'],
    ['👩‍👧👍🏽', '**', { ...of('emoji'), replacement: '*' }, 'each is one character'],
    ['naïve – 漢 ok\n', 'nave   ok\n', of('non-ascii')],
    ['a-b_1 é२½👍🏽‍!\nc', 'ab1é२½\nc', of('non-alphanumeric')],
    ['a1-2_b', 'ab', of('digits', 'punctuation')],
    ['tel: 12 34\r\nfax: 5', '1234\r\n5', only('digits')],
    ['a 1\n', 'a \n', only('letters', 'spaces')],
    ['a1\nb', '1\n', only('digits', 'line-breaks'), 'keep leaves line breaks'],
    ['a👩‍👧b👍🏽', '-👩‍👧-👍🏽', { ...only('emoji'), replacement: '-' }],
    ['a👩‍👧b👍🏽', '👩‍👧👍🏽', only('emoji')],
    ['a+b👍🏽', '+👍🏽', only('symbols')],
    ['naïve 漢', 'ï漢', only('non-ascii')],
    ['a-b', '-', only('non-alphanumeric')],
    ['a1b2', 'a12', { classes: ['digits'], chars: 'a', keep: true }],
    ['a]b[c^d\\e-f', 'abcdef', { chars: ']^\\-[' }],
    ['a&&b--c&-', 'abc', { chars: '&&--' }, 'listed characters that mean something elsewhere'],
    ['a😀b😁', 'ab😁', { chars: '😀' }],
    ['a\r\nb\n', 'a\rb', { chars: '\n' }, 'a listed line break goes'],
    ['😀\ud83d\ude00\ud83d', '😀😀', { chars: '\ud83d' }, 'half of a surrogate pair'],
    ['a\ud83d', 'a', of('non-ascii'), 'lone surrogates are not ASCII'],
    ['a\0b', 'ab', { chars: '\0' }],
    ['a1', 'a$&$1', { ...of('digits'), replacement: '$&$1' }, 'a replacement means nothing but itself'],
    ['a', { error: 'choose classes, or list characters in chars' }],
    ['a', { error: 'choose classes, or list characters in chars' }, { keep: true }],
    [
      'a',
      {
        error:
          'steps[0].config.classes[0] must be one of: digits, letters, punctuation, symbols, spaces, line-breaks, emoji, non-ascii, non-alphanumeric',
      },
      of('vowels'),
    ],
    ['a', { error: 'steps[0].config.chars must be at most 1000 characters long' }, { chars: 'a'.repeat(1001) }],
    [
      'a',
      { error: 'steps[0].config.replacement must be at most 10 characters long' },
      { chars: 'a', replacement: 'a'.repeat(11) },
    ],
  ],
  checks: {
    'listed ASCII characters go as tr -d makes them go, and stay as tr -cd lets them'(t) {
      const ascii = fc.string({
        unit: fc.constantFrom('a', 'b', ']', '[', '^', '-', '&', '1', ' ', '.'),
        maxLength: 40,
      });
      const texts = fc.sample(ascii, { seed: 1, numRuns: sampleSize(100) });
      const removed = shellOracle(t, "tr -d 'a^]&'", texts);
      removed?.forEach((output, i) => void assert.equal(resultOf(slug, texts[i] ?? '', { chars: 'a^]&' }), output));
      const kept = shellOracle(t, "tr -cd 'a^]&'", texts);
      kept?.forEach(
        (output, i) => void assert.equal(resultOf(slug, texts[i] ?? '', { chars: 'a^]&', keep: true }), output),
      );
    },
    'what is removed and what is kept are together the text without its line breaks': () => {
      const anyText = fc.string({
        unit: fc.constantFrom('a', '1', '-', '$', ' ', '\n', 'é', '漢', '\ud83d', '😀'),
        maxLength: 30,
      });
      const names = ['digits', 'letters', 'punctuation', 'symbols', 'spaces', 'emoji', 'non-ascii', 'non-alphanumeric'];
      fc.assert(
        fc.property(anyText, fc.subarray(names, { minLength: 1 }), (text, classes) => {
          const removed = [...resultOf(slug, text, { classes })];
          const kept = [...resultOf(slug, text, { classes, keep: true })];
          const both = [...removed, ...kept].filter((character) => character !== '\n');
          const all = [...text].filter((character) => character !== '\n');
          assert.deepEqual(both.toSorted(), all.toSorted());
        }),
        { seed: 2, numRuns: sampleSize(500) },
      );
    },
    'every emoji that Unicode recommends for interchange is one character': () => {
      // Not a literal: TypeScript refuses the flag for ES2023.
      const single = new RegExp(String.raw`^\p{${'RGI_Emoji'}}$`, 'v');
      const emoji: string[] = [];
      for (let code = 0x23; code < 0x20000; code++) {
        const character = String.fromCodePoint(code);
        if (!/\p{Emoji}/u.test(character)) continue;
        for (const suffix of ['', '\ufe0f', '\ufe0f\u20e3', '🏽', '🏽\u200d♂️', '\u200d♀️']) {
          if (single.test(character + suffix)) emoji.push(character + suffix);
        }
      }
      assert.ok(emoji.length > 1000);
      const output = resultOf(slug, emoji.join(' '), { classes: ['emoji'], replacement: '*' });
      assert.equal(output, emoji.map(() => '*').join(' '));
    },
    'checks the limit before it builds its output': () => {
      assertAsksForItsSize(slug, 'a1b👩‍👧', { classes: ['letters', 'emoji'], replacement: '[gone]' });
      assertAsksForItsSize(slug, 'a1b👩‍👧', { classes: ['emoji'], keep: true, replacement: '[gone]' });
    },
    'hostile texts take linear time, which \\p{RGI_Emoji} does not for lone surrogates': () => {
      for (const unit of ['👩\u200d', '\u200d', '0', '🏴󠁧', '\ud83d', '\u0301', '🇩']) {
        assertLinear(unit, (text) => resultOf(slug, text, { classes: ['emoji', 'symbols'] }));
        assertLinear(unit, (text) => resultOf(slug, text, { classes: ['emoji'], keep: true, replacement: '--' }));
      }
    },
  },
} satisfies ToolCases;
