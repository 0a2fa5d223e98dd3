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
    ['', ''],
    ['\n\r\n', ''],
    ['a,b\n', '| a   | b   |\n| --- | --- |', {}, 'a header without rows'],
    ['\ufeffa\n1\r\n2\r3', '| a |\n| --- |\n| 1 |\n| 2 |\n| 3 |', plain, 'LF, CRLF and CR, and a byte order mark'],
    [
      'a,b\n1\n1,2,3',
      '| a | b |  |\n| --- | --- | --- |\n| 1 |  |  |\n| 1 | 2 | 3 |',
      plain,
      'short records are filled up, long ones widen the table',
    ],
    ['a,b\n1,2', '|  |  |\n| --- | --- |\n| a | b |\n| 1 | 2 |', { hasHeaders: false, pretty: false }],
    ['a\tb', '| a | b |\n| --- | --- |', { delimiter: 'tab', pretty: false }],
    ['a;b,c\n1;2', '| a | b,c |\n| --- | --- |\n| 1 | 2 |', { delimiter: 'auto', pretty: false }],
    [
      'a',
      { error: 'delimiter must be tab, auto, one character or up to 4 signs, without quotes and line ends' },
      { delimiter: '""' },
    ],
    ['"a', { error: 'line 1: the quote that opens a cell here is never closed' }],

    // Cells
    [
      'a\n|\n\\|\n\\\\|x',
      '| a |\n| --- |\n| \\| |\n| \\\\\\| |\n| \\\\\\\\\\|x |',
      plain,
      'pipes are escaped, after backslashes too',
    ],
    ['a\nC:\\x\\', '| a |\n| --- |\n| C:\\x\\ |', plain, 'a backslash elsewhere stays'],
    ['a\n"x\r\ny\nz\r"', '| a |\n| --- |\n| x<br>y<br>z |', plain, 'line ends in cells'],
    ['a\n"  x\t"\n" "', '| a |\n| --- |\n| x |\n|  |', plain, 'outer white space goes'],
    ['a\n"x\\\ny"', '| a |\n| --- |\n| x\\\\<br>y |', plain, 'a backslash before a line end does not escape the tag'],
    ['**a**,[x](y)', '| **a** | [x](y) |\n| --- | --- |', plain, 'Markdown stays'],

    // Alignment
    [
      'l,r,c,n\n1,2,3,4',
      '| l   |   r |  c  | n   |\n| :-- | --: | :-: | --- |\n| 1   |   2 |  3  | 4   |',
      { align: ['left', 'right', 'center', 'none', 'left'] },
    ],
    [
      'l,r,c\nabcdef,abcdef,abcdef\n1,2,3',
      '| l | r | c |\n| :-- | --: | :-: |\n| abcdef | abcdef | abcdef |\n| 1 | 2 | 3 |',
      { align: ['left', 'right', 'center'], pretty: false },
    ],
    ['a\nabcd', '|  a   |\n| :--: |\n| abcd |', { align: ['center'] }],
    ['a', { error: 'steps[0].config.align[0] must be one of: left, right, center, none' }, { align: ['middle'] }],
    [
      '漢字,e\u0301\n😀,ab\nx,👩‍🚀',
      '| 漢字 | e\u0301   |\n| ---- | --- |\n| 😀   | ab  |\n| x    | 👩‍🚀  |',
      {},
      'widths are those of a monospaced font',
    ],
    [
      `a\n${'x'.repeat(200)}`,
      `| a${' '.repeat(199)} |\n| ${'-'.repeat(200)} |\n| ${'x'.repeat(200)} |`,
      {},
      'a cell of 200 columns still lines up',
    ],
    [
      `a,b\n${'x'.repeat(201)},1`,
      `| a | b   |\n| --- | --- |\n| ${'x'.repeat(201)} | 1   |`,
      {},
      'a wider one does not',
    ],
    ['\ud800,\udc00', '| \ud800 | \udc00 |\n| --- | --- |', plain, 'lone surrogates survive'],

    // Bounds
    [
      `${'a\n'.repeat(100_000)}${','.repeat(200_000)}`,
      { error: tooLong },
      {},
      'one long record makes all records long',
    ],
    { long: [`${'x'.repeat(200)}\n${'a\n'.repeat(240_000)}`, { error: tooLong }, {}, 'padding is counted'] },
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
