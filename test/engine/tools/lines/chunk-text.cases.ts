import assert from 'node:assert/strict';
import fc from 'fast-check';
import { countTokens } from '#engine/text/tokens/tokens.js';
import { assertLinear } from '../../../support/growth.js';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'chunk-text';
const at = (boundary: string, more: object = {}) => ({ size: 50, separator: '|', boundary, ...more });
const a = (count: number) => 'a'.repeat(count);

export default {
  slug,
  cases: [
    [`${a(48)}Vie\u0323\u0302t`, `${a(48)}Vi|e\u0323\u0302t`, at('word'), 'a letter keeps its accents'],
    ['', ''],
    ['', '', at('none')],
    [' \n\n ', ''],
    [' \n', ' \n', at('none')],
    ['  short\n', 'short', at('word')],
    [a(101), `${a(50)}|${a(50)}|a`, at('none')],
    ['😀'.repeat(51), `${'😀'.repeat(50)}|😀`, at('none')],
    [
      `${a(25)}${'b'.repeat(25)}ccc`,
      `${a(25)}${'b'.repeat(25)}|${'b'.repeat(25)}ccc`,
      at('none', { overlap: 25 }),
      'an exact overlap',
    ],
    [`${a(49)} bc`, `${a(49)}|bc`, at('word')],
    [`${a(45)} bcde  f`, `${a(45)} bcde|f`, at('word'), 'a word that just fits'],
    [`x ${a(120)} y`, `x|${a(50)}|${a(50)}|${a(20)} y`, at('word'), 'a word that is too long'],
    [
      `One is here. Two is here. ${a(30)} end. Last.`,
      `One is here. Two is here.|${a(30)} end. Last.`,
      at('sentence'),
      'the last sentence that fits',
    ],
    [
      `One two. We met Dr. Smith in the ${a(30)}`,
      `One two.|We met Dr. Smith in the|${a(30)}`,
      at('sentence'),
      'an abbreviation ends no sentence',
    ],
    [
      `One. We waited ... and it ${a(30)}`,
      `One.|We waited ... and it|${a(30)}`,
      at('sentence'),
      'an ellipsis before a small letter neither',
    ],
    [
      `first item\nsecond item\nthird item which is ${a(20)}`,
      `first item\nsecond item|third item which is ${a(20)}`,
      at('sentence'),
      'lines go before words',
    ],
    [
      `One.\n\nTwo. Three.\r\n \r\nFour. ${a(30)}. Five.`,
      `One.\n\nTwo. Three.|Four. ${a(30)}. Five.`,
      at('paragraph'),
      'the last paragraph that fits',
    ],
    ['One.\n\nTwo.\n\nThree.', 'One.\n\nTwo.\n\nThree.', at('paragraph'), 'paragraphs that fit stay together'],
    [
      `One two. Three.\n\nFour five ${a(30)}`,
      `One two. Three.\n\nFour five|${a(30)}`,
      at('word'),
      'a word boundary may be any',
    ],
    [
      `${'漢'.repeat(30)}。${'字'.repeat(30)}。`,
      `${'漢'.repeat(30)}。|${'字'.repeat(30)}。`,
      at('sentence'),
      'sentences without spaces',
    ],
    [
      `one two three four five six seven ${a(30)} end`,
      `one two three four five six seven|six seven ${a(30)} end`,
      at('word', { overlap: 12 }),
      'an overlap begins with a word',
    ],
    [`${a(60)} b`, `${a(50)}|${a(20)} b`, at('word', { overlap: 10 })],
    ['one', { error: 'overlap must be at most half of size: 1000' }, { overlap: 1001 }],
    ['one', { error: 'overlap must be at most half of size: 25' }, { size: 51, overlap: 26 }],
    ['one', 'one', { size: 50, overlap: 25 }],
    ['one', { error: 'steps[0].config.size must be at least 50' }, { size: 49 }],
    ['one', { error: 'steps[0].config.size must be at most 100000' }, { size: 100_001 }],
    ['one', { error: 'steps[0].config.overlap must be at least 0' }, { overlap: -1 }],
    [
      '👍'.repeat(30),
      `${'👍'.repeat(16)}|${'👍'.repeat(14)}`,
      at('none', { unit: 'tokens', encoding: 'cl100k' }),
      'three tokens each',
    ],
    ['👍'.repeat(60), `${'👍'.repeat(50)}|${'👍'.repeat(10)}`, at('none', { unit: 'tokens' })],
    [
      `${'1 '.repeat(30)}. ${'2 '.repeat(30)}`,
      `${'1 '.repeat(24)}1|${'1 '.repeat(10)}. ${'2 '.repeat(14)}2|${'2 '.repeat(19)}2`,
      at('word', { unit: 'tokens', overlap: 10 }),
      'an overlap in tokens',
    ],
    [
      'one',
      { error: 'steps[0].config.boundary must be one of: none, word, sentence, paragraph' },
      { boundary: 'line' },
    ],
    ['one', { error: 'steps[0].config.separator must be at most 50 characters long' }, { separator: '-'.repeat(51) }],
  ],
  checks: {
    'no chunk is too long, and together they are the text without the white space between them': () => {
      const unit = fc.constantFrom('word', 'End.', ' ', ' ', '\n', '\n\n', '漢字。', '😀', '\ud83d', 'x'.repeat(60));
      fc.assert(
        fc.property(
          fc.array(unit, { maxLength: 60 }),
          fc.constantFrom('none', 'word', 'sentence', 'paragraph'),
          (parts, boundary) => {
            const text = parts.join('');
            const chunks = resultOf(slug, text, { size: 50, boundary, separator: '|' }).split('|');
            for (const chunk of chunks) assert.ok([...chunk].length <= 50);
            if (boundary === 'none') assert.equal(chunks.join(''), text);
            else assert.equal(chunks.join('').replace(/\s/g, ''), text.replace(/\s/g, ''));
          },
        ),
        { seed: 1, numRuns: sampleSize(1000) },
      );
    },
    'with an overlap, chunks are not longer, and each continues where the previous one ended': () => {
      const unit = fc.constantFrom('word', 'End.', ' ', ' ', '\n\n', 'x'.repeat(60));
      fc.assert(
        fc.property(fc.array(unit, { maxLength: 80 }), fc.integer({ min: 1, max: 25 }), (parts, overlap) => {
          const text = parts.map((part, i) => (part.trim() === '' ? part : `${part}${i}`)).join('');
          const chunks = resultOf(slug, text, { size: 50, overlap, separator: '|' }).split('|');
          let end = 0;
          for (const chunk of chunks) {
            assert.ok(chunk.length <= 50);
            const start = text.indexOf(chunk, Math.max(0, end - overlap));
            assert.notEqual(start, -1);
            assert.equal(text.slice(end, Math.max(end, start)).trim(), '');
            end = Math.max(end, start + chunk.length);
          }
          assert.equal(text.slice(end).trim(), '');
        }),
        { seed: 2, numRuns: sampleSize(500) },
      );
    },
    'chunks by tokens have no more tokens by themselves, cut no character, and together are the text': () => {
      const unit = fc.constantFrom(
        'word',
        'Donaudampf',
        'End.',
        ' ',
        '\n\n',
        '漢字。',
        '😀',
        '👩‍👩‍👧',
        '\ud83d',
        'é',
        'x'.repeat(90),
        '12345',
      );
      fc.assert(
        fc.property(
          fc.array(unit, { maxLength: 90 }),
          fc.constantFrom('none', 'word', 'sentence', 'paragraph'),
          fc.constantFrom('o200k' as const, 'cl100k' as const),
          fc.integer({ min: 0, max: 25 }),
          (parts, boundary, encoding, overlap) => {
            const text = parts.join('');
            const config = { size: 50, boundary, separator: '|', unit: 'tokens', encoding };
            const chunks = resultOf(slug, text, config).split('|');
            for (const chunk of [...chunks, ...resultOf(slug, text, { ...config, overlap }).split('|')]) {
              assert.ok(countTokens(chunk, encoding) <= 50);
              assert.ok(text.includes(chunk));
              assert.ok(chunk.isWellFormed() || !text.isWellFormed());
            }
            if (boundary === 'none') assert.equal(chunks.join(''), text);
            else assert.equal(chunks.join('').replace(/\s/g, ''), text.replace(/\s/g, ''));
          },
        ),
        { seed: 5, numRuns: sampleSize(500) },
      );
    },
    'an overlap cannot multiply the text': () => {
      const text = `a\n\nb. c ${'d'.repeat(24)}`.repeat(15_000);
      const output = resultOf(slug, text, { size: 50, overlap: 25, separator: '' });
      assert.ok(output.length < 6 * text.length);
    },
    'checks the limit while it builds its output': () => {
      assertAsksForItsSize(slug, 'one two three. '.repeat(20), { size: 50, overlap: 25, separator: '-'.repeat(50) });
    },
    'hostile texts take linear time': () => {
      const spaces = (length: number) => `${' '.repeat(length)}a`;
      for (const piece of [spaces, '. ', '\n', `${' '.repeat(49)}a`, 'a', '…']) {
        assertLinear(piece, (text) => resultOf(slug, text, { size: 50, overlap: 25, separator: '' }));
        assertLinear(piece, (text) => resultOf(slug, text, { size: 50, overlap: 25, separator: '', unit: 'tokens' }));
      }
    },
  },
} satisfies ToolCases;
