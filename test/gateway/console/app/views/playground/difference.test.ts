import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type DifferenceLine, differenceOf, partsOf } from '#gateway/console/app/views/playground/difference.js';
import type { TextStart } from '#gateway/console/app/views/playground/step-run.js';

const whole = (text: string): TextStart => ({ text, length: text.length, truncated: false });
const cut = (text: string): TextStart => ({ text, length: text.length + 1, truncated: true });

const signs = { equal: ' ', delete: '-', insert: '+' } as const;

/** Writes changed words in brackets: `-2 the [slow] fox`. */
function written(line: DifferenceLine): string {
  const parts = partsOf(line).map(({ text, isChanged }) => (isChanged ? `[${text}]` : text));
  return `${signs[line.kind]}${line.oldNumber ?? line.newNumber} ${parts.join('')}`;
}

const shown = (before: TextStart, after: TextStart) =>
  differenceOf(before, after).rows.map((row) => (row.kind === 'skipped' ? `… ${row.count}` : written(row)));

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `${from + at}\n`).join('');

describe('the difference of two texts', () => {
  const cases: readonly [what: string, before: TextStart, after: TextStart, rows: readonly string[]][] = [
    ['is empty for empty texts', whole(''), whole(''), []],
    ['leaves out all lines of equal texts', whole('a\nb'), whole('a\nb'), ['… 2']],
    ['ignores line ends', whole('a\r\nb'), whole('a\nb\n'), ['… 2']],
    [
      'marks changed words',
      whole('the slow fox\n'),
      whole('the fast fox\n'),
      ['-1 the [slow] fox', '+1 the [fast] fox'],
    ],
    ['marks white space at the end of a line', whole('ab  '), whole('ab'), ['-1 ab[  ]', '+1 ab']],
    [
      'marks no words in lines with little in common',
      whole('one two'),
      whole('four five'),
      ['-1 one two', '+1 four five'],
    ],
    [
      'compares lines in the same place',
      whole('a 1 x\nb 2 x'),
      whole('a 3 x'),
      ['-1 a [1] x', '-2 b 2 x', '+1 a [3] x'],
    ],
    [
      'leaves out equal lines, except three around a change',
      whole(`x\n${numbers(1, 9)}`),
      whole(numbers(1, 9)),
      ['-1 x', ' 2 1', ' 3 2', ' 4 3', '… 6'],
    ],
    [
      'shows a single equal line instead of leaving it out',
      whole(`x\n${numbers(1, 7)}y\n`),
      whole(numbers(1, 7)),
      ['-1 x', ...Array.from({ length: 7 }, (_, at) => ` ${at + 2} ${at + 1}`), '-9 y'],
    ],
    ['of cut texts does not compare the line that was cut', cut('a\nbcd'), cut('a\nbc'), [' 1 a']],
    [
      'of cut texts ends with the last line that both have',
      cut(' a\n b\n'),
      cut('a\nb\nc\nd\n'),
      ['-1 [ ]a', '-2 [ ]b', '+1 a', '+2 b'],
    ],
    ['of cut texts has no lines that only one of them reaches', cut('a\nb\n'), cut('a\nb\nc\n'), ['… 2']],
  ];
  for (const [what, before, after, rows] of cases) {
    test(what, () => assert.deepEqual(shown(before, after), rows));
  }

  test('counts lines, and says if too many differ', () => {
    const { rows, ...counts } = differenceOf(whole(`${numbers(1, 300)}x\n`), whole(`${numbers(301, 600)}x\ny\n`));
    assert.deepEqual(counts, { deleted: 301, inserted: 302, isRough: true });
    assert.equal(rows.length, 603);
    const { isRough } = differenceOf(whole(numbers(1, 250)), whole(numbers(251, 500)));
    assert.equal(isRough, false);
  });
});
