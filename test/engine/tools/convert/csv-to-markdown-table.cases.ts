import assert from 'node:assert/strict';
import fc from 'fast-check';
import markdownIt from 'markdown-it';
import { assertLinear, filled } from '../../../support/growth.js';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'csv-to-markdown-table';
const plain = { pretty: false };
const tooLong = 'the output would be longer than 4000000 characters';

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { input: '\n\r\n', output: '' },
    { name: 'a header without rows', input: 'a,b\n', output: '| a   | b   |\n| --- | --- |' },
    {
      name: 'LF, CRLF and CR, and a byte order mark',
      input: '\ufeffa\n1\r\n2\r3',
      config: plain,
      output: '| a |\n| --- |\n| 1 |\n| 2 |\n| 3 |',
    },
    {
      name: 'short records are filled up, long ones widen the table',
      input: 'a,b\n1\n1,2,3',
      config: plain,
      output: '| a | b |  |\n| --- | --- | --- |\n| 1 |  |  |\n| 1 | 2 | 3 |',
    },
    {
      input: 'a,b\n1,2',
      config: { hasHeaders: false, pretty: false },
      output: '|  |  |\n| --- | --- |\n| a | b |\n| 1 | 2 |',
    },
    { input: 'a\tb', config: { delimiter: 'tab', pretty: false }, output: '| a | b |\n| --- | --- |' },
    {
      input: 'a;b,c\n1;2',
      config: { delimiter: 'auto', pretty: false },
      output: '| a | b,c |\n| --- | --- |\n| 1 | 2 |',
    },
    {
      input: 'a',
      config: { delimiter: '""' },
      error: 'delimiter must be tab, auto, or one character that is neither a quote nor a line end',
    },
    { input: '"a', error: 'line 1: the quote that opens a cell here is never closed' },

    // Cells
    {
      name: 'pipes are escaped, after backslashes too',
      input: 'a\n|\n\\|\n\\\\|x',
      config: plain,
      output: '| a |\n| --- |\n| \\| |\n| \\\\\\| |\n| \\\\\\\\\\|x |',
    },
    { name: 'a backslash elsewhere stays', input: 'a\nC:\\x\\', config: plain, output: '| a |\n| --- |\n| C:\\x\\ |' },
    { name: 'line ends in cells', input: 'a\n"x\r\ny\nz\r"', config: plain, output: '| a |\n| --- |\n| x<br>y<br>z |' },
    { name: 'outer white space goes', input: 'a\n"  x\t"\n" "', config: plain, output: '| a |\n| --- |\n| x |\n|  |' },
    {
      name: 'a backslash before a line end does not escape the tag',
      input: 'a\n"x\\\ny"',
      config: plain,
      output: '| a |\n| --- |\n| x\\\\<br>y |',
    },
    { name: 'Markdown stays', input: '**a**,[x](y)', config: plain, output: '| **a** | [x](y) |\n| --- | --- |' },

    // Alignment
    {
      input: 'l,r,c,n\n1,2,3,4',
      config: { align: ['left', 'right', 'center', 'none', 'left'] },
      output: '| l   |   r |  c  | n   |\n| :-- | --: | :-: | --- |\n| 1   |   2 |  3  | 4   |',
    },
    {
      input: 'l,r,c\nabcdef,abcdef,abcdef\n1,2,3',
      config: { align: ['left', 'right', 'center'], pretty: false },
      output: '| l | r | c |\n| :-- | --: | :-: |\n| abcdef | abcdef | abcdef |\n| 1 | 2 | 3 |',
    },
    { input: 'a\nabcd', config: { align: ['center'] }, output: '|  a   |\n| :--: |\n| abcd |' },
    {
      input: 'a',
      config: { align: ['middle'] },
      error: 'steps[0].config.align[0] must be one of: left, right, center, none',
    },
    {
      name: 'widths are those of a monospaced font',
      input: '漢字,e\u0301\n😀,ab\nx,👩‍🚀',
      output: '| 漢字 | e\u0301   |\n| ---- | --- |\n| 😀   | ab  |\n| x    | 👩‍🚀  |',
    },
    {
      name: 'a cell of 200 columns still lines up',
      input: `a\n${'x'.repeat(200)}`,
      output: `| a${' '.repeat(199)} |\n| ${'-'.repeat(200)} |\n| ${'x'.repeat(200)} |`,
    },
    {
      name: 'a wider one does not',
      input: `a,b\n${'x'.repeat(201)},1`,
      output: `| a | b   |\n| --- | --- |\n| ${'x'.repeat(201)} | 1   |`,
    },
    {
      name: 'lone surrogates survive',
      input: '\ud800,\udc00',
      config: plain,
      output: '| \ud800 | \udc00 |\n| --- | --- |',
    },

    // Bounds
    {
      name: 'one long record makes all records long',
      input: `${'a\n'.repeat(100_000)}${','.repeat(200_000)}`,
      error: tooLong,
    },
    { name: 'padding is counted', isLong: true, input: `${'x'.repeat(200)}\n${'a\n'.repeat(240_000)}`, error: tooLong },
  ],
  checks: {
    'the size is known before the table is complete': () => {
      assertAsksForItsSize(slug, 'a,b\n1,漢字\n3', { align: ['right'] });
      assertAsksForItsSize(slug, 'a|,b\n1\n3,4,5', { pretty: false, hasHeaders: false });
    },
    'a Markdown renderer shows the cells': () => {
      const cell = fc.string({ unit: fc.constantFrom('a', 'a\\', '|', 'é', '\n', ' b', '漢'), maxLength: 6 });
      const renderer = markdownIt({ html: true });
      fc.assert(
        fc.property(
          fc.array(fc.array(cell, { minLength: 2, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
          fc.boolean(),
          (records, pretty) => {
            const csv = records.map((record) => record.map((text) => `"${text}"`).join(',')).join('\n');
            const html = renderer.render(resultOf(slug, csv, { pretty }));
            const shown = [...html.matchAll(/<t[hd]>(.*)<\/t[hd]>/g)].map(([, text = '']) =>
              text.replaceAll('<br>', '\n'),
            );
            const width = Math.max(...records.map(({ length }) => length));
            const expected = records.flatMap((record) =>
              Array.from({ length: width }, (_, i) => (record[i] ?? '').trim()),
            );
            assert.deepEqual(shown, expected);
          },
        ),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'hostile cells take linear time': () => {
      for (const piece of ['\\', '|', '\\|', '<br', ' ', '\u0301', ',', '\n', ',\n'])
        assertLinear(
          (length) => `a${filled(piece, length)}b`,
          (text) => runTool(slug, text),
        );
    },
  },
} satisfies ToolCases;
