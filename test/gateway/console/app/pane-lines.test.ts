import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { asInField, linesOf, WrappedRows } from '#gateway/console/app/parts/text-pane/lines.js';
import { matchesOf, matchFrom, maxMatches } from '#gateway/console/app/parts/text-pane/matches.js';

/** Like a field that is three characters wide. */
const rowsOf = (line: string) => Math.max(1, Math.ceil(line.length / 3));

describe('the rows of wrapped lines', () => {
  test('after any changes they are those of a new count', () => {
    const text = fc.array(fc.constantFrom('', 'a', 'abc', 'abcd', 'abcdefgh'), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), fc.nat(20), (versions, row) => {
        const rows = new WrappedRows((lines) => lines.map(rowsOf));
        for (const lines of versions) {
          rows.setLines(lines);
          rows.lineAt(row);
        }
        const lines = versions.at(-1) ?? [];
        const all = lines.flatMap((line, index) => new Array<number>(rowsOf(line)).fill(index));
        const line = all[row] ?? lines.length - 1;
        assert.deepEqual(rows.lineAt(row), { line, firstRow: all.indexOf(line) });
        for (const index of lines.keys()) assert.equal(rows.firstRowOf(index), all.indexOf(index));
      }),
    );
  });

  test('only the lines above the end of what is shown are measured, and an unchanged line once', () => {
    let measured = 0;
    const rows = new WrappedRows((lines) => {
      measured += lines.length;
      return lines.map(rowsOf);
    });
    const lines = Array.from({ length: 10_000 }, (_, index) => `line ${index}`);
    rows.setLines(lines);
    rows.lineAt(40);
    assert.ok(measured <= 512, `${measured} lines`);
    rows.lineAt(15_000);
    const before = measured;
    rows.setLines(lines.with(3, 'changed'));
    rows.lineAt(15_000);
    assert.equal(measured - before, 1);
  });

  test('lines end as in a text field', () => {
    assert.deepEqual(linesOf('a\r\nb\rc\n\nd'), ['a', 'b', 'c', '', 'd']);
    assert.equal(asInField('a\r\nb\rc\n'), 'a\nb\nc\n');
  });
});

describe('finding in a text', () => {
  test('matches do not overlap, whatever signs are searched for', () => {
    assert.deepEqual(matchesOf('aaaa', 'aa', true), [0, 2]);
    assert.deepEqual(matchesOf('a.b(a.b) \\$ 😀', '.b(', true), [1]);
    assert.deepEqual(matchesOf('a/b-c 😀', '/b-c 😀', true), [1]);
    assert.deepEqual(matchesOf('Äb äB', 'ÄB', false), [0, 3]);
    assert.deepEqual(matchesOf('Äb äB', 'ÄB', true), []);
    assert.deepEqual(matchesOf('abc', '', true), []);
    assert.equal(matchesOf('a'.repeat(20_000), 'a', true).length, maxMatches);
  });

  test('the next match is the first one from a place on, or the first of all', () => {
    assert.deepEqual(
      [0, 4, 5, 9].map((place) => matchFrom([4, 8], place)),
      [0, 0, 1, 0],
    );
    assert.equal(matchFrom([], 3), -1);
  });
});
