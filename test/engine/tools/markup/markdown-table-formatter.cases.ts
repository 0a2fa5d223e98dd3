import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'markdown-table-formatter';
const tooLong = 'the output would be longer than 4000000 characters';

export default {
  slug,
  cases: [
    ['', ''],
    ['\n', '\n'],
    ['# a\n\n  b  \n| c\n', '# a\n\n  b  \n| c\n', {}, 'all else stays'],
    [
      'x\r\n\n|a|b|\n|-|-|\r\n|1|2|\r\ry\n',
      'x\r\n\n| a   | b   |\n| --- | --- |\r\n| 1   | 2   |\r\ry\n',
      {},
      'each line keeps its line end',
    ],
    ['|a|b|\r\n|-|-|\r\n|1|2|\r\n', '| a   | b   |\r\n| --- | --- |\r\n| 1   | 2   |\r\n'],
    ['a|b\n-|-', '|    a      |    b      |\n|    ---    |    ---    |', { padding: 4 }],
    ['a|b\n-|-', { error: 'steps[0].config.padding must be at most 4' }, { padding: 5 }],
    [
      '|l|r|c|n|\n|:-|-:|:-:|-|\n|long one|long one|long one|long one|\n|1|2|3|4|',
      '| l        |        r |    c     | n        |\n| :------- | -------: | :------: | -------- |\n| long one | long one | long one | long one |\n| 1        |        2 |    3     | 4        |',
      {},
      'alignment stays',
    ],
    [
      '|a|b|\n|-|-|\n|1|\n|1|2|3|4|',
      '| a   | b   |\n| --- | --- |\n| 1   |     |\n| 1   | 2   | 3 | 4 |',
      {},
      'missing cells are completed, cells too many stay',
    ],
    [
      '|a|\n|-|\n\n- x\n\n  |b|\n  |-|\n  |12345|\n\n|c|\n|-|',
      '| a   |\n| --- |\n\n- x\n\n  | b     |\n  | ----- |\n  | 12345 |\n\n| c   |\n| --- |',
      {},
      'several tables, in lists too',
    ],
    ['|a \\| b|`c`|\n|-|-|', '| a \\| b | `c` |\n| ------ | --- |', {}, 'escaped pipes and code stay'],
    ['|a\\ |b|\n|-|-|', '|a\\ |b  |\n|---|---|', { padding: 0 }, 'a backslash does not escape the pipe after it'],
    [
      '|漢字|e\u0301|\n|-|-|\n|a|😀|',
      '| 漢字 | e\u0301   |\n| ---- | --- |\n| a    | 😀  |',
      {},
      'wide characters and marks',
    ],
    [
      `|a|\n|-|\n|${'x'.repeat(200)}|`,
      `| a${' '.repeat(199)} |\n| ${'-'.repeat(200)} |\n| ${'x'.repeat(200)} |`,
      {},
      'a cell of 200 columns lines up',
    ],
    [
      `|a|b|\n|-|-|\n|${'x'.repeat(201)}|1|`,
      `| a | b   |\n| --- | --- |\n| ${'x'.repeat(201)} | 1   |`,
      {},
      'a wider one does not',
    ],
    ['|__proto__|\ud800|\n|-|-|\n|\0|', '| __proto__ | \ud800   |\n| --------- | --- |\n| \0         |     |'],
    { long: [`|${'x'.repeat(200)}|\n|-|\n${'a\n'.repeat(240_000)}`, { error: tooLong }, {}, 'padding is counted'] },
    {
      long: [
        `${'|'.repeat(100_000)}\n${'|-'.repeat(99_999)}|\n${'|\n'.repeat(90_000)}`,
        { error: tooLong },
        {},
        'a wide header and very many rows',
      ],
    },
    [
      `${' '.repeat(200_000)}|a|\n|-|\n${'b\n'.repeat(100_000)}`,
      { error: tooLong },
      {},
      'a deep indentation and very many rows',
    ],
  ],
  checks: {
    'is idempotent, and keeps the cells': () => {
      const line = fc
        .array(fc.constantFrom('a', 'b c', '漢', '\\|', '\\', '', '`x`', ' '), { minLength: 1, maxLength: 4 })
        .map((cells) => cells.join('|'));
      const text = fc.array(
        fc.oneof(
          line,
          line.map((cells) => `| ${cells} |`),
          fc.constantFrom('|-|-|', '-|-', '|:-:|-|', '', '- x', '```', '  |-|-:|'),
        ),
        { maxLength: 8 },
      );
      fc.assert(
        fc.property(text, fc.integer({ min: 0, max: 4 }), (lines, padding) => {
          const source = lines.join('\n');
          const once = resultOf(slug, source, { padding });
          assert.equal(resultOf(slug, once, { padding }), once);
          for (let pick = 1; pick <= 4; pick++) {
            assert.deepEqual(
              runTool('markdown-table-to-csv', once, { pick }),
              runTool('markdown-table-to-csv', source, { pick }),
            );
          }
        }),
        { seed: 1, numRuns: sampleSize(500) },
      );
    },
  },
} satisfies ToolCases;
