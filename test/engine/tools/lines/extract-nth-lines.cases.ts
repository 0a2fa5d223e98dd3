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
    ['', ''],
    ['', '', { lines: '1-' }],
    ['1\n2\n3', '1\n2\n3', { every: 1 }],
    ['1\n2\n3', '1', { every: 100_000 }],
    ['1\r\n2\r\n3\r\n4\r\n', '2\r\n4\r\n', { offset: 1 }],
    ['1\r2\n3', '1\r3', {}, 'mixed line ends become the first one'],
    ['1\n2\n3\n', '2\n', { lines: '2' }, 'a final line end stays'],
    ['1\n2\n3', '1\n3', { lines: ' 3 , 1 ' }],
    ['1\n2\n3\n4', '1\n2\n3', { lines: '2-3,1-2,2' }],
    ['1\n2\n3\n4', '3\n4', { lines: '3-' }],
    ['1\n2\n3\n4', '1\n2\n3\n4', { lines: '1-,2' }],
    ['1\n2', '', { lines: '7,9-999999999' }],
    ['1\n2\n3', '1\n3', { lines: ' ' }, 'a blank list counts as no list'],
    ['1\n2', { error: '"0" in lines: lines are counted from 1' }, { lines: '0' }],
    ['1\n2', { error: noLine('an entry') }, { lines: '1,,2' }],
    ['1\n2\n3', '1\n2', { lines: '-2' }, 'as extract-columns and cut read it'],
    ['1\n2', { error: noLine('"two"') }, { lines: '1,two' }],
    ['1\n2', '', { lines: '1234567890,99999999999999999999-' }],
    ['1\n2', { error: '"3-2" in lines ends before it starts' }, { lines: '3-2' }],
    ['1', { error: 'steps[0].config.every must be at least 1' }, { every: 0 }],
    ['1', { error: 'steps[0].config.every must be at most 100000' }, { every: 100_001 }],
    ['1', { error: 'steps[0].config.offset must be at least 0' }, { offset: -1 }],
    ['1', { error: 'steps[0].config.offset must be at most 500000' }, { offset: 500_001 }],
    ['1', { error: 'steps[0].config.lines must be at most 1000 characters long' }, { lines: '1'.repeat(1001) }],
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
