import assert from 'node:assert/strict';
import fc from 'fast-check';
import { answerTo } from '../../../support/operations.js';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const piece = fc.constantFrom(
  'a',
  'B',
  'b',
  'é',
  'e\u0301',
  ' ',
  '1',
  '02',
  '10',
  '-',
  '.',
  '🚀',
  '\ue000',
  '\0',
  '__proto__',
);
const line = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(''));
const lines = fc.array(line, { maxLength: 12 });
const options = fc.record({
  order: fc.constantFrom('asc', 'desc'),
  mode: fc.constantFrom('alphabetical', 'codepoint', 'natural', 'numeric', 'length'),
  caseSensitive: fc.boolean(),
  trim: fc.boolean(),
  removeBlank: fc.boolean(),
});
const textOf = (all: readonly string[]) => all.map((text) => `${text}\n`).join('');

export default {
  slug: 'dedupe-sort',
  cases: [
    { input: '', output: '' },
    { input: '\n', output: '\n' },
    { input: '\n\n\n', config: { removeBlank: true }, output: '' },
    { name: 'as a person expects it', input: 'b\na\nB\na', output: 'a\nb\nB' },
    { input: 'éclair\nÉclair\neclair\nz', output: 'eclair\néclair\nÉclair\nz' },
    { name: 'the C locale', input: 'b\na\nB\na\n', config: { mode: 'codepoint' }, output: 'B\na\nb\n' },
    { input: 'b\na\nc', config: { order: 'desc' }, output: 'c\nb\na' },
    { input: 'b\r\na\r\nb\r\n', output: 'a\r\nb\r\n' },
    { name: 'mixed line ends become the first one', input: 'b\ra\nb\r\n', output: 'a\rb\r' },
    {
      name: 'lone surrogates survive',
      input: 'b\n\udc00\n\ud800\n\udc00',
      config: { mode: 'codepoint' },
      output: 'b\n\ud800\n\udc00',
    },
    { input: '__proto__\nconstructor\n__proto__', output: '__proto__\nconstructor' },
    { name: 'blanks make a difference unless trimmed', input: 'a\n a\na ', output: ' a\na\na ' },
    { input: 'a\n a\na\t\n\u3000', config: { trim: true }, output: '\na' },
    { input: 'b\n\n \t\na', config: { removeBlank: true }, output: 'a\nb' },
    { name: 'the first of equal lines stays', input: 'B\na\nb\nA', config: { caseSensitive: false }, output: 'a\nB' },
    { input: 'B\na\nC', config: { caseSensitive: false, mode: 'codepoint' }, output: 'a\nB\nC' },
    { input: 'a10\na9\na09\nA9', config: { mode: 'natural' }, output: 'a9\na09\nA9\na10' },
    { input: 'b\n2\n-1.5\na\n10', config: { mode: 'numeric' }, output: '-1.5\n2\n10\na\nb' },
    {
      name: 'length counts code points',
      input: 'ccc\n🚀🚀\na\nb',
      config: { mode: 'length' },
      output: 'a\nb\n🚀🚀\nccc',
    },
    { input: 'a\nccc\nb', config: { mode: 'length', order: 'desc' }, output: 'ccc\nb\na' },
    { input: 'a', config: { order: 'up' }, error: 'steps[0].config.order must be one of: asc, desc' },
    {
      input: 'a',
      config: { mode: 'text' },
      error: 'steps[0].config.mode must be one of: alphabetical, codepoint, natural, numeric, length',
    },
    { input: 'a', config: { caseSensitive: 1 }, error: 'steps[0].config.caseSensitive must be a boolean' },
    { input: 'a', config: { trim: 'yes' }, error: 'steps[0].config.trim must be a boolean' },
    { input: 'a', config: { removeBlank: null }, error: 'steps[0].config.removeBlank must be a boolean' },
    { input: 'a', config: { sort: true }, error: 'Unknown option for dedupe-sort: sort' },
  ],
  checks: {
    'codepoint agrees with sort -u, and with sort -ru in reverse'(t) {
      const texts = fc.sample(lines, { seed: 1, numRuns: sampleSize(100) }).map(textOf);
      for (const order of ['asc', 'desc'] as const) {
        const expected = shellOracle(t, order === 'asc' ? 'sort -u' : 'sort -ru', texts);
        expected?.forEach((output, index) => {
          assert.equal(resultOf('dedupe-sort', texts[index] ?? '', { mode: 'codepoint', order }), output);
        });
      }
    },
    'by default it is /v1/sort-dedupe without trimming'() {
      fc.assert(
        fc.property(fc.array(line, { minLength: 1 }), fc.constantFrom('asc', 'desc'), (all, order) => {
          const request = { lines: all, trimLines: false, dropBlank: false, direction: order };
          const { output } = answerTo('sort-dedupe', request) as { output: string };
          assert.equal(resultOf('dedupe-sort', textOf(all), { order }), `${output}\n`);
        }),
        { seed: 2 },
      );
    },
    'is idempotent, does not depend on the order of the input, and does not change lines'() {
      const permuted = lines.chain((all) =>
        fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
      );
      fc.assert(
        fc.property(permuted, options, ([all, shuffled], config) => {
          const once = resultOf('dedupe-sort', textOf(all), config);
          assert.equal(resultOf('dedupe-sort', once, config), once);
          // Which of two lines that differ in case stays is for the input to say.
          if (config.caseSensitive) assert.equal(resultOf('dedupe-sort', textOf(shuffled), config), once);
          const given = new Set(config.trim ? all.map((text) => text.trim()) : all);
          const kept = once.split('\n').slice(0, -1);
          assert.ok(kept.every((text) => given.has(text)));
          assert.equal(new Set(kept).size, kept.length);
        }),
        { seed: 3, numRuns: sampleSize(1000) },
      );
    },
  },
} satisfies ToolCases;
