import assert from 'node:assert/strict';
import fc from 'fast-check';
import markdownIt from 'markdown-it';
import { assertLinear, filled } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'markdown-table-to-csv';
const none = 'the text has no Markdown table: a line of cells above a line such as | --- | --- |';

export default {
  slug,
  cases: [
    ...(
      [
        ['a quote', '> | a | b |\n> |---|---|\n> | 1 | 2 |\n> x | y\n\ntext', 'a,b\n1,2\nx,y'],
        ['a quote without blanks', '>|a|\n>|-|\n>|1|\n|2|', 'a\n1'],
        ['quotes inside quotes', '> > a | b\n> > -|-\n>> 1 | 2\n> 3 | 4', 'a,b\n1,2'],
        ['a list item', '- | a | b |\n  |---|---|\n  | 1 | 2 |\n- | c |', 'a,b\n1,2'],
        ['an item without outer pipes', '10. a | b\n    -|-\n    1 | 2\ntext', 'a,b\n1,2'],
        ['a quote inside an item', '- x\n  > | a |\n  > |---|\n  > | 1 |', 'a\n1'],
        ['an item inside a quote', '> * | a |\n>   |---|\n>   | 1 |\n> | 2 |', 'a\n1'],
        ['an item with a tab', '-\t| a |\n\t|---|\n\t| 1 |', 'a\n1'],
        ['after code in a list', '- ```\n  |x|\n  |-|\n  ```\n  | a |\n  |---|', 'a'],
        ['after code in a quote that is cut off', '> ```\n> |x|\n> |-|\n\n|a|\n|-|', 'a'],
        ['two places', '> |a|\n> |-|\n\n|b|\n|-|', 'a\n\nb'],
      ] as const
    ).map(([name, input, output]): ToolCase => [input, output, { pick: 0 }, `a table in ${name}`]),
    [
      '> | a |\n|---|',
      { error: 'the text has no Markdown table: a line of cells above a line such as | --- | --- |' },
      {},
      'a table may not leave its quote',
    ],
    [`${'> '.repeat(249_998)}|a`, '', { pick: 0 }, 'a long quote'],
    ['', ''],
    [' \n\n', ''],
    ['text', { error: none }],
    ['|a|b|\n|-|-|', 'a,b'],
    ['x\r\n\r\n|a|b|\r|-|-|\r\n|1|2|\r\n\r\nx', 'a,b\n1,2', {}, 'CRLF and CR'],
    ['a | b\n:- | -:\n1 | 2', 'a,b\n1,2', {}, 'without outer pipes'],
    ['a\n---\nb', { error: none }, {}, 'one column needs a pipe'],
    ['|a|\n|---|\n|b', 'a\nb'],
    ['|a|b|\n|-|\n|1|2|', { error: none }, {}, 'the delimiter row must fit'],
    ['|a|\n|- -|', { error: none }],
    ['|a|\n|:|', { error: none }],
    ['|a|b|\n|-|-|\n|1|\n|1|2|3|', 'a,b\n1,\n1,2,3', {}, 'short rows are filled up, cells too many kept'],
    ['||b|\n|-|-|\n| |\n|', ',b\n,\n,', {}, 'empty cells'],
    ['|a|b|\n|-|-|\nc\n\nd', 'a,b\nc,', {}, 'a row without pipes belongs to the table'],
    ['|a|\n|-|\n|1|\n# x', 'a\n1', {}, 'what ends a table'],
    ['|a|\n|-|\n|1|\n> x', 'a\n1'],
    ['|a|\n|-|\n|1|\n---\n|2|', 'a\n1'],
    ['|a|\n|-|\n|1|\n- x', 'a\n1'],
    ['|a|\n|-|\n|1|\n```\n|2|\n```', 'a\n1'],
    ['````\n|a|\n|-|\n```\n````\n~~~ x\n|b|\n|-|\n~~~\n|c|\n|-|', 'c', {}, 'fenced code holds no table'],
    ['- x\n\n    | a | b |\n    |---|---|\n    | 1 | 2 |', 'a,b\n1,2', {}, 'in a list'],
    [
      '|a|\n|-|\n|x \\| y|\n|`\\|`|\n|1<br>2<BR />3|\n|C:\\d|\n|**b**|\n| "q" |',
      'a\nx | y\n`|`\n"1\n2\n3"\nC:\\d\n**b**\n"""q"""',
      {},
      'cells',
    ],
    ['|a|b|\n|-|-|\n|1;|2|', 'a;b\n"1;";2', { delimiter: ';' }],
    ['|a|b|\n|-|-|', 'a\tb', { delimiter: 'tab' }],
    ['|__proto__|😀|\n|-|-|\n|\ud800|\0|', '__proto__,😀\n\ud800,\0'],
    ['|a|\n|-|', { error: 'there is no table 2; the text has one table' }, { pick: 2 }],
    ['|a|\n|-|\n\n|b|\n|-|', { error: 'there is no table -3; the text has 2 tables' }, { pick: -3 }],
    ['|a|\n|-|\n|1|\n\n|b|\n|-|', 'b', { pick: -1 }],
    ['|a|', '', { pick: 0 }, 'all of no tables'],
    [
      '|a|\n|-|',
      { error: 'delimiter must be tab, auto, one character or up to 4 signs, without quotes and line ends' },
      { delimiter: '"' },
    ],
    {
      long: [
        `${'|'.repeat(100_000)}\n${'|-'.repeat(99_999)}|\n${'|\n'.repeat(90_000)}`,
        { error: 'the output would be longer than 4000000 characters' },
        {},
        'a wide header and very many rows',
      ],
    },
  ],
  checks: {
    'CSV survives a round trip through a Markdown table, except white space around cells': () => {
      const cell = fc.string({
        unit: fc.constantFrom('a', '|', '\\', '\n', ' ', ',', '"', '😀', '<', '#', '-', '`'),
        maxLength: 6,
      });
      fc.assert(
        fc.property(
          fc.array(fc.array(cell, { minLength: 2, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
          fc.boolean(),
          (records, pretty) => {
            const csv = records
              .map((record) => record.map((text) => `"${text.replaceAll('"', '""')}"`).join(','))
              .join('\n');
            const table = resultOf('csv-to-markdown-table', csv, { pretty });
            const back = resultOf('csv-json-converter', resultOf(slug, table), {
              hasHeaders: false,
              direction: 'csv-to-json',
            });
            const width = Math.max(...records.map(({ length }) => length));
            const expected = records.map((record) => Array.from({ length: width }, (_, i) => (record[i] ?? '').trim()));
            assert.deepEqual(JSON.parse(back), expected);
          },
        ),
        { seed: 1, numRuns: sampleSize(500) },
      );
    },
    'finds the tables that markdown-it finds': () => {
      const line = fc.constantFrom(
        '|a|b|',
        '|-|-|',
        'a|b',
        '--|:-:',
        '',
        'x',
        '# h',
        '```',
        '|c|',
        '|:-|',
        '***',
        '1|2|3',
      );
      fc.assert(
        fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
          const text = lines.join('\n');
          const html = markdownIt().render(text);
          const expected = [...html.matchAll(/<table>.*?<\/table>/gs)].map(
            ([table]) => [...table.matchAll(/<th[ >]/g)].length,
          );
          const found: number[] = [];
          for (let pick = 1; ; pick++) {
            const csv = runTool(slug, text, { pick });
            if (typeof csv !== 'string' || csv === '') break;
            found.push(csv.split('\n')[0]?.split(',').length ?? 0);
          }
          assert.deepEqual(found, expected, text);
        }),
        { seed: 2, numRuns: sampleSize(500) },
      );
    },
    'hostile texts take linear time': () => {
      for (const piece of ['|', '|-', '-', '- ', ' ', '|a|\n|-|\n', '* ', '\\', '\\|', '`', '|\n', ':-']) {
        assertLinear(
          (length) => `|a|\n|-|\n${filled(piece, length)}x`,
          (text) => runTool(slug, text),
        );
        assertLinear(
          (length) => `|a|\n|-${filled(piece, length)}x`,
          (text) => runTool(slug, text),
        );
      }
    },
  },
} satisfies ToolCases;
