import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ToolError } from '#engine/core/errors.js';
import { parseColumnList } from '#engine/text/csv/column-list.js';

const end = Number.POSITIVE_INFINITY;
const read = (list: string) => parseColumnList(list, 'columns').map(({ from, to }) => [from, to]);

describe('a list of columns', () => {
  const lists: [string, number[][]][] = [
    ['1', [[1, 1]]],
    [
      '3,1',
      [
        [3, 3],
        [1, 1],
      ],
    ],
    ['3-5', [[3, 5]]],
    ['7-', [[7, end]]],
    ['-3', [[1, 3]]],
    ['4-4', [[4, 4]]],
    [
      '1,3-5,7-',
      [
        [1, 1],
        [3, 5],
        [7, end],
      ],
    ],
    [
      ' 1 , 2-3 ',
      [
        [1, 1],
        [2, 3],
      ],
    ],
    ['007', [[7, 7]]],
    ['99999999999999999999', [[1e20, 1e20]]],
  ];
  for (const [list, ranges] of lists) test(list, () => assert.deepEqual(read(list), ranges));
});

describe('an invalid list of columns', () => {
  const hint = 'is not a column; use numbers and ranges such as 1,3-5,7- or -3';
  const refusals: [string, string][] = [
    ['', `an entry in columns ${hint}`],
    ['1,,2', `an entry in columns ${hint}`],
    ['1,', `an entry in columns ${hint}`],
    ['-', `"-" in columns ${hint}`],
    ['name', `"name" in columns ${hint}`],
    ['1-2-3', `"1-2-3" in columns ${hint}`],
    ['1.5', `"1.5" in columns ${hint}`],
    ['1 2', `"1 2" in columns ${hint}`],
    ['--1', `"--1" in columns ${hint}`],
    ['٣', `"٣" in columns ${hint}`],
    ['0', '"0" in columns: columns are counted from 1'],
    ['0-3', '"0-3" in columns: columns are counted from 1'],
    ['-0', '"-0" in columns: columns are counted from 1'],
    ['5-3', '"5-3" in columns ends before it starts'],
  ];
  for (const [list, message] of refusals) {
    test(JSON.stringify(list), () => assert.throws(() => read(list), new ToolError(message)));
  }
});
