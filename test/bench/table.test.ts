import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figure, markdownTable, shownOf, terminalTable } from '#bench/table.js';
import { comparisonOf, rowOf } from '../support/benchmark-rows.js';

const target = { atMost: 12 };
const many = Array.from({ length: 20 }, (_, index) => comparisonOf(index + 1, { name: `tool-${index + 1}`, target }));

for (const [value, text] of [
  [0, '0.00'],
  [0.1234, '0.123'],
  [1.234, '1.23'],
  [12.34, '12.3'],
  [123.4, '123'],
  [123456.7, '123,457'],
  [Number.NaN, '–'],
] as const) {
  test(`the figure ${value} is shown as ${text}`, () => assert.equal(figure(value), text));
}

test('the terminal table has our figure, theirs, the ratio, the target and whether it is met', () => {
  const row = rowOf('P4', [
    comparisonOf(1.5, { target: { atMost: 2 } }),
    comparisonOf(2.5, { name: 'long', target: { atMost: 2 } }),
    comparisonOf(0.5, { name: 'for scale' }),
  ]);
  const lines = terminalTable({ ...row, notes: ['A note.'] }).split('\n');
  assert.equal(lines[0], 'P4  the title of P4');
  assert.match(lines[2] ?? '', /^mixed +1\.50 \(0\.750–3\.00\) ms +1\.00 ms +JSON floor +1\.50 × +≤ 2 × +met$/);
  assert.match(lines[3] ?? '', /^long .* 2\.50 × +≤ 2 × +MISSED$/);
  assert.match(lines[4] ?? '', /^for scale .* 0\.500 ×$/);
  assert.equal(lines[5], 'note: A note.');
});

test('a row of many comparisons shows the worst ones, and all that miss their target', () => {
  const row = rowOf('P12', many);
  const { comparisons, summary } = shownOf(row);
  assert.deepEqual(
    comparisons.map(({ name }) => name),
    [20, 19, 18, 17, 16, 15, 14, 13].map((number) => `tool-${number}`),
  );
  assert.equal(summary, '12 of 20 meet their target. The worst:');
  assert.match(terminalTable(row), /^12 of 20 meet/m);
  const allMet = many.map((comparison) => ({ ...comparison, target: { atMost: 20 } }));
  assert.equal(shownOf(rowOf('P12', allMet)).comparisons.length, 3);
});

test('for figures that should be high, the worst are the lowest', () => {
  const speeds = many.map((comparison) => ({ ...comparison, target: { atLeast: 5 } }));
  assert.equal(shownOf(rowOf('P12', speeds)).comparisons[0]?.name, 'tool-1');
});

test('the Markdown table has a row for each id, with its worst figure, and the machine', () => {
  const row = rowOf('P4', [
    comparisonOf(2.5, { name: 'a|b', target: { atMost: 2 } }),
    comparisonOf(1.5, { target: { atMost: 2 } }),
    comparisonOf(0.5, { name: 'for scale' }),
  ]);
  const text = markdownTable([row, rowOf('P12', many)]);
  assert.ok(text.includes('| P4 | the title of P4 | **a\\|b, beside JSON floor: 2.50 × (≤ 2 ×)** | 1 of 2 |'), text);
  assert.match(text, /^\| P12 \| the title of P12 \| \*\*tool-20, .* \| 12 of 20 \|$/m);
  assert.ok(!text.includes('tool-19'));
  assert.match(text, /^Measured from 2026-03-14 to 2026-03-14: A processor, 2 cores, Node\.js v20\.0\.0\.$/m);
});

test('the terminal table has the simulated loads', () => {
  const load = { gateways: 10, accounts: 100_000, requestsPerSecond: 1_000, statementsPerSecond: 1_018 };
  const simulation = [
    { ...load, isByKey: false, rowsPerSecond: 6_978, waiting: 0.5, postgresCores: 1.5, loopShare: 0.04 },
  ];
  assert.match(
    terminalTable({ ...rowOf('P17'), simulation }),
    /10 +100,000 +no +1,000 +1,018 +6,978 +1\.50 cores +4\.00 % +50\.0 %/,
  );
});
