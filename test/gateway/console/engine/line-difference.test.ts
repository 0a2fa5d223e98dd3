import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type ComparedText,
  type DifferenceLine,
  differenceOf,
  partsOf,
} from '#gateway/console/engine/tables/line-difference.js';

const whole = (text: string): ComparedText => ({ text, truncated: false });
const cut = (text: string): ComparedText => ({ text, truncated: true });

const signs = { equal: ' ', delete: '-', insert: '+' } as const;

/** Writes changed words in brackets: `-2 the [slow] fox`. */
function written(line: DifferenceLine): string {
  const parts = partsOf(line).map(({ text, isChanged }) => (isChanged ? `[${text}]` : text));
  return `${signs[line.kind]}${line.oldNumber ?? line.newNumber} ${parts.join('')}`;
}

const shown = (before: ComparedText, after: ComparedText) =>
  differenceOf(before, after).rows.map((row) => (row.kind === 'skipped' ? `… ${row.count}` : written(row)));

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `${from + at}\n`).join('');

describe('the difference of two texts', () => {
  const cases: readonly [what: string, before: ComparedText, after: ComparedText, rows: readonly string[]][] = [
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
      ['-1 a [1] x', '+1 a [3] x', '-2 b 2 x'],
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
    [
      'finds changed lines behind one that was removed',
      whole(' Ada;1\nBob;2\n cy;3 \n'),
      whole('Ada;1\nCy;3\n'),
      ['-1 [ ]Ada;1', '+1 Ada;1', '-2 Bob;2', '-3 [ cy];3[ ]', '+2 [Cy];3'],
    ],
    [
      'marks words where more lines differ than are searched',
      whole(numbers(1, 600).replaceAll('\n', ' a\n')),
      whole(numbers(1, 600).replaceAll('\n', ' A\n')),
      Array.from({ length: 600 }, (_, at) => [`-${at + 1} ${at + 1} [a]`, `+${at + 1} ${at + 1} [A]`]).flat(),
    ],
    ['of cut texts does not compare the line that was cut', cut('a\nbcd'), cut('a\nbc'), [' 1 a']],
    [
      'of cut texts ends with the last line that both have',
      cut(' a\n b\n'),
      cut('a\nb\nc\nd\n'),
      ['-1 [ ]a', '+1 a', '-2 [ ]b', '+2 b'],
    ],
    ['of cut texts has no lines that only one of them reaches', cut('a\nb\n'), cut('a\nb\nc\n'), ['… 2']],
  ];
  for (const [what, before, after, rows] of cases) {
    test(what, () => assert.deepEqual(shown(before, after), rows));
  }

  test('counts lines, and says if too many differ', () => {
    const { rows, ...counts } = differenceOf(whole(`${numbers(1, 300)}x\n`), whole(`${numbers(301, 600)}x\ny\n`));
    assert.deepEqual(counts, { deleted: 300, inserted: 301, isRough: true });
    assert.equal(rows.length, 602);
    const { isRough } = differenceOf(whole(numbers(1, 250)), whole(numbers(251, 500)));
    assert.equal(isRough, false);
  });
});
