import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { mergedRows, newestResults, writeResults } from '#bench/results.js';
import { isMet } from '#bench/row.js';
import { comparisonOf, facts, rowOf } from '../support/benchmark-rows.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const [monday, tuesday] = [new Date('2026-03-16T12:00:00Z'), new Date('2026-03-17T12:00:00Z')];

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
    assert.equal(newestResults(folder), undefined);
    assert.equal(newestResults(`${folder}/missing`), undefined);
  });

  test('a second run on the same day replaces only its own rows', (t) => {
    const folder = `${temporaryFolder(t)}/results`;
    writeResults(folder, monday, [rowOf('P4'), rowOf('P5')]);
    const again = { ...rowOf('P5', [comparisonOf(3)]), notes: ['again'] };
    const written = writeResults(folder, monday, [again]);
    assert.deepEqual(written, { rows: [rowOf('P4'), again] });
    assert.deepEqual(newestResults(folder), written);
    assert.deepEqual(readdirSync(folder), ['2026-03-16.json']);
  });

  test('a run on a new day copies the rows of the newest file, which is kept', (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(`${folder}/9999-notes.json`, 'not a result');
    writeResults(folder, monday, [rowOf('P4')]);
    const written = writeResults(folder, tuesday, [rowOf('P1')]);
    assert.deepEqual(
      written.rows.map(({ id }) => id),
      ['P1', 'P4'],
    );
    assert.deepEqual(readdirSync(folder), ['2026-03-16.json', '2026-03-17.json', '9999-notes.json']);
    assert.deepEqual(newestResults(folder), written);
  });

  test('a figure that could not be measured still misses its target after loading', (t) => {
    const folder = temporaryFolder(t);
    const unmeasured = comparisonOf(Number.NaN, { target: { atMost: 12 } });
    writeResults(folder, monday, [rowOf('P12', [unmeasured])]);
    const [comparison] = newestResults(folder)?.rows[0]?.comparisons ?? [];
    assert.deepEqual(comparison, unmeasured);
    assert.equal(comparison && isMet(comparison), false);
  });
});
