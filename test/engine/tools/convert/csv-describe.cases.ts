import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'csv-describe';
const header = 'column,type,count,blank,distinct,common,min,max,mean,median,deviation';
const described = (cells: readonly string[], line: string, config = {}): ToolCase => [
  ['a', ...cells.map((cell) => `"${cell}"`)].join('\n'),
  `${header}\na,${line}`,
  config,
];

export default {
  slug,
  cases: [
    ['', ''],
    ['', '[]', { format: 'json' }],
    ['', '', { format: 'markdown' }],
    ['a,b\n', `${header}\na,empty,0,0,0,,,,,,\nb,empty,0,0,0,,,,,,\n`, {}, 'a header without rows'],
    described(['1', '-2', '+3', ''], 'integer,3,1,3,,-2,3,0.6667,1,2.5166'),
    described(['1', '2.0'], 'integer,2,0,2,,1,2,1.5,1.5,0.7071'),
    described(['1', '2.5', ' 2.5 '], 'number,3,0,2,2.5,1,2.5,2,2.5,0.866'),
    described(['5'], 'integer,1,0,1,,5,5,5,5,'),
    described(['1.234,5', '1'], 'number,2,0,2,,1,1234.5,617.75,617.75,872.2162', { decimal: ',' }),
    described(['$5', '€7'], 'integer,2,0,2,,5,7,6,6,1.4142'),
    described(['50%', '100%'], 'integer,2,0,2,,50,100,75,75,35.3553'),
    described(['50%', '100'], 'text,2,0,2,,50%,100,,,'),
    described(['007', '12'], 'text,2,0,2,,007,12,,,'),
    described(['0', '0.5', '-0.5'], 'number,3,0,3,,-0.5,0.5,0,0,0.5'),
    described(['file10', 'file9'], 'text,2,0,2,,file9,file10,,,'),
    described(['true', 'FALSE', 'true'], 'boolean,3,0,2,true,FALSE,true,,,'),
    described(['2026-02-01', '2025-12-31'], 'date,2,0,2,,2025-12-31,2026-02-01,,,'),
    described(
      ['2026-02-01T00:30+02:00', '2026-02-01 00:00 Z'],
      'date,2,0,2,,2026-02-01T00:30+02:00,2026-02-01 00:00 Z,,,',
    ),
    described(['2026-02-30'], 'text,1,0,1,,2026-02-30,2026-02-30,,,'),
    described(['2026-02-01', 'soon'], 'text,2,0,2,,2026-02-01,soon,,,'),
    described(['b', 'a', 'a', 'b'], 'text,4,0,2,b,a,b,,,'),
    ['a,b\n1\n2,x', `${header}\na,integer,2,0,2,,1,2,1.5,1.5,0.7071\nb,text,1,1,1,,x,x,,,`, {}, 'short rows'],
    [
      'a;b\r\n1;2\r\n',
      `${header.replaceAll(',', ';')}\r\nb;integer;1;0;1;;2;2;2;2;\r\n`,
      { columns: [2], delimiter: 'auto' },
    ],
    ['a,a\n1,2', `${header}\na,integer,1,0,1,,1,1,1,1,\na,integer,1,0,1,,2,2,2,2,`, {}, 'columns of one name'],
    ['a\n1', { error: 'there is no column "b"; the columns are "a"' }, { columns: ['b'] }],
    ['a\n1\n2', `${header}\na,integer,2,0,2,,1,2,2,1.5,1`, { decimals: 0 }],
    [
      '"a ""x"""\nb|c',
      '[{"column":"a \\"x\\"","type":"text","count":1,"blank":0,"distinct":1,"common":null,"min":"b|c","max":"b|c","mean":null,"median":null,"deviation":null}]',
      { format: 'json', indent: 0 },
    ],
    described(['1e40', '1e20000'], 'text,2,0,2,,1e40,1e20000,,,'),
    described(['1e3', '1e-1'], 'number,2,0,2,,0.1,1000,500.05,500.05,707.0361'),
  ],
  checks: {
    'agrees with simple arithmetic over the cells': () => {
      const cell = fc.oneof(fc.integer({ min: -50, max: 50 }).map(String), fc.constant(''));
      fc.assert(
        fc.property(fc.array(cell, { minLength: 1, maxLength: 12 }), (cells) => {
          const json = resultOf(slug, ['a', ...cells.map((text) => `"${text}"`)].join('\n'), { format: 'json' });
          const [summary] = JSON.parse(json) as [Record<string, number | string | null>];
          const numbers = cells.filter((text) => text !== '').map(Number);
          const sorted = numbers.toSorted((a, b) => a - b);
          const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
          const squares = numbers.reduce((sum, number) => sum + (number - mean) ** 2, 0);
          assert.equal(summary.count, numbers.length);
          assert.equal(summary.blank, cells.length - numbers.length);
          assert.equal(summary.distinct, new Set(numbers).size);
          if (numbers.length === 0) return assert.equal(summary.type, 'empty');
          assert.equal(summary.type, 'integer');
          assert.deepEqual([summary.min, summary.max], [sorted[0], sorted.at(-1)]);
          assert.ok(Math.abs(Number(summary.mean) - mean) < 1e-4);
          const middle = ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
          assert.equal(summary.median, middle);
          if (numbers.length === 1) return assert.equal(summary.deviation, null);
          assert.ok(Math.abs(Number(summary.deviation) - Math.sqrt(squares / (numbers.length - 1))) < 1e-4);
        }),
        { seed: 1, numRuns: sampleSize(200) },
      );
    },
    'time is linear, for numbers, dates and texts': () => {
      for (const line of ['12.5,2026-01-02,x9y\n', 'a\n', ',,,,\n']) {
        assertLinear(line, (text) => resultOf(slug, text, { hasHeaders: false }));
      }
    },
  },
} satisfies ToolCases;
