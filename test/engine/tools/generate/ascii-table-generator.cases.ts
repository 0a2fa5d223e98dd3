import assert from 'node:assert/strict';
import fc from 'fast-check';
import { displayWidth } from '../../../../engine/text/csv/display-width.js';
import { assertLinear, filled } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'ascii-table-generator';
const bare = { style: 'compact', hasHeaders: false };
const tooLong = 'the output would be longer than 4000000 characters';

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { input: '\n\n', output: '' },
    { name: 'a header without rows', input: '\ufeffa\n', output: '+---+\n| a |\n+---+\n+---+' },
    { input: 'a\nb', config: { hasHeaders: false }, output: '+---+\n| a |\n| b |\n+---+' },
    {
      name: 'short records are filled up, long ones widen the table',
      input: 'a,b\r\n1\r\n1,2,3',
      output: '+---+---+---+\n| a | b |   |\n+---+---+---+\n| 1 |   |   |\n| 1 | 2 | 3 |\n+---+---+---+',
    },
    { input: 'a\tb', config: { delimiter: 'tab', ...bare }, output: 'a  b' },
    { input: 'a;b\n1;2', config: { delimiter: 'auto', ...bare }, output: 'a  b\n1  2' },
    { input: '"a', error: 'line 1: the quote that opens a cell here is never closed' },

    // Styles
    {
      input: 'a,b\n1,2',
      config: { style: 'unicode' },
      output: '┌───┬───┐\n│ a │ b │\n├───┼───┤\n│ 1 │ 2 │\n└───┴───┘',
    },
    {
      name: 'compact lines have no blanks at their ends',
      input: 'ab,c\n1,\n,2\n,',
      config: { style: 'compact' },
      output: 'ab  c\n--  -\n1\n    2\n',
    },
    {
      name: 'mysql: numbers to the right',
      input: 'n,mixed,money\n-1.5,1,"1,000.50"\n,x,+3%',
      config: { style: 'mysql' },
      output:
        '+------+-------+----------+\n|    n | mixed |    money |\n+------+-------+----------+\n| -1.5 | 1     | 1,000.50 |\n|      | x     |      +3% |\n+------+-------+----------+',
    },

    // Cells
    { name: 'line ends in cells', input: '"a\r\nb\rc",d', config: bare, output: 'a  d\nb\nc' },
    {
      name: 'tabs and control characters become blanks',
      input: 'a\tb\u001b[0m\0c,d',
      config: bare,
      output: 'a b [0m c  d',
    },
    {
      name: 'wide characters and marks',
      input: '漢字,1\n😀,1\ne\u0301,1\nab,1',
      config: bare,
      output: '漢字  1\n😀    1\ne\u0301     1\nab    1',
    },
    { name: 'lone surrogates survive', input: '\ud800,\udc00', config: bare, output: '\ud800  \udc00' },
    {
      name: 'wrapped at blanks',
      input: 'the quick brown fox,x',
      config: { ...bare, maxColumnWidth: 9 },
      output: 'the quick  x\nbrown fox',
    },
    {
      name: 'and inside long words',
      input: 'a abcdefgh i',
      config: { ...bare, maxColumnWidth: 3 },
      output: 'a\nabc\ndef\ngh\ni',
    },
    {
      name: 'the rest of a long word is filled up',
      input: 'abcd ef',
      config: { ...bare, maxColumnWidth: 3 },
      output: 'abc\nd\nef',
    },
    {
      name: 'wide characters are not cut',
      input: '漢字漢字',
      config: { ...bare, maxColumnWidth: 3 },
      output: '漢\n字\n漢\n字',
    },
    {
      name: 'marks stay with their letters',
      input: 'e\u0301e\u0301e\u0301e\u0301',
      config: { ...bare, maxColumnWidth: 3 },
      output: 'e\u0301e\u0301e\u0301\ne\u0301',
    },
    {
      name: 'a cell of exactly the width is not wrapped',
      input: 'abc',
      config: { ...bare, maxColumnWidth: 3 },
      output: 'abc',
    },
    { input: 'a', config: { maxColumnWidth: 2 }, error: 'steps[0].config.maxColumnWidth must be at least 3' },
    { input: 'a', config: { maxColumnWidth: 501 }, error: 'steps[0].config.maxColumnWidth must be at most 500' },
    {
      input: 'a',
      config: { style: 'box' },
      error: 'steps[0].config.style must be one of: ascii, unicode, compact, mysql',
    },

    // Bounds
    {
      name: 'one long record makes all records long',
      input: `${'a\n'.repeat(100_000)}${','.repeat(200_000)}`,
      error: tooLong,
    },
    {
      name: 'one long cell makes all records long',
      isLong: true,
      input: `${'x'.repeat(60)}\n${'a\n'.repeat(240_000)}`,
      error: tooLong,
    },
    {
      name: 'wrapped lines are counted',
      isLong: true,
      input: `${'x'.repeat(300_000)}${',abc'.repeat(49_000)}`,
      config: { maxColumnWidth: 3 },
      error: tooLong,
    },
  ],
  checks: {
    'every line of a box is equally wide, and no column wider than allowed': () => {
      const cell = fc.string({
        unit: fc.constantFrom('a', 'bc', ' ', '漢', '😀', 'e\u0301', '1', '\n', '\t', '👩‍🚀'),
        maxLength: 12,
      });
      fc.assert(
        fc.property(
          fc.array(fc.array(cell, { minLength: 2, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
          fc.constantFrom('ascii', 'unicode', 'mysql'),
          fc.integer({ min: 3, max: 12 }),
          (records, style, maxColumnWidth) => {
            const csv = records.map((record) => record.map((text) => `"${text}"`).join(',')).join('\n');
            const lines = resultOf(slug, csv, { style, maxColumnWidth }).split('\n').map(displayWidth);
            const columns = Math.max(...records.map(({ length }) => length));
            assert.equal(new Set(lines).size, 1);
            assert.ok((lines[0] ?? 0) <= columns * (maxColumnWidth + 3) + 1);
            const characters = (text: string) => text.replace(/[\s+|│┌┬┐├┼┤└┴┘─-]/g, '');
            const drawn = characters(resultOf(slug, csv, { style, maxColumnWidth: 500 }));
            assert.deepEqual([...drawn].sort(), [...characters(records.flat().join(''))].sort());
          },
        ),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'compact without a header agrees with column -t': (t) => {
      const cell = fc.stringMatching(/^[a-z0-9.]{1,6}$/);
      const records = fc
        .integer({ min: 1, max: 4 })
        .chain((width) =>
          fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }),
        );
      const texts = fc
        .sample(records, { seed: 2, numRuns: sampleSize(100) })
        .map((lines) => lines.map((line) => `${line.join(',')}\n`).join(''));
      const expected = shellOracle(t, 'column -t -s ,', texts);
      if (expected === undefined) return;
      for (const [i, text] of texts.entries()) {
        const drawn: string | undefined = expected[i]
          ?.split('\n')
          .map((line) => line.trimEnd())
          .join('\n');
        assert.equal(`${resultOf(slug, text, bare)}\n`, drawn);
      }
    },
    'hostile tables take linear time': () => {
      for (const piece of ['a ', '😀\u200d', ',', '\n,']) {
        for (const style of ['ascii', 'compact'])
          assertLinear(
            (length) => `a${filled(piece, length)}`,
            (text) => runTool(slug, text, { style, maxColumnWidth: 3 }),
          );
      }
      assertLinear(
        (length) => `${filled('a\n', length / 2)}${filled(',', length / 2)}`,
        (text) => runTool(slug, text, { style: 'compact' }),
      );
    },
  },
} satisfies ToolCases;
