import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'csv-implode';
const tags = { columns: ['tags'] };

export default {
  slug,
  cases: [
    ['', '', tags],
    ['id,tags\n', 'id,tags\n', tags],
    ['id,tags\n1,a\n2,b\n1,c\n', 'id,tags\n1,"a, c"\n2,b\n', tags, 'rows that agree need not stand together'],
    ['id,tags\n1,a\n1,\n1,a', 'id,tags\n1,"a, a"', tags, 'blank cells are left out'],
    ['id,tags\n1,a\n1,\n1,a', 'id,tags\n1,a;;a', { ...tags, separator: ';', removeBlank: false }],
    ['id,tags\n1,a\n1,b\n1,a', 'id,tags\n1,a;b', { ...tags, separator: ';', unique: true }],
    ['id,tags\n1\n1,\n2,x', 'id,tags\n1\n2,x', tags, 'a short row and a row with an empty cell agree'],
    ['tags\na\nb', 'tags\n"a, b"', tags, 'without other columns all rows agree'],
    ['a,b,c\n1,x,p\n1,y,q\n2,x,p', 'a,b,c\n1,x|y,p|q\n2,x,p', { columns: ['b', 'c'], separator: '|' }],
    ['1,x\n1,y', '1,"x\ny"', { columns: [2], separator: '\n', hasHeaders: false }],
    ['y,m,t\n2026,1,a\n202,61,b', 'y,m,t\n2026,1,a\n202,61,b', { columns: ['t'] }, 'cells are compared one by one'],
    [
      'id,tags\n1,a\n2,"b, c"',
      { error: 'record 3, column "tags": "b, c" contains the separator; choose another one' },
      tags,
      'a list that could not be split again is refused',
    ],
    ['a\n1', { error: 'there is no column "tags"; the columns are "a"' }, tags],
    [
      'x\n'.repeat(100_000),
      { error: 'the output would be longer than 4000000 characters' },
      { columns: [1], hasHeaders: false, separator: '-'.repeat(100) },
      'long separators are stopped',
    ],
  ],
  checks: {
    'agrees with a search for each row': () => {
      const row = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('x', 'y', ''));
      fc.assert(
        fc.property(fc.array(row, { maxLength: 10 }), fc.boolean(), fc.boolean(), (rows, unique, removeBlank) => {
          const keys = rows.map(([key]) => key).filter((key, i, all) => all.indexOf(key) === i);
          const expected = keys.map((key) => {
            const cells = rows.filter((other) => other[0] === key).map(([, cell]) => cell);
            const kept = cells.filter(
              (cell, i) => (cell !== '' || !removeBlank) && (!unique || cells.indexOf(cell) === i),
            );
            return `${key},${kept.join('|')}`;
          });
          const input = ['k,v', ...rows.map((cells) => cells.join(','))].join('\n');
          const config = { columns: ['v'], separator: '|', unique, removeBlank };
          assert.equal(resultOf(slug, input, config), ['k,v', ...expected].join('\n'));
        }),
        { seed: 1, numRuns: sampleSize(200) },
      );
    },
    'time is linear': () => {
      const config = { columns: [2], hasHeaders: false, separator: '|' };
      assertLinear('a,b\n', (text) => resultOf(slug, text, config));
      assertLinear(
        (length) => Array.from({ length: length / 8 }, (_, i) => `k${i},b\n`).join(''),
        (text) => resultOf(slug, text, config),
      );
    },
  },
} satisfies ToolCases;
