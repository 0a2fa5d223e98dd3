import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movesText } from '#bench/moves.js';
import type { MeasuredRow } from '#bench/results.js';
import { comparisonOf, facts, rowOf } from '../support/benchmark-rows.js';

const ratio = (value: number, more = {}) => rowOf('P1', [comparisonOf(value, { target: { atLeast: 0.6 }, ...more })]);
const time = (value: number) =>
  rowOf('P9', [comparisonOf(value, { name: 'start', valueUnit: 'ms', target: { atMost: 3 } })]);
const elsewhere = (row: MeasuredRow): MeasuredRow => ({ ...row, facts: { ...facts, processor: 'Another processor' } });

test('a figure that moved is named, worse ones first, and one that misses its target now', () => {
  const kept = { rows: [time(3.5), ratio(0.7)] };
  assert.equal(
    movesText(kept, [time(2.8), ratio(0.5)]),
    'Changed by more than 15 % since the last kept run:\n' +
      '  worse: P1 mixed compared with JSON floor: 0.700 to 0.500 × (−29 %), and now misses its target\n' +
      '  better: P9 start compared with JSON floor: 3.50 to 2.80 ms (−20 %)\n',
  );
});

test('a figure within the noise is not named, nor one that was not kept', () => {
  const nothing = 'No figure changed by more than 15 % since the last kept run.\n';
  assert.equal(movesText({ rows: [ratio(0.7)] }, [ratio(0.61), time(9)]), nothing);
  assert.equal(movesText({ rows: [ratio(0.7, { name: 'other' })] }, [ratio(0.1)]), nothing);
  assert.equal(movesText(undefined, [ratio(0.1)]), '');
});

test('a time of another machine is not compared, a ratio is', () => {
  const kept = { rows: [elsewhere(time(1)), elsewhere(ratio(1))] };
  const text = movesText(kept, [time(9), ratio(0.5)]);
  assert.match(text, /^ {2}worse: P1 /m);
  assert.doesNotMatch(text, /P9/);
});

test('a figure without a target has changed, for better or worse', () => {
  const [before, after] = [1, 2].map((value) => rowOf('P4', [comparisonOf(value)]));
  assert.ok(before !== undefined && after !== undefined);
  assert.match(
    movesText({ rows: [before] }, [after]),
    /^ {2}changed: P4 mixed compared with JSON floor: 1\.00 to 2\.00 × \(\+100 %\)$/m,
  );
});
