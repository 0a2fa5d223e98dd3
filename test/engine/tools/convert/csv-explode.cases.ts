import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'csv-explode';
const tags = { columns: ['tags'] };

export default {
  slug,
  cases: [
    ['', '', tags],
    ['id,tags\n', 'id,tags\n', tags],
    ['id,tags\n1,"a,b , c"', 'id,tags\n1,a\n1,b\n1,c', tags],
    ['id,tags\n1,"a,,b,"', 'id,tags\n1,a\n1,b', tags, 'blank items are left out'],
    ['id,tags\n1,"a,,b,"', 'id,tags\n1,a\n1,\n1,b\n1,', { ...tags, removeBlank: false }],
    ['id,tags\n1,\n2," , "\n3', 'id,tags\n1,\n2,\n3', tags, 'a cell without an item keeps its row'],
    ['id,tags\r\n1,"a\nb"\r\n', 'id,tags\r\n1,a\r\n1,b\r\n', { ...tags, separator: '\n' }, 'lines in a cell'],
    ['tags,x\n"a--b","q""r"', 'tags,x\na,"q""r"\nb,"q""r"', { ...tags, separator: '--' }],
    [
      'a,b\n1|2,3|',
      'a,b\n1,3\n2,',
      { columns: ['a', 'b'], separator: '|' },
      'an item that is blank in one column stays',
    ],
    ['a,b\n|,|', 'a,b\n,', { columns: ['a', 'b'], separator: '|' }],
    ['1|2\n3', '1\n2\n3', { columns: [1, 1], separator: '|', hasHeaders: false }],
    [
      'a,b\nx,y\n1|2|3,4|5',
      { error: 'record 3: column "a" has 3 items, and column "b" has 2' },
      { columns: ['a', 'b'], separator: '|' },
    ],
    [
      '1|2,3',
      { error: 'record 1: column 1 has 2 items, and column 2 has 1' },
      { columns: [1, 2], separator: '|', hasHeaders: false },
    ],
    ['a\n1', { error: 'there is no column "tags"; the columns are "a"' }, tags],
    ['a', { error: 'steps[0].config.columns is required' }],
    [
      `a,b\n"${'x,'.repeat(10_000)}",${'y'.repeat(1_000)}`,
      { error: 'the output would be longer than 4000000 characters' },
      { columns: ['a'] },
      'a long cell beside many items is stopped',
    ],
  ],
  checks: {
    'csv-implode restores what it splits': () => {
      const item = fc.constantFrom('a', 'b', 'c d', '"', "'");
      const lists = fc.array(fc.array(item, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 });
      fc.assert(
        fc.property(lists, (all) => {
          const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
          const input = ['id,list', ...all.map((list, i) => `${i},${quoted(list.join(', '))}`)].join('\n');
          const exploded = resultOf(slug, input, { columns: ['list'] });
          assert.equal(exploded.split('\n').length, 1 + all.flat().length);
          const form = { delimiter: ',' };
          const normal = resultOf('csv-column-picker', input, form);
          assert.equal(resultOf('csv-implode', exploded, { columns: ['list'] }), normal);
        }),
        { seed: 1, numRuns: sampleSize(200) },
      );
    },
    'time is linear': () => {
      assertLinear('a|b|c,x\n', (text) => resultOf(slug, text, { columns: [1], separator: '|', hasHeaders: false }));
      assertLinear('a|', (text) => resultOf(slug, text, { columns: [1], separator: '|', hasHeaders: false }));
      assertLinear('|', (text) => resultOf(slug, text, { columns: [1], separator: '|', hasHeaders: false }));
    },
  },
} satisfies ToolCases;
