import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'shuffle-lines';
const alphabet = [...'abcdefghijklmnopqrstuvwxyz'];

export default {
  slug,
  cases: [
    { input: '', config: { seed: '1' }, output: '' },
    { input: 'a\r\nb\r\nc\r\nd\r\ne\r\n', config: { seed: '1' }, output: 'd\r\nc\r\nb\r\na\r\ne\r\n' },
    {
      name: 'mixed line ends become the first one',
      input: 'a\rb\nc\r\nd\ne',
      config: { seed: '1' },
      output: 'd\rc\rb\ra\re',
    },
    {
      name: 'the order of a seed never changes (by another implementation)',
      input: alphabet.join('\n'),
      config: { seed: 'Textmill' },
      output: [...'ypzgnlvdrsamcqxoijfuwetkbh'].join('\n'),
    },
    { name: 'a seed of any characters', input: 'a', config: { seed: '\ud83d\0é' }, output: 'a' },
    { input: 'a', error: 'steps[0].config.seed is required' },
    { input: 'a', config: { seed: '' }, error: 'steps[0].config.seed must be at least 1 character long' },
    { input: 'a', config: { seed: 1 }, error: 'steps[0].config.seed must be a string' },
    {
      input: 'a',
      config: { seed: 's'.repeat(101) },
      error: 'steps[0].config.seed must be at most 100 characters long',
    },
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
