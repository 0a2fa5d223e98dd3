import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { engine, resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'text-statistics';

type Figure =
  | 'characters'
  | 'charactersWithoutWhiteSpace'
  | 'words'
  | 'sentences'
  | 'lines'
  | 'paragraphs'
  | 'bytes'
  | 'readingTimeSeconds';

function statistics(input: string, config: object = {}): Record<Figure, number> {
  return JSON.parse(resultOf(slug, input, { ...config, format: 'json' })) as Record<Figure, number>;
}

/** Checks one figure of several texts. */
function counts(figure: Figure, table: Readonly<Record<string, number>>): () => void {
  return () => {
    for (const [text, count] of Object.entries(table)) {
      assert.equal(statistics(text)[figure], count, JSON.stringify(text));
    }
  };
}

export default {
  slug,
  cases: [
    [
      'word '.repeat(100),
      'Characters: 500\nCharacters without white space: 400\nWords: 100\nSentences: 1\nLines: 1\nParagraphs: 1\nUTF-8 bytes: 500\nReading time: 1 min 20 s',
      { wpm: 75 },
      'minutes and seconds, at another speed',
    ],
    [
      'a '.repeat(6060),
      'Characters: 12120\nCharacters without white space: 6060\nWords: 6060\nSentences: 1\nLines: 1\nParagraphs: 1\nUTF-8 bytes: 12120\nReading time: 2 h 1 min 12 s',
      { wpm: 50 },
      'hours',
    ],
    ['a', { error: 'steps[0].config.format must be one of: text, json' }, { format: 'csv' }],
    ['a', { error: 'steps[0].config.wpm must be at least 50' }, { wpm: 49 }],
    ['a', { error: 'steps[0].config.wpm must be at most 1000' }, { wpm: 1001 }],
    ['a', { error: 'steps[0].config.wpm must be an integer' }, { wpm: 200.5 }],
    ['a', { error: 'Unknown option for text-statistics: Wpm. Did you mean wpm?' }, { Wpm: 200 }],
  ],
  checks: {
    'handles a word of the maximum text length': () => {
      const steps = [{ toolSlug: 'repeat-text', config: { times: 4_000 } }, { toolSlug: slug }];
      const { status } = engine.execute('run', Buffer.from(JSON.stringify({ input: 'a'.repeat(1_000), steps })));
      assert.equal(status, 200);
    },
    'characters are code points': counts('characters', {
      '': 0,
      'a\r\n': 3,
      é: 1,
      'e\u0301': 2,
      '😀': 1,
      '👨‍👩‍👧': 5,
      '\ud83d': 1,
      '\ude00\ud83d': 2,
      '\ud83d\ud83d\ude00\ude00': 3,
    }),
    'white space is what String.prototype.trim strips': counts('charactersWithoutWhiteSpace', {
      ' \t\n\v\f\r\u00a0\u1680\u2000\u2028\u3000\ufeff': 0,
      'a b\u200b': 3,
      '\ud83d \ude00': 2,
    }),
    words: counts('words', {
      "don't stop": 2,
      'don’t well-known rock-’n’-roll': 5,
      '- -- \' "': 0,
      "'quoted' dogs' -x-": 3,
      'a--b a- b': 4,
      '3.14 1,234.5 v1.2 3. 4': 5,
      'a.b, c': 3,
      'naïve e\u0301te\u0301 ǅ': 3,
      '我喜欢吃。苹果': 6,
      'ひらがなカナ iPhone手机': 9,
      '한국어 단어': 2,
      สวัสดี: 1,
      '😀 a😀b': 2,
      '𐐀𐐨 𝟏𝟐': 2,
      '\ud800 a\udc00b': 2,
      '': 0,
    }),
    sentences: counts('sentences', {
      '': 0,
      'No stop': 1,
      'One. Two! Three? Four': 4,
      'One.Two': 1,
      'Wrapped\nover lines. And\nover': 2,
      'A heading\n\nA text. Of two': 3,
      'A heading\n \t\nA text': 2,
      'Dr. Smith met Mr. J. R. Tolkien, Ph.D. at 5 p.m. in the U.S. today.': 1,
      'Wait... what? Well… Yes.': 3,
      'Wait... 3 more': 2,
      '"Why?" he asked. "Why?" She left.': 3,
      '(One.) “Two.” *Three.*': 3,
      'Quoi ? Oui !': 2,
      'What?! No!!!': 2,
      '... . ! ?': 0,
      '1. One.\n2. Two.\n(3) Three.': 3,
      '42.': 1,
      'In 2020. Then': 2,
      '我喜欢。你呢？好！': 3,
      'これは「はい。」です。': 2,
      'क। ख॥ a؟': 3,
      '😀': 0,
      '😀 ok 😀. 😀': 1,
    }),
    lines: counts('lines', { '': 0, a: 1, 'a\n': 1, 'a\r\nb\rc\nd': 4, '\n': 1, '\n\n': 2, 'a\u2028b': 1 }),
    paragraphs: counts('paragraphs', {
      '': 0,
      '\n \n': 0,
      'a\nb': 1,
      'a\n\nb\n \u00a0\n\nc\n\n': 3,
      '\r\n\r\na\r\n\r\nb': 2,
    }),
    'bytes of UTF-8': counts('bytes', { é: 2, 漢: 3, '😀': 4, '\ud83d': 3, '\r\n': 2 }),
    'reading time is rounded up to a second': () => {
      assert.equal(statistics('').readingTimeSeconds, 0);
      assert.equal(statistics('a').readingTimeSeconds, 1);
      assert.equal(statistics('a '.repeat(10)).readingTimeSeconds, 3);
      assert.equal(statistics('a '.repeat(11)).readingTimeSeconds, 4);
      assert.equal(statistics('a '.repeat(11), { wpm: 1000 }).readingTimeSeconds, 1);
    },
    'json has the figures in the order of the text format': () => {
      const figures = Object.values(statistics('One two. Three\n\nfour'));
      const text = Array.from(resultOf(slug, 'One two. Three\n\nfour').matchAll(/: (\d+)/g), ([, figure]) =>
        Number(figure),
      );
      assert.deepEqual(figures, text);
    },
    'lines, words and bytes agree with wc': (t) => {
      if (spawnSync('wc', ['--version']).error) return t.skip('wc is not installed');
      const word = fc.constantFrom('a', 'word', 'don’t', 'é', 'well-known', '12');
      const part = fc.tuple(word, fc.constantFrom(' ', '  ', '\n', '\n\n', '\t'));
      const input = `${fc
        .sample(part, { seed: 18, numRuns: sampleSize(5000) })
        .flat()
        .join('')}\n`;
      // In a locale without UTF-8, wc does not count the bytes of é as part of a word.
      const env = { ...process.env, LC_ALL: 'C.UTF-8' };
      const { stdout } = spawnSync('wc', ['-lwc'], { input, encoding: 'utf8', env });
      const { lines, words, bytes } = statistics(input);
      assert.deepEqual([lines, words, bytes], stdout.trim().split(/\s+/).map(Number));
    },
    'the figures of two texts with a blank line between them add up': () => {
      const text = fc
        .array(fc.constantFrom('a', 'Dr.', 'stop.', '...', ' ', '\n', '漢', '。', '"why?"', '😀'))
        .map((parts) => parts.join(''));
      fc.assert(
        fc.property(text, text, (first, second) => {
          const [a, b, both] = [first, second, `${first}\n\n${second}`].map((input) => statistics(input));
          for (const figure of ['words', 'sentences', 'paragraphs'] as const) {
            assert.equal(both?.[figure], (a?.[figure] ?? 0) + (b?.[figure] ?? 0), figure);
          }
        }),
        { seed: 19, numRuns: sampleSize(300) },
      );
    },
  },
} satisfies ToolCases;
