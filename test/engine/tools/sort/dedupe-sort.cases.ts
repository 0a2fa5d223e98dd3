import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runOperation } from '../../../support/operations.js';
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
    ['', ''],
    ['\n', '\n'],
    ['\n\n\n', '', { removeBlank: true }],
    ['b\na\nB\na', 'a\nb\nB', {}, 'as a person expects it'],
    ['éclair\nÉclair\neclair\nz', 'eclair\néclair\nÉclair\nz'],
    ['b\na\nB\na\n', 'B\na\nb\n', { mode: 'codepoint' }, 'the C locale'],
    ['b\na\nc', 'c\nb\na', { order: 'desc' }],
    ['b\r\na\r\nb\r\n', 'a\r\nb\r\n'],
    ['b\ra\nb\r\n', 'a\rb\r', {}, 'mixed line ends become the first one'],
    ['b\n\udc00\n\ud800\n\udc00', 'b\n\ud800\n\udc00', { mode: 'codepoint' }, 'lone surrogates survive'],
    ['__proto__\nconstructor\n__proto__', '__proto__\nconstructor'],
    ['a\n a\na ', ' a\na\na ', {}, 'blanks make a difference unless trimmed'],
    ['a\n a\na\t\n\u3000', '\na', { trim: true }],
    ['b\n\n \t\na', 'a\nb', { removeBlank: true }],
    ['B\na\nb\nA', 'a\nB', { caseSensitive: false }, 'the first of equal lines stays'],
    ['B\na\nC', 'a\nB\nC', { caseSensitive: false, mode: 'codepoint' }],
    ['a10\na9\na09\nA9', 'a9\na09\nA9\na10', { mode: 'natural' }],
    ['b\n2\n-1.5\na\n10', '-1.5\n2\n10\na\nb', { mode: 'numeric' }],
    ['ccc\n🚀🚀\na\nb', 'a\nb\n🚀🚀\nccc', { mode: 'length' }, 'length counts code points'],
    ['a\nccc\nb', 'ccc\nb\na', { mode: 'length', order: 'desc' }],
    ['a', { error: 'steps[0].config.order must be one of: asc, desc' }, { order: 'up' }],
    [
      'a',
      { error: 'steps[0].config.mode must be one of: alphabetical, codepoint, natural, numeric, length' },
      { mode: 'text' },
    ],
    ['a', { error: 'steps[0].config.caseSensitive must be a boolean' }, { caseSensitive: 1 }],
    ['a', { error: 'steps[0].config.trim must be a boolean' }, { trim: 'yes' }],
    ['a', { error: 'steps[0].config.removeBlank must be a boolean' }, { removeBlank: null }],
    ['a', { error: 'Unknown option for dedupe-sort: sort' }, { sort: true }],
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
          const { output } = runOperation('sort-dedupe', request) as { output: string };
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
