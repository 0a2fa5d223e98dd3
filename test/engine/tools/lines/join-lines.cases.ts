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
    { input: '', output: '' },
    { input: '', config: { quote: 'single', removeBlank: false, itemPrefix: '<' }, output: '' },
    { input: 'a\n', output: 'a' },
    { input: '\n \n', output: '' },
    { input: '\n', config: { ...everyLine, quote: 'double' }, output: '""' },
    { name: 'LF, CRLF and CR', input: 'a\nb\r\nc\rd', output: 'a,b,c,d' },
    { name: 'U+2028 does not end a line', input: 'a\u2028b\nc', output: 'a\u2028b,c' },
    { input: 'a\nb', config: { separator: '' }, output: 'ab' },
    { input: 'a\nb', config: { separator: ' UNION ALL\n' }, output: 'a UNION ALL\nb' },
    { name: 'trimmed like String.prototype.trim', input: '\u00a0a\u3000\n\u200b b', output: 'a,\u200b b' },
    { input: ' a \n\n \nb', config: { trim: false }, output: ' a ,b' },
    { input: ' a \n\n \nb', config: { removeBlank: false }, output: 'a,,,b' },
    { input: ' a \n\n \nb', config: everyLine, output: ' a ,, ,b' },
    { input: 'a\nb', config: { quote: 'none' }, output: 'a,b' },
    { input: 'a\nb', config: { quote: 'single' }, output: "'a','b'" },
    { input: 'a\nb', config: { quote: 'backtick' }, output: '`a`,`b`' },
    { name: 'only its own quote is doubled', input: `'"\`\\`, config: { quote: 'single' }, output: `'''"\`\\'` },
    { input: `'"\``, config: { quote: 'double' }, output: `"'""\`"` },
    { input: `'"\``, config: { quote: 'backtick' }, output: `\`'"\`\`\`` },
    {
      name: 'without quotes nothing is escaped',
      input: `'"\`\\`,
      config: { quoteEscape: 'backslash' },
      output: `'"\`\\`,
    },
    {
      name: 'backslashes are escaped as well, so that none can escape the closing quote',
      input: `it's\nC:\\`,
      config: { quote: 'single', quoteEscape: 'backslash' },
      output: `'it\\'s','C:\\\\'`,
    },
    { input: '"', config: { quote: 'double', quoteEscape: 'backslash' }, output: '"\\""' },
    { input: '`$&', config: { quote: 'backtick', quoteEscape: 'backslash' }, output: '`\\`$&`' },
    {
      name: 'prefix and suffix stand outside of the quotes',
      input: 'a\nb',
      config: { quote: 'single', itemPrefix: 'N', itemSuffix: ' --' },
      output: "N'a' --,N'b' --",
    },
    { input: 'a\nb\nc', config: { wrapEvery: 1 }, output: 'a,\nb,\nc' },
    { input: 'a\nb\nc\nd', config: { wrapEvery: 2 }, output: 'a,b,\nc,d' },
    { input: 'a\nb\nc', config: { wrapEvery: 3 }, output: 'a,b,c' },
    { name: 'wrapped by its own line end', input: 'a\r\nb', config: { wrapEvery: 1 }, output: 'a,\r\nb' },
    {
      name: 'blanks at the line break go',
      input: 'a\nb\nc',
      config: { separator: ' ; ', wrapEvery: 2 },
      output: 'a ; b ;\nc',
    },
    { name: 'tabs too', input: 'a\nb\nc', config: { separator: '\t', wrapEvery: 2 }, output: 'a\tb\nc' },
    { input: 'b\na\n b\nB', config: { unique: true }, output: 'b,a,B' },
    { input: 'b\n b', config: { unique: true, trim: false }, output: 'b, b' },
    { input: '__proto__\nconstructor\n__proto__', config: { unique: true }, output: '__proto__,constructor' },
    {
      name: 'items are counted after deduplication',
      input: 'a\na\nb\nc',
      config: { unique: true, wrapEvery: 2 },
      output: 'a,b,\nc',
    },
    { name: 'lone surrogates and NUL survive', input: '\ud800\n\0\udc00', output: '\ud800,\0\udc00' },
    {
      input: 'a',
      config: { separator: '-'.repeat(21) },
      error: 'steps[0].config.separator must be at most 20 characters long',
    },
    {
      input: 'a',
      config: { quote: '"' },
      error: 'steps[0].config.quote must be one of: none, single, double, backtick',
    },
    {
      input: 'a',
      config: { quoteEscape: 'none' },
      error: 'steps[0].config.quoteEscape must be one of: double, backslash',
    },
    {
      input: 'a',
      config: { itemPrefix: '-'.repeat(101) },
      error: 'steps[0].config.itemPrefix must be at most 100 characters long',
    },
    {
      input: 'a',
      config: { itemSuffix: '-'.repeat(101) },
      error: 'steps[0].config.itemSuffix must be at most 100 characters long',
    },
    { input: 'a', config: { wrapEvery: 10_001 }, error: 'steps[0].config.wrapEvery must be at most 10000' },
    { input: 'a', config: { wrapEvery: -1 }, error: 'steps[0].config.wrapEvery must be at least 0' },
    {
      name: '500,000 characters that ask for 55,000,000',
      input: 'a\n'.repeat(250_000),
      config: { separator: '-'.repeat(20), itemPrefix: '-'.repeat(100), itemSuffix: '-'.repeat(100) },
      error: 'the output would be longer than 4000000 characters',
    },
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
