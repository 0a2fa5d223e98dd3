import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear } from '../../../support/growth.js';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'nato-alphabet-converter';
const skip = { unknown: 'drop' };
const strict = { unknown: 'error' };

export default {
  slug,
  cases: [
    ['', ''],
    [
      'abcdefghijklmnopqrstuvwxyz 0123456789',
      'Alfa Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliett Kilo Lima Mike November Oscar Papa Quebec Romeo Sierra Tango Uniform Victor Whiskey X-ray Yankee Zulu / Zero One Two Three Four Five Six Seven Eight Nine',
      {},
      'the alphabet',
    ],
    [
      'ÄéŁ e\u0301 æß',
      'Alfa Echo Lima / Echo / Alfa Echo Sierra Sierra',
      {},
      'capitals, accents, letters that are spelled as two',
    ],
    ['ß', 'Sierra-Sierra', { separator: '-' }, 'two letters with the separator between'],
    [' a \t\u00a0 b \n c', 'Alfa / Bravo\nCharlie', {}, 'white space of any kind and length, none at the ends'],
    ['a\r\n\r\nb\r', 'Alfa\r\n\r\nBravo\r\n', {}, 'line ends'],
    ['a+東 😀\ud800\0', 'Alfa + 東 / 😀 \ud800 \0', {}, 'other characters are kept'],
    ['q\u0301\u0323', 'Quebec', {}, 'and a mark is lost'],
    ['+ a+東 😀 b+', 'Alfa / Bravo', skip, 'or skipped'],
    ['ab\nx€', { error: 'line 2, column 2: the alphabet does not have "€"' }, strict],
    ['😀', { error: 'line 1, column 1: the alphabet does not have "😀"' }, strict],
    ['ab c', 'AlfaBravo\nCharlie', { separator: '', wordSeparator: '\n' }, 'separators'],
    ['ß', 'Sierra$&Sierra', { separator: '$&' }, 'which are not read as patterns'],
    ['a', { error: 'steps[0].config.separator must be at most 20 characters long' }, { separator: '-'.repeat(21) }],
  ],
  checks: {
    'the first letters are the text': () => {
      const text = fc.string({ unit: fc.constantFrom(...'ABCXYZ'), maxLength: 20 });
      const lines = fc.array(fc.array(text, { minLength: 1 }).map((words) => words.filter(Boolean).join(' ')));
      fc.assert(
        fc.property(lines, (sample) => {
          const input = sample.join('\n');
          const spelled = resultOf(slug, input).replaceAll(' / ', '/');
          const letters = spelled.replace(/[^ /\n]+ ?/g, (word) => word.charAt(0)).replaceAll('/', ' ');
          assert.equal(letters, input);
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'any text is spelled or refused': () => {
      fc.assert(
        fc.property(fc.string({ unit: 'binary' }), (input) => {
          assert.match(resultOf(slug, input, skip), /^[A-Za-z/\s-]*$/);
          const result = runTool(slug, input, strict);
          if (typeof result === 'string') assert.equal(result, resultOf(slug, input, skip));
        }),
        { seed: 2, numRuns: sampleSize(300) },
      );
    },
    'checks the limit while the text grows': () => {
      assertAsksForItsSize(slug, `one two\n${'n'.repeat(50)}`, {});
      const error = 'Step 1 (nato-alphabet-converter) failed: the output would be longer than 4000000 characters';
      assert.deepEqual(runTool(slug, 'n'.repeat(500_000), { separator: '-'.repeat(20) }), { error });
    },
    'hostile texts take linear time': () => {
      for (const piece of ['a', ' ', 'a ', '\n', '漢', '\ud800', '\u0301\u0323', 'ß']) {
        for (const config of [{}, skip, strict]) assertLinear(piece, (text) => runTool(slug, text, config));
      }
    },
  },
} satisfies ToolCases;
