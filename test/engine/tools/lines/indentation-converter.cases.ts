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
    ['', ''],
    ['', '', tabs],
    ['\ta\r\n\r\r\n\tb\n', '    a\r\n\r\r\n    b\n', {}, 'line ends stay, mixed ones too'],
    [' \ta', '    a'],
    ['  \t\ta', '        a'],
    ['\ta\tb', '    a\tb', {}, 'tabs inside stay'],
    ['\ta\tb', '    a   b', { leadingOnly: false }],
    ['\t\n\t', '    \n    ', {}, 'blank lines are converted too'],
    ['\ta', ' a', { tabWidth: 1 }],
    ['\ta', `${' '.repeat(16)}a`, { tabWidth: 16 }],
    ['       a', '\t   a', tabs],
    ['  \ta', '\ta', tabs],
    ['   a', '   a', tabs],
    ['\u00a0\ta', '\u00a0\ta', {}, 'no-break spaces are not indentation'],
    ['a   b  c    d', 'a\tb  c\td', { ...tabs, leadingOnly: false }],
    ['abc d', 'abc d', { ...tabs, leadingOnly: false }, 'a single space stays'],
    ['abc\td', 'abc\td', { ...tabs, leadingOnly: false }, 'a single tab stays'],
    ['abc  d', 'abc\t d', { ...tabs, leadingOnly: false }, 'spaces past a tab stop'],
    ['😀\tb', '😀   b', { leadingOnly: false }, 'a character of two code units is one column'],
    ['\ud800\t\0\tb', '\ud800   \0   b', { leadingOnly: false }, 'lone surrogates and NUL'],
    ['a', { error: 'steps[0].config.to must be one of: spaces, tabs' }, { to: 'space' }],
    ['a', { error: 'steps[0].config.tabWidth must be at least 1' }, { tabWidth: 0 }],
    ['a', { error: 'steps[0].config.tabWidth must be at most 16' }, { tabWidth: 17 }],
    ['a', { error: 'steps[0].config.leadingOnly must be a boolean' }, { leadingOnly: 1 }],
    ['\t'.repeat(500_000), ' '.repeat(4_000_000), { tabWidth: 8 }],
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
