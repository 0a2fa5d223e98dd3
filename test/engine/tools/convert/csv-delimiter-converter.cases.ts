import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'csv-delimiter-converter';
const spectrum = createRequire(import.meta.url)
  .resolve('csv-spectrum/package.json')
  .replace('package.json', '');

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { input: '\n\r\n', output: '' },
    { input: 'a,b', output: 'a\tb' },
    { input: 'a,b\r\n1,2\n', output: 'a\tb\r\n1\t2\r\n' },
    { input: '\ufeffa;b\r1;2', config: { outputDelimiter: ',' }, output: 'a,b\r1,2' },
    { input: 'a|b\n1|2', config: { outputDelimiter: ';' }, output: 'a;b\n1;2' },
    { name: 'auto without any delimiter: one cell a line', input: 'a b\nc', output: 'a b\nc' },
    { input: 'a:b\n1:2', config: { delimiter: ':', outputDelimiter: '😀' }, output: 'a😀b\n1😀2' },
    {
      name: 'quotes go where they are no longer needed',
      input: '"a,b","c;d"',
      config: { delimiter: ',', outputDelimiter: ';' },
      output: 'a,b;"c;d"',
    },
    { name: 'and stay where they are', input: '"a\nb"," c","""d"""', output: '"a\nb"\t" c"\t"""d"""' },
    { name: 'a record of one empty cell', input: 'a\n""\nb', config: { delimiter: ',' }, output: 'a\n""\nb' },
    { input: 'a,\n""', config: { quoteAll: true, delimiter: ',', outputDelimiter: ',' }, output: '"a",""\n""' },
    { input: '__proto__,\ud800\n\0,', output: '__proto__\t\ud800\n\0\t' },
    { input: 'a;b', config: { outputDelimiter: 'auto' }, output: 'a,b' },
    {
      input: 'a',
      config: { outputDelimiter: '||' },
      error: 'outputDelimiter must be tab, auto, or one character that is neither a quote nor a line end',
    },
    {
      input: 'a',
      config: { delimiter: '"' },
      error: 'delimiter must be tab, auto, or one character that is neither a quote nor a line end',
    },
    {
      input: 'a,b\n1,"2',
      config: { delimiter: ',' },
      error: 'line 2: the quote that opens a cell here is never closed',
    },
    { input: '"'.repeat(499_999), error: 'line 1: the quote that opens a cell here is never closed' },
    {
      name: 'quotes that are never closed, or closed too early, on request',
      input: 'a,"b\n"c" d,e',
      config: { quotes: 'lenient', outputDelimiter: ';' },
      output: 'a;"""b"\n"""c"" d";e',
    },
    {
      name: 'comment lines and blanks around cells, on request',
      input: '# x;y\na, "b,c"\n1 ,2\n',
      config: { comments: '#', trim: true },
      output: 'a\tb,c\n1\t2\n',
    },
    {
      name: 'quotes are characters on request',
      input: '5",6"\n"a,b',
      config: { quotes: 'none', outputDelimiter: ';', delimiter: ',' },
      output: '"5""";"6"""\n"""a";b',
    },
  ],
  checks: {
    'cells survive a round trip, whatever they contain': () => {
      const cell = fc.string({
        unit: fc.constantFrom('a', ',', ';', '\t', '|', '"', '\n', '\r', ' ', '😀'),
        maxLength: 6,
      });
      fc.assert(
        fc.property(
          fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
          fc.constantFrom('tab', ';', '|', ':'),
          fc.boolean(),
          (records, to, quoteAll) => {
            const csv = records
              .map((record) => record.map((text) => `"${text.replaceAll('"', '""')}"`).join(','))
              .join('\n');
            const there = resultOf(slug, csv, { delimiter: ',', outputDelimiter: to, quoteAll });
            const back = resultOf(slug, there, { delimiter: to, outputDelimiter: ',' });
            const read = (text: string) =>
              JSON.parse(
                resultOf('csv-json-converter', text, { hasHeaders: false, direction: 'csv-to-json' }),
              ) as string[][];
            assert.deepEqual(read(back), records);
          },
        ),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'csv-spectrum: with another delimiter the records match the vectors': () => {
      const names = readdirSync(`${spectrum}csvs`).map((file) => file.replace('.csv', ''));
      assert.equal(names.length, 12);
      // Its CSV and its JSON have different telephone numbers.
      for (const name of names.filter((name) => name !== 'location_coordinates')) {
        const tsv = resultOf(slug, readFileSync(`${spectrum}csvs/${name}.csv`, 'utf8'), {
          delimiter: ',',
          outputDelimiter: 'tab',
        });
        const json = JSON.parse(resultOf('csv-json-converter', tsv, { delimiter: 'tab' })) as unknown;
        assert.deepEqual(json, JSON.parse(readFileSync(`${spectrum}json/${name}.json`, 'utf8')), name);
      }
    },
  },
} satisfies ToolCases;
