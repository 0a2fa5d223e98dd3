import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseDocument } from 'htmlparser2';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'csv-to-html-table';
const bare = { hasHeaders: false, indent: 0 };
const tooLong = 'the output would be longer than 4000000 characters';

export default {
  slug,
  cases: [
    ['', ''],
    ['\n\r\n', ''],
    [
      '\ufeffa\r\n1\r2',
      '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>1</td></tr><tr><td>2</td></tr></tbody></table>',
      { indent: 0 },
    ],
    ['a\tb', '<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>', { ...bare, delimiter: 'tab' }],
    ['a|b', '<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>', { ...bare, delimiter: 'auto' }],
    [
      'a\n1,2',
      '<table><thead><tr><th>a</th><th></th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
      { indent: 0 },
      'short records are filled up, long ones widen the table',
    ],
    [
      '<script>alert(\'1\')</script>,&amp;,"<a href=""x"">"',
      '<table><tbody><tr><td>&lt;script&gt;alert(\'1\')&lt;/script&gt;</td><td>&amp;amp;</td><td>&lt;a href="x"&gt;</td></tr></tbody></table>',
      bare,
      'no tag gets through',
    ],
    ['"a\r\nb\rc\n"', '<table><tbody><tr><td>a<br>b<br>c<br></td></tr></tbody></table>', bare],
    ['__proto__,😀\ud800\0', '<table><tbody><tr><td>__proto__</td><td>😀\ud800\0</td></tr></tbody></table>', bare],
    ["a'b", "<table>\n\t<thead>\n\t\t<tr><th>a'b</th></tr>\n\t</thead>\n</table>", { indent: 'tab' }],
    ['a', { error: 'steps[0].config.indent must be at most 10' }, { indent: 11 }],
    ['"a', { error: 'line 1: the quote that opens a cell here is never closed' }],
    [
      `${'a\n'.repeat(100_000)}${','.repeat(200_000)}`,
      { error: tooLong },
      {},
      'one long record makes all records long',
    ],
    {
      long: [
        '&\n'.repeat(249_999),
        { error: tooLong },
        { hasHeaders: false, indent: 8 },
        'what is longer than its character is counted',
      ],
    },
  ],
  checks: {
    'an HTML parser reads the cells that were written': () => {
      const cell = fc.string({
        unit: fc.constantFrom('a', '<', '>', '&', '"', "'", 'amp;', '<b>', ' ', '😀', '-->'),
        maxLength: 6,
      });
      fc.assert(
        fc.property(
          fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 4 }),
          fc.boolean(),
          (records, hasHeaders) => {
            const csv = records
              .map((record) => record.map((text) => `"${text.replaceAll('"', '""')}"`).join(','))
              .join('\n');
            const cells: string[] = [];
            const visit = (node: { type: string; name?: string; children?: unknown[]; data?: string }) => {
              if (node.name === 'td' || node.name === 'th')
                cells.push((node.children as { data: string }[]).map(({ data }) => data).join(''));
              for (const child of node.children ?? []) visit(child as typeof node);
            };
            visit(parseDocument(resultOf(slug, csv, { hasHeaders })) as unknown as Parameters<typeof visit>[0]);
            assert.deepEqual(cells, records.flat());
          },
        ),
        { seed: 1, numRuns: sampleSize(200) },
      );
    },
  },
} satisfies ToolCases;
