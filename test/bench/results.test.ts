import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { keepResults, keptResults, mergedRows } from '#bench/results.js';
import { isMet } from '#bench/row.js';
import { comparisonOf, facts, rowOf } from '../support/benchmark-rows.js';
import { temporaryFolder } from '../support/temporary-folder.js';

test('rows are merged by id, in the order of the targets', () => {
  const earlier = [rowOf('P12'), rowOf('P4'), { ...rowOf('P5'), title: 'earlier' }];
  const later = [{ ...rowOf('P5'), title: 'later', facts: { ...facts, commit: 'later' } }];
  const merged = mergedRows(earlier, later);
  assert.deepEqual(
    merged.map(({ id, facts }) => [id, facts.commit]),
    [
      ['P4', 'abc1234+'],
      ['P5', 'later'],
      ['P12', 'abc1234+'],
    ],
  );
});

describe('the result files', () => {
  test('are absent at first', (t) => {
    const folder = temporaryFolder(t);
    assert.equal(keptResults(folder), undefined);
    assert.equal(keptResults(`${folder}/missing`), undefined);
  });

  test('a run replaces only its own rows', (t) => {
    const folder = `${temporaryFolder(t)}/results`;
    keepResults(folder, [rowOf('P4'), rowOf('P5')]);
    const again = { ...rowOf('P5', [comparisonOf(3)]), notes: ['again'] };
    const written = keepResults(folder, [again]);
    assert.deepEqual(written, { rows: [rowOf('P4'), again] });
    assert.deepEqual(keptResults(folder), written);
    assert.deepEqual(readdirSync(folder), ['figures.json']);
  });

  test('figures have four digits, and a row one line', (t) => {
    const folder = temporaryFolder(t);
    keepResults(folder, [rowOf('P5'), rowOf('P4', [comparisonOf(1.234_567)])]);
    const [row] = keptResults(folder)?.rows ?? [];
    assert.deepEqual([row?.id, row?.comparisons[0]?.value], ['P4', 1.235]);
    assert.equal(readFileSync(`${folder}/figures.json`, 'utf8').split('\n').length, 5);
  });

  test('a figure that could not be measured still misses its target after loading', (t) => {
    const folder = temporaryFolder(t);
    const unmeasured = comparisonOf(Number.NaN, { target: { atMost: 12 } });
    keepResults(folder, [rowOf('P12', [unmeasured])]);
    const [comparison] = keptResults(folder)?.rows[0]?.comparisons ?? [];
    assert.deepEqual(comparison, unmeasured);
    assert.equal(comparison && isMet(comparison), false);
  });
});
