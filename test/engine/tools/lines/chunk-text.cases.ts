import assert from 'node:assert/strict';
import fc from 'fast-check';
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
    { input: '', output: '' },
    { input: '', config: at('none'), output: '' },
    { input: ' \n\n ', output: '' },
    { input: ' \n', config: at('none'), output: ' \n' },
    { input: '  short\n', config: at('word'), output: 'short' },
    { input: a(101), config: at('none'), output: `${a(50)}|${a(50)}|a` },
    { input: '😀'.repeat(51), config: at('none'), output: `${'😀'.repeat(50)}|😀` },
    {
      name: 'an exact overlap',
      input: `${a(25)}${'b'.repeat(25)}ccc`,
      config: at('none', { overlap: 25 }),
      output: `${a(25)}${'b'.repeat(25)}|${'b'.repeat(25)}ccc`,
    },
    { input: `${a(49)} bc`, config: at('word'), output: `${a(49)}|bc` },
    { name: 'a word that just fits', input: `${a(45)} bcde  f`, config: at('word'), output: `${a(45)} bcde|f` },
    {
      name: 'a word that is too long',
      input: `x ${a(120)} y`,
      config: at('word'),
      output: `x|${a(50)}|${a(50)}|${a(20)} y`,
    },
    {
      name: 'the last sentence that fits',
      input: `One is here. Two is here. ${a(30)} end. Last.`,
      config: at('sentence'),
      output: `One is here. Two is here.|${a(30)} end. Last.`,
    },
    {
      name: 'an abbreviation ends no sentence',
      input: `One two. We met Dr. Smith in the ${a(30)}`,
      config: at('sentence'),
      output: `One two.|We met Dr. Smith in the|${a(30)}`,
    },
    {
      name: 'an ellipsis before a small letter neither',
      input: `One. We waited ... and it ${a(30)}`,
      config: at('sentence'),
      output: `One.|We waited ... and it|${a(30)}`,
    },
    {
      name: 'lines go before words',
      input: `first item\nsecond item\nthird item which is ${a(20)}`,
      config: at('sentence'),
      output: `first item\nsecond item|third item which is ${a(20)}`,
    },
    {
      name: 'the last paragraph that fits',
      input: `One.\n\nTwo. Three.\r\n \r\nFour. ${a(30)}. Five.`,
      config: at('paragraph'),
      output: `One.\n\nTwo. Three.|Four. ${a(30)}. Five.`,
    },
    {
      name: 'paragraphs that fit stay together',
      input: 'One.\n\nTwo.\n\nThree.',
      config: at('paragraph'),
      output: 'One.\n\nTwo.\n\nThree.',
    },
    {
      name: 'a word boundary may be any',
      input: `One two. Three.\n\nFour five ${a(30)}`,
      config: at('word'),
      output: `One two. Three.\n\nFour five|${a(30)}`,
    },
    {
      name: 'sentences without spaces',
      input: `${'漢'.repeat(30)}。${'字'.repeat(30)}。`,
      config: at('sentence'),
      output: `${'漢'.repeat(30)}。|${'字'.repeat(30)}。`,
    },
    {
      name: 'an overlap begins with a word',
      input: `one two three four five six seven ${a(30)} end`,
      config: at('word', { overlap: 12 }),
      output: `one two three four five six seven|six seven ${a(30)} end`,
    },
    { input: `${a(60)} b`, config: at('word', { overlap: 10 }), output: `${a(50)}|${a(20)} b` },
    { input: 'one', config: { overlap: 1001 }, error: 'overlap must be at most half of size: 1000' },
    { input: 'one', config: { size: 51, overlap: 26 }, error: 'overlap must be at most half of size: 25' },
    { input: 'one', config: { size: 50, overlap: 25 }, output: 'one' },
    { input: 'one', config: { size: 49 }, error: 'steps[0].config.size must be at least 50' },
    { input: 'one', config: { size: 100_001 }, error: 'steps[0].config.size must be at most 100000' },
    { input: 'one', config: { overlap: -1 }, error: 'steps[0].config.overlap must be at least 0' },
    {
      input: 'one',
      config: { boundary: 'line' },
      error: 'steps[0].config.boundary must be one of: none, word, sentence, paragraph',
    },
    {
      input: 'one',
      config: { separator: '-'.repeat(51) },
      error: 'steps[0].config.separator must be at most 50 characters long',
    },
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
      }
    },
  },
} satisfies ToolCases;
