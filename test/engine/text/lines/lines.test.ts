import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { asSplitAgain, joinedLength, joinLines, type Lines, splitLines } from '#engine/text/lines/lines.js';

/** Every list of up to `most` lines out of a blank one and another. */
function lists(most: number): string[][] {
  if (most === 0) return [[]];
  return [
    [],
    ...lists(most - 1).flatMap((list) => [
      ['', ...list],
      ['a', ...list],
    ]),
  ];
}

/** Every list of up to four lines, with every line end and both endings. */
const everyForm: readonly Lines[] = lists(4).flatMap((lines) =>
  (['\n', '\r\n', '\r'] as const).flatMap((lineEnd) => [true, false].map((final) => ({ lines, lineEnd, final }))),
);

describe('lines', () => {
  test('are known without splitting again what is joined, in every form', () => {
    for (const { lines, ...form } of everyForm) {
      const given = JSON.stringify({ lines, ...form });
      assert.deepEqual(asSplitAgain(lines, form), splitLines(joinLines(lines, form)), given);
      assert.equal(joinedLength(lines, form), joinLines(lines, form).length, given);
    }
    assert.equal(new Set(everyForm.map((form) => JSON.stringify(form))).size, 31 * 6);
  });
});
