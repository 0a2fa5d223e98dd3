import assert from 'node:assert/strict';
import fc from 'fast-check';
import { displayWidth } from '#engine/text/csv/display-width.js';
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
    ['', ''],
    ['\n\n', ''],
    ['\ufeffa\n', '+---+\n| a |\n+---+\n+---+', {}, 'a header without rows'],
    ['a\nb', '+---+\n| a |\n| b |\n+---+', { hasHeaders: false }],
    [
      'a,b\r\n1\r\n1,2,3',
      '+---+---+---+\n| a | b |   |\n+---+---+---+\n| 1 |   |   |\n| 1 | 2 | 3 |\n+---+---+---+',
      {},
      'short records are filled up, long ones widen the table',
    ],
    ['a\tb', 'a  b', { delimiter: 'tab', ...bare }],
    ['a;b\n1;2', 'a  b\n1  2', { delimiter: 'auto', ...bare }],
    ['"a', { error: 'line 1: the quote that opens a cell here is never closed' }],

    // Styles
    ['a,b\n1,2', '┌───┬───┐\n│ a │ b │\n├───┼───┤\n│ 1 │ 2 │\n└───┴───┘', { style: 'unicode' }],
    ['ab,c\n1,\n,2\n,', 'ab  c\n--  -\n1\n    2\n', { style: 'compact' }, 'compact lines have no blanks at their ends'],
    [
      'n,mixed,money\n-1.5,1,"1,000.50"\n,x,+3%',
      '+------+-------+----------+\n|    n | mixed |    money |\n+------+-------+----------+\n| -1.5 | 1     | 1,000.50 |\n|      | x     |      +3% |\n+------+-------+----------+',
      { style: 'mysql' },
      'mysql: numbers to the right',
    ],

    // Cells
    ['"a\r\nb\rc",d', 'a  d\nb\nc', bare, 'line ends in cells'],
    ['a\tb\u001b[0m\0c,d', 'a b [0m c  d', bare, 'tabs and control characters become blanks'],
    ['漢字,1\n😀,1\ne\u0301,1\nab,1', '漢字  1\n😀    1\ne\u0301     1\nab    1', bare, 'wide characters and marks'],
    ['\ud800,\udc00', '\ud800  \udc00', bare, 'lone surrogates survive'],
    ['the quick brown fox,x', 'the quick  x\nbrown fox', { ...bare, maxColumnWidth: 9 }, 'wrapped at blanks'],
    ['a abcdefgh i', 'a\nabc\ndef\ngh\ni', { ...bare, maxColumnWidth: 3 }, 'and inside long words'],
    ['abcd ef', 'abc\nd\nef', { ...bare, maxColumnWidth: 3 }, 'the rest of a long word is filled up'],
    ['漢字漢字', '漢\n字\n漢\n字', { ...bare, maxColumnWidth: 3 }, 'wide characters are not cut'],
    [
      'e\u0301e\u0301e\u0301e\u0301',
      'e\u0301e\u0301e\u0301\ne\u0301',
      { ...bare, maxColumnWidth: 3 },
      'marks stay with their letters',
    ],
    ['abc', 'abc', { ...bare, maxColumnWidth: 3 }, 'a cell of exactly the width is not wrapped'],
    ['a', { error: 'steps[0].config.maxColumnWidth must be at least 3' }, { maxColumnWidth: 2 }],
    ['a', { error: 'steps[0].config.maxColumnWidth must be at most 500' }, { maxColumnWidth: 501 }],
    ['a', { error: 'steps[0].config.style must be one of: ascii, unicode, compact, mysql' }, { style: 'box' }],

    // Bounds
    [
      `${'a\n'.repeat(100_000)}${','.repeat(200_000)}`,
      { error: tooLong },
      {},
      'one long record makes all records long',
    ],
    {
      long: [
        `${'x'.repeat(60)}\n${'a\n'.repeat(240_000)}`,
        { error: tooLong },
        {},
        'one long cell makes all records long',
      ],
    },
    {
      long: [
        `${'x'.repeat(300_000)}${',abc'.repeat(49_000)}`,
        { error: tooLong },
        { maxColumnWidth: 3 },
        'wrapped lines are counted',
      ],
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
