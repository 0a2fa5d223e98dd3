import assert from 'node:assert/strict';
import { countSyllables } from '#engine/tools/analyze/readability-score/syllables.js';
import { assertLinear } from '../../../support/growth.js';
import { engine, resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'readability-score';
const json = { format: 'json' };

export default {
  slug,
  cases: [
    ['', { error: 'the text has no words to score' }],
    ['... !?', { error: 'the text has no words to score' }],
    // 6 words, 1 sentence, 6 syllables: 206.835 - 6.09 - 84.6.
    ['The cat sat on the mat.', '116.15', { formula: 'flesch-reading-ease' }],
    ['The cat sat on the mat.', '-1.45', { formula: 'flesch-kincaid' }],
    ['The cat sat on the mat', '-1.45', { formula: 'flesch-kincaid' }, 'a text without an end is one sentence'],
    ['The cat sat on the mat.', '3.13', { formula: 'smog' }, 'no long word'],
    // 1 word of 4 syllables in 1 sentence: 1.043 √30 + 3.1291.
    ['Documentation.', '8.84', { formula: 'smog' }],
    ['Documentation.', '40.40', { formula: 'gunning-fog' }],
    // 13 letters: 0.0588 · 1300 - 0.296 · 100 - 15.8.
    ['Documentation.', '31.04', { formula: 'coleman-liau' }],
    ['Documentation.', '{\n  "ari": 40.3\n}', { formula: 'ari', ...json }],
    ["Don't re-do.", '-1.59', { formula: 'ari' }, 'apostrophes and hyphens are not letters'],
    ['42 7', '-3.01', { formula: 'flesch-kincaid' }, 'numbers are words of one syllable at least'],
  ],
  checks: {
    'handles a word of the maximum text length': () => {
      const steps = [{ toolSlug: 'repeat-text', config: { times: 4_000 } }, { toolSlug: slug }];
      const { status } = engine.execute('run', Buffer.from(JSON.stringify({ input: 'a'.repeat(1_000), steps })));
      assert.equal(status, 200);
    },
    'every formula rates harder sentences as harder': () => {
      const easy = 'I see a dog. The dog is big. It ran to me.';
      const hard =
        'Notwithstanding considerable administrative complications, the international organisation subsequently established comprehensive regulatory frameworks.';
      const scores = (text: string) => JSON.parse(resultOf(slug, text, json)) as Record<string, number>;
      const [left, right] = [scores(easy), scores(hard)];
      assert.equal(Object.keys(left).length, 6);
      for (const [name, score] of Object.entries(left)) {
        const other = right[name] ?? Number.NaN;
        assert.ok(name === 'flesch-reading-ease' ? score > other : score < other, name);
      }
    },
    'counts syllables as spoken': () => {
      const words = [
        'large charge merge else prose through asked named eyes',
        'people table classes unique guesses baseline therefore handled marriage lawyer being quiet',
        'area linear addresses everything official radio important opinion',
        'society automatic necessary initiate coordinate reinstated recipient',
        'association elementary university coordinated automatically',
      ];
      const counts = words.map((line) => line.split(' ').map((word) => [word, countSyllables(word)]));
      const expected = words.map((line, i) => line.split(' ').map((word) => [word, i + 1]));
      assert.deepEqual(counts, expected);
    },
    'long texts take linear time': () => {
      for (const text of ['ae', 'beautiful world. ', '漢', "a'"]) {
        assertLinear(text, (text) => resultOf(slug, text));
      }
    },
  },
} satisfies ToolCases;
