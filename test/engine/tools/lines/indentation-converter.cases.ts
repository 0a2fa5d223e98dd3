import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'indentation-converter';
const tabs = { to: 'tabs' };
const text = fc
  .array(fc.constantFrom('a', 'bc', ' ', ' ', '  ', '   ', '\t', '\n', '     '), { maxLength: 25, size: 'max' })
  .map((parts) => `${parts.join('')}\n`);

function agreesWith(command: string, config: object): NonNullable<ToolCases['checks']>[string] {
  const texts = fc.sample(text, { seed: 1, numRuns: sampleSize(150) });
  return (t) => {
    shellOracle(t, command, texts)?.forEach((output, index) => {
      assert.equal(resultOf(slug, texts[index] ?? '', config), output, JSON.stringify(texts[index]));
    });
  };
}

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { input: '', config: tabs, output: '' },
    { name: 'line ends stay, mixed ones too', input: '\ta\r\n\r\r\n\tb\n', output: '    a\r\n\r\r\n    b\n' },
    { input: ' \ta', output: '    a' },
    { input: '  \t\ta', output: '        a' },
    { name: 'tabs inside stay', input: '\ta\tb', output: '    a\tb' },
    { input: '\ta\tb', config: { leadingOnly: false }, output: '    a   b' },
    { name: 'blank lines are converted too', input: '\t\n\t', output: '    \n    ' },
    { input: '\ta', config: { tabWidth: 1 }, output: ' a' },
    { input: '\ta', config: { tabWidth: 16 }, output: `${' '.repeat(16)}a` },
    { input: '       a', config: tabs, output: '\t   a' },
    { input: '  \ta', config: tabs, output: '\ta' },
    { input: '   a', config: tabs, output: '   a' },
    { name: 'no-break spaces are not indentation', input: '\u00a0\ta', output: '\u00a0\ta' },
    { input: 'a   b  c    d', config: { ...tabs, leadingOnly: false }, output: 'a\tb  c\td' },
    { name: 'a single space stays', input: 'abc d', config: { ...tabs, leadingOnly: false }, output: 'abc d' },
    { name: 'a single tab stays', input: 'abc\td', config: { ...tabs, leadingOnly: false }, output: 'abc\td' },
    { name: 'spaces past a tab stop', input: 'abc  d', config: { ...tabs, leadingOnly: false }, output: 'abc\t d' },
    {
      name: 'a character of two code units is one column',
      input: '😀\tb',
      config: { leadingOnly: false },
      output: '😀   b',
    },
    {
      name: 'lone surrogates and NUL',
      input: '\ud800\t\0\tb',
      config: { leadingOnly: false },
      output: '\ud800   \0   b',
    },
    { input: 'a', config: { to: 'space' }, error: 'steps[0].config.to must be one of: spaces, tabs' },
    { input: 'a', config: { tabWidth: 0 }, error: 'steps[0].config.tabWidth must be at least 1' },
    { input: 'a', config: { tabWidth: 17 }, error: 'steps[0].config.tabWidth must be at most 16' },
    { input: 'a', config: { leadingOnly: 1 }, error: 'steps[0].config.leadingOnly must be a boolean' },
    { input: '\t'.repeat(500_000), config: { tabWidth: 8 }, output: ' '.repeat(4_000_000) },
  ],
  checks: {
    'agrees with expand -i': agreesWith('expand -i -t 4', {}),
    'agrees with expand': agreesWith('expand -t 3', { tabWidth: 3, leadingOnly: false }),
    'agrees with unexpand --first-only': agreesWith('unexpand --first-only -t 4', tabs),
    'agrees with unexpand -a': agreesWith('unexpand -t 3', { ...tabs, tabWidth: 3, leadingOnly: false }),
    'agrees with unexpand at a tabWidth of one': agreesWith('unexpand -t 1', {
      ...tabs,
      tabWidth: 1,
      leadingOnly: false,
    }),
    'to tabs and back gives the same columns': () => {
      fc.assert(
        fc.property(text, fc.integer({ min: 1, max: 16 }), fc.boolean(), (input, tabWidth, leadingOnly) => {
          const config = { tabWidth, leadingOnly };
          const spaces = resultOf(slug, input, config);
          assert.equal(resultOf(slug, resultOf(slug, input, { ...config, to: 'tabs' }), config), spaces);
        }),
        { seed: 2, numRuns: sampleSize(300) },
      );
    },
    'the tabWidth of tabs is asked for before they are written': () => {
      assertAsksForItsSize(slug, '\t\t', { tabWidth: 16 });
      assertAsksForItsSize(slug, 'a\n\tb\tc\t', { leadingOnly: false });
    },
  },
} satisfies ToolCases;
