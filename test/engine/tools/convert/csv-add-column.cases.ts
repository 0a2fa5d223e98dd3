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
    { input: '', config: { name: 'x', template: 'y' }, output: '' },
    { name: 'a header without rows', input: 'a\n', config: { name: 'x', template: 'y' }, output: 'a,x\n' },
    { name: 'a fixed text', input: 'a\r\n1\r\n', config: { name: 'x', template: 'y' }, output: 'a,x\r\n1,y\r\n' },
    { name: 'an empty cell', input: 'a\n1', config: { name: 'x', template: '' }, output: 'a,x\n1,' },
    {
      name: 'a cell that looks like a tag is not read as one, and nothing is escaped',
      input: 'a,b\n{{b}}<&>,2',
      config: { name: 'x', template: '{{a}}-{{&b}}' },
      output: 'a,b,x\n{{b}}<&>,2,{{b}}<&>-2',
    },
    {
      name: 'short rows are filled up to the place of the new column only',
      input: 'a,b,c\n1\n',
      config: { name: 'x', template: '{{c}}y', position: 2 },
      output: 'a,x,b,c\n1,y\n',
    },
    {
      name: 'short rows are filled up before the last place',
      input: 'a,b,c\n1\n',
      config: { name: 'x', template: 'y' },
      output: 'a,b,c,x\n1,,,y\n',
    },
    {
      name: 'a column can be rewritten from itself',
      input: 'a,b\n1,2\n3',
      config: { name: 'b', template: '[{{b}}]', replace: true },
      output: 'a,b\n1,[2]\n3,[]',
    },
    {
      name: 'replace adds a missing column',
      input: 'a\n1',
      config: { name: 'x', template: '{{a}}', replace: true, position: 1 },
      output: 'x,a\n1,1',
    },
    {
      name: 'names with dots, and those of objects',
      input: 'a.b,__proto__\n1,2',
      config: { name: 'constructor', template: '{{a.b}}{{__proto__}}{{toString}}' },
      output: 'a.b,__proto__,constructor\n1,2,12',
    },
    {
      name: 'the first of two columns with the same name is used',
      input: 'a,a\n1,2',
      config: { name: 'x', template: '{{a}}' },
      output: 'a,a,x\n1,2,1',
    },
    { input: 'a\n1', config: { template: 'y' }, error: 'name is required, unless hasHeaders is false' },
    {
      input: 'a\n1',
      config: { name: 'a', template: 'y' },
      error: 'the column "a" already exists; set replace to true to overwrite it',
    },
    {
      input: 'a,a\n1',
      config: { name: 'a', template: 'y', replace: true },
      error: 'several columns are called "a"; use a number',
    },
    {
      input: 'a\n1',
      config: { name: 'x', template: 'y', position: 3 },
      error: 'position 3 is too far: the last column is 1',
    },
    {
      input: 'a',
      config: { name: 'x', template: '{{a' },
      error: 'template line 1, column 1: a tag is never closed by }}',
    },
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
