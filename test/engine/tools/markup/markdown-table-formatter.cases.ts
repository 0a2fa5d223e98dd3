import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'markdown-table-formatter';
const tooLong = 'the output would be longer than 4000000 characters';

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { input: '\n', output: '\n' },
    { name: 'all else stays', input: '# a\n\n  b  \n| c\n', output: '# a\n\n  b  \n| c\n' },
    {
      name: 'each line keeps its line end',
      input: 'x\r\n\n|a|b|\n|-|-|\r\n|1|2|\r\ry\n',
      output: 'x\r\n\n| a   | b   |\n| --- | --- |\r\n| 1   | 2   |\r\ry\n',
    },
    { input: '|a|b|\r\n|-|-|\r\n|1|2|\r\n', output: '| a   | b   |\r\n| --- | --- |\r\n| 1   | 2   |\r\n' },
    { input: 'a|b\n-|-', config: { padding: 4 }, output: '|    a      |    b      |\n|    ---    |    ---    |' },
    { input: 'a|b\n-|-', config: { padding: 5 }, error: 'steps[0].config.padding must be at most 4' },
    {
      name: 'alignment stays',
      input: '|l|r|c|n|\n|:-|-:|:-:|-|\n|long one|long one|long one|long one|\n|1|2|3|4|',
      output:
        '| l        |        r |    c     | n        |\n| :------- | -------: | :------: | -------- |\n| long one | long one | long one | long one |\n| 1        |        2 |    3     | 4        |',
    },
    {
      name: 'missing cells are completed, cells too many stay',
      input: '|a|b|\n|-|-|\n|1|\n|1|2|3|4|',
      output: '| a   | b   |\n| --- | --- |\n| 1   |     |\n| 1   | 2   | 3 | 4 |',
    },
    {
      name: 'several tables, in lists too',
      input: '|a|\n|-|\n\n- x\n\n  |b|\n  |-|\n  |12345|\n\n|c|\n|-|',
      output: '| a   |\n| --- |\n\n- x\n\n  | b     |\n  | ----- |\n  | 12345 |\n\n| c   |\n| --- |',
    },
    {
      name: 'escaped pipes and code stay',
      input: '|a \\| b|`c`|\n|-|-|',
      output: '| a \\| b | `c` |\n| ------ | --- |',
    },
    {
      name: 'a backslash does not escape the pipe after it',
      input: '|a\\ |b|\n|-|-|',
      config: { padding: 0 },
      output: '|a\\ |b  |\n|---|---|',
    },
    {
      name: 'wide characters and marks',
      input: '|漢字|e\u0301|\n|-|-|\n|a|😀|',
      output: '| 漢字 | e\u0301   |\n| ---- | --- |\n| a    | 😀  |',
    },
    {
      name: 'a cell of 200 columns lines up',
      input: `|a|\n|-|\n|${'x'.repeat(200)}|`,
      output: `| a${' '.repeat(199)} |\n| ${'-'.repeat(200)} |\n| ${'x'.repeat(200)} |`,
    },
    {
      name: 'a wider one does not',
      input: `|a|b|\n|-|-|\n|${'x'.repeat(201)}|1|`,
      output: `| a | b   |\n| --- | --- |\n| ${'x'.repeat(201)} | 1   |`,
    },
    {
      input: '|__proto__|\ud800|\n|-|-|\n|\0|',
      output: '| __proto__ | \ud800   |\n| --------- | --- |\n| \0         |     |',
    },
    {
      name: 'padding is counted',
      isLong: true,
      input: `|${'x'.repeat(200)}|\n|-|\n${'a\n'.repeat(240_000)}`,
      error: tooLong,
    },
    {
      name: 'a wide header and very many rows',
      isLong: true,
      input: `${'|'.repeat(100_000)}\n${'|-'.repeat(99_999)}|\n${'|\n'.repeat(90_000)}`,
      error: tooLong,
    },
    {
      name: 'a deep indentation and very many rows',
      input: `${' '.repeat(200_000)}|a|\n|-|\n${'b\n'.repeat(100_000)}`,
      error: tooLong,
    },
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
