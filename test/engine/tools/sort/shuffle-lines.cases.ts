import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'shuffle-lines';
const alphabet = [...'abcdefghijklmnopqrstuvwxyz'];

export default {
  slug,
  cases: [
    ['', '', { seed: '1' }],
    ['a\r\nb\r\nc\r\nd\r\ne\r\n', 'd\r\nc\r\nb\r\na\r\ne\r\n', { seed: '1' }],
    ['a\rb\nc\r\nd\ne', 'd\rc\rb\ra\re', { seed: '1' }, 'mixed line ends become the first one'],
    [
      alphabet.join('\n'),
      [...'ypzgnlvdrsamcqxoijfuwetkbh'].join('\n'),
      { seed: 'Textmill' },
      'the order of a seed never changes (by another implementation)',
    ],
    ['a', 'a', { seed: '\ud83d\0é' }, 'a seed of any characters'],
    ['a', { error: 'steps[0].config.seed is required' }],
    ['a', { error: 'steps[0].config.seed must be at least 1 character long' }, { seed: '' }],
    ['a', { error: 'steps[0].config.seed must be a string' }, { seed: 1 }],
    ['a', { error: 'steps[0].config.seed must be at most 100 characters long' }, { seed: 's'.repeat(101) }],
  ],
  checks: {
    'no line is lost, and none is added': () => {
      const lines = fc.array(fc.constantFrom('a', 'b', '', 'é', '__proto__'), { maxLength: 20 });
      fc.assert(
        fc.property(lines, fc.string({ minLength: 1, maxLength: 10 }), (all, seed) => {
          const input = all.map((line) => `${line}\n`).join('');
          const output = resultOf(slug, input, { seed });
          assert.deepEqual(output.split('\n').slice(0, -1).toSorted(), all.toSorted());
          assert.equal(resultOf(slug, input, { seed }), output);
        }),
        { seed: 1, numRuns: sampleSize(200) },
      );
    },
    'over many seeds every order of three lines comes about as often': () => {
      const counts = new Map<string, number>();
      for (let seed = 0; seed < 3000; seed++) {
        const order = resultOf(slug, 'a\nb\nc', { seed: `${seed}` });
        counts.set(order, (counts.get(order) ?? 0) + 1);
      }
      assert.equal(counts.size, 6);
      for (const count of counts.values()) assert.ok(Math.abs(count - 500) < 100, `${[...counts]}`);
    },
  },
} satisfies ToolCases;
