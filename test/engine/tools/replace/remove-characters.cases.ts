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
    { input: '', config: of('digits'), output: '' },
    { input: 'a1b२c½', config: of('digits'), output: 'abc½' },
    { input: 'aé1 e\u0301字𐐀_', config: of('letters'), output: '1 _' },
    {
      name: 'a mark that changes an emoji is not a letter',
      input: 'a1\ufe0f\u20e3',
      config: of('letters'),
      output: '1\ufe0f\u20e3',
    },
    { input: 'a-b_(c) «d»! $5+1', config: of('punctuation'), output: 'abc d $5+1' },
    { input: 'a$b+c<d>^ €©', config: of('symbols'), output: 'abcd ' },
    { name: 'symbols take whole emoji', input: 'a👩🏽‍🚀❤️1️⃣b1', config: of('symbols'), output: 'ab1' },
    { input: 'a b\tc\u00a0d\ne\r\n', config: of('spaces'), output: 'abcd\ne\r\n' },
    { input: 'a b\nc\r\nd\re\u2028f', config: of('line-breaks'), output: 'a bcde\u2028f' },
    {
      name: 'a CRLF is one line break',
      input: 'a\r\n\r\nb',
      config: { ...of('line-breaks'), replacement: '|' },
      output: 'a||b',
    },
    { input: 'a b\n c', config: of('spaces', 'line-breaks'), output: 'abc' },
    {
      name: 'emoji of several code points',
      input: 'a👩‍❤️‍💋‍👨b🇩🇪c🏴󠁧󠁢󠁥󠁮󠁧󠁿d👍🏽e1️⃣f❤️g☎h©i1#j',
      config: of('emoji'),
      output: 'abcdefg☎h©i1#j',
    },
    { name: 'each is one character', input: '👩‍👧👍🏽', config: { ...of('emoji'), replacement: '*' }, output: '**' },
    { input: 'naïve – 漢 ok\n', config: of('non-ascii'), output: 'nave   ok\n' },
    { input: 'a-b_1 é२½👍🏽‍!\nc', config: of('non-alphanumeric'), output: 'ab1é२½\nc' },
    { input: 'a1-2_b', config: of('digits', 'punctuation'), output: 'ab' },
    { input: 'tel: 12 34\r\nfax: 5', config: only('digits'), output: '1234\r\n5' },
    { input: 'a 1\n', config: only('letters', 'spaces'), output: 'a \n' },
    { name: 'keep leaves line breaks', input: 'a1\nb', config: only('digits', 'line-breaks'), output: '1\n' },
    { input: 'a👩‍👧b👍🏽', config: { ...only('emoji'), replacement: '-' }, output: '-👩‍👧-👍🏽' },
    { input: 'a👩‍👧b👍🏽', config: only('emoji'), output: '👩‍👧👍🏽' },
    { input: 'a+b👍🏽', config: only('symbols'), output: '+👍🏽' },
    { input: 'naïve 漢', config: only('non-ascii'), output: 'ï漢' },
    { input: 'a-b', config: only('non-alphanumeric'), output: '-' },
    { input: 'a1b2', config: { classes: ['digits'], chars: 'a', keep: true }, output: 'a12' },
    { input: 'a]b[c^d\\e-f', config: { chars: ']^\\-[' }, output: 'abcdef' },
    {
      name: 'listed characters that mean something elsewhere',
      input: 'a&&b--c&-',
      config: { chars: '&&--' },
      output: 'abc',
    },
    { input: 'a😀b😁', config: { chars: '😀' }, output: 'ab😁' },
    { name: 'a listed line break goes', input: 'a\r\nb\n', config: { chars: '\n' }, output: 'a\rb' },
    { name: 'half of a surrogate pair', input: '😀\ud83d\ude00\ud83d', config: { chars: '\ud83d' }, output: '😀😀' },
    { name: 'lone surrogates are not ASCII', input: 'a\ud83d', config: of('non-ascii'), output: 'a' },
    { input: 'a\0b', config: { chars: '\0' }, output: 'ab' },
    {
      name: 'a replacement means nothing but itself',
      input: 'a1',
      config: { ...of('digits'), replacement: '$&$1' },
      output: 'a$&$1',
    },
    { input: 'a', error: 'choose classes, or list characters in chars' },
    { input: 'a', config: { keep: true }, error: 'choose classes, or list characters in chars' },
    {
      input: 'a',
      config: of('vowels'),
      error:
        'steps[0].config.classes[0] must be one of: digits, letters, punctuation, symbols, spaces, line-breaks, emoji, non-ascii, non-alphanumeric',
    },
    {
      input: 'a',
      config: { chars: 'a'.repeat(1001) },
      error: 'steps[0].config.chars must be at most 1000 characters long',
    },
    {
      input: 'a',
      config: { chars: 'a', replacement: 'a'.repeat(11) },
      error: 'steps[0].config.replacement must be at most 10 characters long',
    },
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
