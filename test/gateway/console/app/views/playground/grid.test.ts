import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { columnStarts, columnsIn, movedBy, RowLayout } from '#gateway/console/app/views/playground/grid/grid-layout.js';
import { tableKind } from '#gateway/console/app/views/playground/grid/table-kind.js';
import { withSteps } from '#gateway/console/app/views/playground/grid/workflow-place.js';
import { newSteps, savedSteps } from '#gateway/console/app/views/playground/workflow/workflow.js';
import type { TableKind } from '#gateway/console/engine/tables/messages.js';

describe('which texts are tables', () => {
  const csv = { format: 'csv' } as const;
  const texts: readonly [text: string, kind: TableKind | undefined][] = [
    ['a,b\n1,2\n', csv],
    ['a\tb\n1\t2\n', csv],
    ['sep=;\na;b;c\n1;2;3\n4;5;6\n', csv],
    ['a;b;c\n1;2;3\n4;5\n6;7;8\n9;10;11', csv],
    ['a|b|c\n1|2|3\n4|5|6', csv],
    ['{"a":1}\n{"a":2}\n', { format: 'ndjson' }],
    ['[{"a":1},{"a":2}]', { format: 'json' }],
    ['| a | b |\n|---|---|\n| 1 | 2 |', { format: 'markdown' }],
    ['level=info msg=a\nlevel=info msg=b\n', { format: 'log', log: 'logfmt' }],
    ['192.0.2.1 - - [10/Oct/2026:13:55:36 -0700] "GET / HTTP/1.1" 200 23', { format: 'log', log: 'nginx-access' }],
    ['[1, 2]', undefined],
    ['{"a":1}', undefined],
    ['', undefined],
    ['Some words, and more, and more.\nAnother line, with words.\nA third.', undefined],
    ['one\ntwo\nthree', undefined],
  ];
  for (const [text, kind] of texts) {
    test(JSON.stringify(text.slice(0, 60)), () => assert.deepEqual(tableKind(text), kind));
  }
});

test('cells of the same column become one group', () => {
  const group = (tool: string, column = 'a') => newSteps([{ each: { csv: { columns: [column] } }, steps: [tool] }]);
  const present = [...newSteps(['trim-text']), ...group('lower-case')];
  const slugs = (steps: Parameters<typeof savedSteps>[0]) =>
    JSON.stringify(savedSteps(steps))
      .match(/(?<="toolSlug":")[\w-]+|each/g)
      ?.join(' ');
  assert.equal(slugs(withSteps(present, group('trim-text'), 2)), 'trim-text each lower-case trim-text');
  assert.equal(slugs(withSteps(present, group('trim-text', 'b'), 2)), 'trim-text each lower-case each trim-text');
  assert.equal(
    slugs(withSteps(present, newSteps(['csv-sort', 'trim-text']), 1)),
    'trim-text csv-sort trim-text each lower-case',
  );
});

describe('moving through a grid', () => {
  const size = { rows: 100, columns: 5, page: 10 };
  const keys: readonly [
    key: string,
    from: [number, number],
    to: [number, number] | undefined,
    isWithCommand?: boolean,
  ][] = [
    ['ArrowDown', [3, 2], [4, 2]],
    ['ArrowDown', [99, 2], [99, 2]],
    ['ArrowUp', [0, 2], [-1, 2]],
    ['ArrowUp', [-1, 2], [-1, 2]],
    ['ArrowLeft', [3, 0], [3, -1]],
    ['ArrowRight', [3, 4], [3, 4]],
    ['Home', [3, 2], [3, 0]],
    ['End', [3, 2], [3, 4]],
    ['Home', [3, 2], [0, 0], true],
    ['End', [3, 2], [99, 4], true],
    ['PageDown', [3, 2], [13, 2]],
    ['PageDown', [95, 2], [99, 2]],
    ['PageUp', [3, 2], [0, 2]],
    ['PageUp', [-1, 2], [-1, 2]],
    ['ArrowDown', [3, 2], [99, 2], true],
    ['a', [3, 2], undefined],
    ['toString', [3, 2], undefined],
  ];
  for (const [key, [row, column], to, isWithCommand = false] of keys) {
    test(`${isWithCommand ? 'Ctrl+' : ''}${key} from ${row}, ${column}`, () => {
      assert.deepEqual(movedBy(key, { row, column }, size, isWithCommand), to && { row: to[0], column: to[1] });
    });
  }

  test('an empty table has only its header', () => {
    assert.deepEqual(movedBy('End', { row: -1, column: 0 }, { rows: 0, columns: 2, page: 1 }, true), {
      row: -1,
      column: 1,
    });
  });
});

describe('the rows in sight', () => {
  test('are those at the place of the scroll bar', () => {
    const layout = new RowLayout(100, 20, 200);
    assert.deepEqual(
      [layout.height, layout.inSight(0), layout.inSight(1_800)],
      [2_000, { from: 0, to: 10 }, { from: 90, to: 100 }],
    );
    assert.equal(layout.topOf(5, 300), 100);
    assert.deepEqual(
      [5, 12, 40].map((row) => layout.scrollFor(row, 200)),
      [100, 200, 620],
    );
  });

  test('with millions of rows, a pixel of the scroll bar is several, and each row can be reached', () => {
    const layout = new RowLayout(2_000_000, 20, 200);
    assert.equal(layout.height, 15_000_000);
    const bottom = layout.height - 200;
    assert.deepEqual([layout.inSight(0).from, layout.inSight(bottom)], [0, { from: 1_999_990, to: 2_000_000 }]);
    for (const row of [0, 1, 999_999, 1_999_999]) {
      const top = layout.scrollFor(row, 7_000_000);
      const { from, to } = layout.inSight(top);
      assert.ok(from <= row && row < to, `${row} is in ${from} to ${to}`);
      assert.ok(Math.abs(layout.topOf(row, top) - top) <= 200);
    }
  });

  test('columns are found by their places', () => {
    const starts = columnStarts([100, 50, 100]);
    assert.deepEqual(starts, [0, 100, 150, 250]);
    assert.deepEqual(
      [columnsIn(starts, 0, 99), columnsIn(starts, 120, 160), columnsIn(starts, 150, 1_000)],
      [
        { from: 0, to: 1 },
        { from: 1, to: 3 },
        { from: 2, to: 3 },
      ],
    );
  });
});
