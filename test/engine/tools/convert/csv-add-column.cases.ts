import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'csv-add-column';
const cells = fc.array(fc.string({ unit: fc.constantFrom('a', ',', '"', '{{x}}', '&', ' ', '\n'), maxLength: 4 }), {
  minLength: 1,
  maxLength: 8,
});

export default {
  slug,
  cases: [
    ['', '', { name: 'x', template: 'y' }],
    ['a\n', 'a,x\n', { name: 'x', template: 'y' }, 'a header without rows'],
    ['a\r\n1\r\n', 'a,x\r\n1,y\r\n', { name: 'x', template: 'y' }, 'a fixed text'],
    ['a\n1', 'a,x\n1,', { name: 'x', template: '' }, 'an empty cell'],
    [
      'a,b\n{{b}}<&>,2',
      'a,b,x\n{{b}}<&>,2,{{b}}<&>-2',
      { name: 'x', template: '{{a}}-{{&b}}' },
      'a cell that looks like a tag is not read as one, and nothing is escaped',
    ],
    [
      'a,b,c\n1\n',
      'a,x,b,c\n1,y\n',
      { name: 'x', template: '{{c}}y', position: 2 },
      'short rows are filled up to the place of the new column only',
    ],
    ['a,b,c\n1\n', 'a,b,c,x\n1,,,y\n', { name: 'x', template: 'y' }, 'short rows are filled up before the last place'],
    [
      'a,b\n1,2\n3',
      'a,b\n1,[2]\n3,[]',
      { name: 'b', template: '[{{b}}]', replace: true },
      'a column can be rewritten from itself',
    ],
    ['a\n1', 'x,a\n1,1', { name: 'x', template: '{{a}}', replace: true, position: 1 }, 'replace adds a missing column'],
    [
      'a.b,__proto__\n1,2',
      'a.b,__proto__,constructor\n1,2,12',
      { name: 'constructor', template: '{{a.b}}{{__proto__}}{{toString}}' },
      'names with dots, and those of objects',
    ],
    [
      'a,a\n1,2',
      'a,a,x\n1,2,1',
      { name: 'x', template: '{{a}}' },
      'the first of two columns with the same name is used',
    ],
    ['a\n1', { error: 'name is required, unless hasHeaders is false' }, { template: 'y' }],
    [
      'a\n1',
      { error: 'the column "a" already exists; set replace to true to overwrite it' },
      { name: 'a', template: 'y' },
    ],
    ['a,a\n1', { error: 'several columns are called "a"; use a number' }, { name: 'a', template: 'y', replace: true }],
    ['a\n1', { error: 'position 3 is too far: the last column is 1' }, { name: 'x', template: 'y', position: 3 }],
    ['a', { error: 'template line 1, column 1: a tag is never closed by }}' }, { name: 'x', template: '{{a' }],
  ],
  checks: {
    'a copy of a column has the same cells, whatever they contain': () => {
      fc.assert(
        fc.property(cells, (given) => {
          const quoted = given.map((cell) => `"${cell.replaceAll('"', '""')}"`);
          const input = ['"k"', ...quoted].join('\n');
          const result = resultOf(slug, input, { name: 'x', template: '{{k}}' });
          const json = JSON.parse(resultOf('csv-json-converter', result)) as { k: string; x: string }[];
          assert.deepEqual(
            json.map(({ k, x }) => [k, x]),
            given.map((cell) => [cell, cell]),
          );
        }),
        { seed: 1, numRuns: sampleSize(200) },
      );
    },
    'a long cell in many rows stops at the maximum text length': () => {
      assert.deepEqual(runTool(slug, 'a\n'.repeat(200_000), { template: 'y'.repeat(10_000), hasHeaders: false }), {
        error: `Step 1 (${slug}) failed: the output would be longer than 4000000 characters`,
      });
    },
  },
} satisfies ToolCases;
