import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diffArrays } from 'diff';
import fc from 'fast-check';
import { shortestEdit } from '#engine/text/difference/shortest-edit.js';

/** The list of changes that the library finds. */
function editOfLibrary(oldItems: number[], newItems: number[], maxEdits: number) {
  return diffArrays(oldItems, newItems, { maxEditLength: maxEdits })?.map(({ added, removed, count }) => ({
    kind: added ? 'insert' : removed ? 'delete' : 'equal',
    count,
  }));
}

test('finds the same list of changes as jsdiff, of several that are as short', () => {
  for (const [items, maxLength] of [
    [2, 12],
    [4, 60],
    [30, 200],
  ] as const) {
    const list = fc.array(fc.nat(items), { maxLength });
    fc.assert(
      fc.property(list, list, fc.constantFrom(0, 3, 20, 1_000), (oldItems, newItems, maxEdits) => {
        const expected = editOfLibrary(oldItems, newItems, maxEdits);
        assert.deepEqual(shortestEdit(oldItems, newItems, maxEdits), expected);
      }),
      { seed: 1, numRuns: 1_000 },
    );
  }
});

test('finds the same list of changes as jsdiff where a few items of a long list change', () => {
  const change = fc.tuple(fc.nat(400), fc.constantFrom('insert', 'delete', 'replace'), fc.nat(20));
  fc.assert(
    fc.property(fc.array(fc.nat(20), { minLength: 300, maxLength: 400 }), fc.array(change), (oldItems, changes) => {
      const newItems = [...oldItems];
      for (const [at, kind, item] of changes)
        newItems.splice(at, kind === 'insert' ? 0 : 1, ...(kind === 'delete' ? [] : [item]));
      assert.deepEqual(shortestEdit(oldItems, newItems, 5_000), editOfLibrary(oldItems, newItems, 5_000));
    }),
    { seed: 2, numRuns: 300 },
  );
});
