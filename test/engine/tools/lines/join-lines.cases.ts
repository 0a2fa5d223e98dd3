import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'join-lines';
const everyLine = { trim: false, removeBlank: false };
const anyText = fc.string({ unit: 'binary' }).map((text) => text.replace(/[\r\n]/g, ''));

export default {
  slug,
  cases: [
    ['', ''],
    ['', '', { quote: 'single', removeBlank: false, itemPrefix: '<' }],
    ['a\n', 'a'],
    ['\n \n', ''],
    ['\n', '""', { ...everyLine, quote: 'double' }],
    ['a\nb\r\nc\rd', 'a,b,c,d', {}, 'LF, CRLF and CR'],
    ['a\u2028b\nc', 'a\u2028b,c', {}, 'U+2028 does not end a line'],
    ['a\nb', 'ab', { separator: '' }],
    ['a\nb', 'a UNION ALL\nb', { separator: ' UNION ALL\n' }],
    ['\u00a0a\u3000\n\u200b b', 'a,\u200b b', {}, 'trimmed like String.prototype.trim'],
    [' a \n\n \nb', ' a ,b', { trim: false }],
    [' a \n\n \nb', 'a,,,b', { removeBlank: false }],
    [' a \n\n \nb', ' a ,, ,b', everyLine],
    ['a\nb', 'a,b', { quote: 'none' }],
    ['a\nb', "'a','b'", { quote: 'single' }],
    ['a\nb', '`a`,`b`', { quote: 'backtick' }],
    [`'"\`\\`, `'''"\`\\'`, { quote: 'single' }, 'only its own quote is doubled'],
    [`'"\``, `"'""\`"`, { quote: 'double' }],
    [`'"\``, `\`'"\`\`\``, { quote: 'backtick' }],
    [`'"\`\\`, `'"\`\\`, { quoteEscape: 'backslash' }, 'without quotes nothing is escaped'],
    [
      `it's\nC:\\`,
      `'it\\'s','C:\\\\'`,
      { quote: 'single', quoteEscape: 'backslash' },
      'backslashes are escaped as well, so that none can escape the closing quote',
    ],
    ['"', '"\\""', { quote: 'double', quoteEscape: 'backslash' }],
    ['`$&', '`\\`$&`', { quote: 'backtick', quoteEscape: 'backslash' }],
    [
      'a\nb',
      "N'a' --,N'b' --",
      { quote: 'single', itemPrefix: 'N', itemSuffix: ' --' },
      'prefix and suffix stand outside of the quotes',
    ],
    ['a\nb\nc', 'a,\nb,\nc', { wrapEvery: 1 }],
    ['a\nb\nc\nd', 'a,b,\nc,d', { wrapEvery: 2 }],
    ['a\nb\nc', 'a,b,c', { wrapEvery: 3 }],
    ['a\r\nb', 'a,\r\nb', { wrapEvery: 1 }, 'wrapped by its own line end'],
    ['a\nb\nc', 'a ; b ;\nc', { separator: ' ; ', wrapEvery: 2 }, 'blanks at the line break go'],
    ['a\nb\nc', 'a\tb\nc', { separator: '\t', wrapEvery: 2 }, 'tabs too'],
    ['b\na\n b\nB', 'b,a,B', { unique: true }],
    ['b\n b', 'b, b', { unique: true, trim: false }],
    ['__proto__\nconstructor\n__proto__', '__proto__,constructor', { unique: true }],
    ['a\na\nb\nc', 'a,b,\nc', { unique: true, wrapEvery: 2 }, 'items are counted after deduplication'],
    ['\ud800\n\0\udc00', '\ud800,\0\udc00', {}, 'lone surrogates and NUL survive'],
    ['a', { error: 'steps[0].config.separator must be at most 20 characters long' }, { separator: '-'.repeat(21) }],
    ['a', { error: 'steps[0].config.quote must be one of: none, single, double, backtick' }, { quote: '"' }],
    ['a', { error: 'steps[0].config.quoteEscape must be one of: double, backslash' }, { quoteEscape: 'none' }],
    ['a', { error: 'steps[0].config.itemPrefix must be at most 100 characters long' }, { itemPrefix: '-'.repeat(101) }],
    ['a', { error: 'steps[0].config.itemSuffix must be at most 100 characters long' }, { itemSuffix: '-'.repeat(101) }],
    ['a', { error: 'steps[0].config.wrapEvery must be at most 10000' }, { wrapEvery: 10_001 }],
    ['a', { error: 'steps[0].config.wrapEvery must be at least 0' }, { wrapEvery: -1 }],
    [
      'a\n'.repeat(250_000),
      { error: 'the output would be longer than 4000000 characters' },
      { separator: '-'.repeat(20), itemPrefix: '-'.repeat(100), itemSuffix: '-'.repeat(100) },
      '500,000 characters that ask for 55,000,000',
    ],
  ],
  checks: {
    'agrees with paste -s': (t) => {
      const line = fc.array(fc.constantFrom('a', ',', ' ', 'é', '🚀')).map((parts) => `${parts.join('')}\n`);
      const texts = fc.sample(
        fc.array(line, { minLength: 1 }).map((lines) => lines.join('')),
        { seed: 1, numRuns: sampleSize(50) },
      );
      shellOracle(t, "paste -s -d ';'", texts)?.forEach((output, index) => {
        assert.equal(`${resultOf(slug, texts[index] ?? '', { ...everyLine, separator: ';' })}\n`, output);
      });
    },
    'JSON.parse reads a list of quoted items': () => {
      const lines = fc.array(
        anyText.map((text) => text.replace(/[\0-\x1f]/g, '')),
        { minLength: 1 },
      );
      fc.assert(
        fc.property(lines, (items) => {
          const config = { ...everyLine, quote: 'double', quoteEscape: 'backslash', wrapEvery: 3 };
          const text = items.map((item) => `${item}\n`).join('');
          assert.deepEqual(JSON.parse(`[${resultOf(slug, text, config)}]`), items);
        }),
        { seed: 2, numRuns: sampleSize(300) },
      );
    },
    'split-text reverses it': () => {
      fc.assert(
        fc.property(
          fc.array(
            anyText.map((text) => text.replaceAll(',', '')),
            { minLength: 1 },
          ),
          (items) => {
            const text = items.join('\n');
            // A last empty line without a line end is no line.
            if (items.at(-1) === '') return;
            const joined = resultOf(slug, text, everyLine);
            assert.equal(resultOf('split-text', joined, { trim: false }), text);
          },
        ),
        { seed: 3, numRuns: sampleSize(300) },
      );
    },
    'reserves exactly the size of its output': () => {
      assertAsksForItsSize(slug, "a'\r\nb\r\n🚀\r\n", {
        quote: 'single',
        wrapEvery: 2,
        itemPrefix: 'N',
        separator: ' , ',
      });
    },
  },
} satisfies ToolCases;
