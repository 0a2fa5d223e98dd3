import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertTakesAtMost } from '../../../support/growth.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'extract-nth-lines';
const noLine = (item: string) => `${item} in lines is not a line; use numbers and ranges such as 1,3-5,7- or -3`;
const numbered = (count: number) => Array.from({ length: count }, (_, i) => `${i + 1}\n`).join('');

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { input: '', config: { lines: '1-' }, output: '' },
    { input: '1\n2\n3', config: { every: 1 }, output: '1\n2\n3' },
    { input: '1\n2\n3', config: { every: 100_000 }, output: '1' },
    { input: '1\r\n2\r\n3\r\n4\r\n', config: { offset: 1 }, output: '2\r\n4\r\n' },
    { name: 'mixed line ends become the first one', input: '1\r2\n3', output: '1\r3' },
    { name: 'a final line end stays', input: '1\n2\n3\n', config: { lines: '2' }, output: '2\n' },
    { input: '1\n2\n3', config: { lines: ' 3 , 1 ' }, output: '1\n3' },
    { input: '1\n2\n3\n4', config: { lines: '2-3,1-2,2' }, output: '1\n2\n3' },
    { input: '1\n2\n3\n4', config: { lines: '3-' }, output: '3\n4' },
    { input: '1\n2\n3\n4', config: { lines: '1-,2' }, output: '1\n2\n3\n4' },
    { input: '1\n2', config: { lines: '7,9-999999999' }, output: '' },
    { name: 'a blank list counts as no list', input: '1\n2\n3', config: { lines: ' ' }, output: '1\n3' },
    { input: '1\n2', config: { lines: '0' }, error: '"0" in lines: lines are counted from 1' },
    { input: '1\n2', config: { lines: '1,,2' }, error: noLine('an entry') },
    { name: 'as extract-columns and cut read it', input: '1\n2\n3', config: { lines: '-2' }, output: '1\n2' },
    { input: '1\n2', config: { lines: '1,two' }, error: noLine('"two"') },
    { input: '1\n2', config: { lines: '1234567890,99999999999999999999-' }, output: '' },
    { input: '1\n2', config: { lines: '3-2' }, error: '"3-2" in lines ends before it starts' },
    { input: '1', config: { every: 0 }, error: 'steps[0].config.every must be at least 1' },
    { input: '1', config: { every: 100_001 }, error: 'steps[0].config.every must be at most 100000' },
    { input: '1', config: { offset: -1 }, error: 'steps[0].config.offset must be at least 0' },
    { input: '1', config: { offset: 500_001 }, error: 'steps[0].config.offset must be at most 500000' },
    {
      input: '1',
      config: { lines: '1'.repeat(1001) },
      error: 'steps[0].config.lines must be at most 1000 characters long',
    },
  ],
  checks: {
    'agrees with sed'(t) {
      const texts = fc.sample(fc.nat(30), { seed: 1, numRuns: 25 }).map(numbered);
      for (const [command, config] of [
        ["sed -n '1~2p'", {}],
        ["sed -n '4~3p'", { every: 3, offset: 3 }],
        ["sed -n '2p;5,9p;20,$p'", { lines: '20-,2,5-9' }],
        ["sed -n '1p;3,11p'", { lines: '5-11,1,3-7' }],
      ] as const) {
        const expected = shellOracle(t, command, texts);
        expected?.forEach((output, i) => void assert.equal(resultOf(slug, texts[i] ?? '', config), output, command));
      }
    },
    'a list of many long ranges costs no more than the text': () => {
      assertTakesAtMost(200, () => {
        const lines = Array.from({ length: 200 }, (_, i) => `${i + 1}-`).join(',');
        assert.equal(resultOf(slug, '\n'.repeat(500_000), { lines }).length, 500_000);
      });
    },
  },
} satisfies ToolCases;
