import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'dedent-lines';
const four = { tabWidth: 4 };
const line = fc.constantFrom(
  '',
  ' ',
  '\t',
  'a',
  ' b',
  '  c d ',
  '   e',
  '\tf',
  ' \tg',
  '\t h',
  '\t\ti',
  '     j',
  '  \t \tk',
);

export default {
  slug,
  cases: [
    ['', ''],
    ['  a', 'a'],
    ['  a\nb\n', '  a\nb\n', {}, 'nothing in common'],
    ['  a\r\n   b\r\n', 'a\r\n b\r\n', {}, 'CRLF stays'],
    [' a\r b\n c', 'a\rb\rc', {}, 'mixed line ends become the first one'],
    ['  a\n\n \n   \t\n\u3000\n  b', 'a\n\n\n\n\nb', {}, 'blank lines do not count and become empty'],
    [' \n\t\n', '\n\n'],
    ['  a  \n  b\t', 'a  \nb\t', {}, 'blanks at the end of lines stay'],
    ['\u00a0a\n\u00a0b', '\u00a0a\n\u00a0b', {}, 'no-break spaces are not indentation'],
    ['\t\ta\n\tb', '\ta\nb'],
    ['\ta\n        b', 'a\nb'],
    ['\ta\n    b', 'a\nb', four],
    ['\ta\n  b', '  a\nb', four, 'a tab is removed in part'],
    ['  \ta\n  b', '  a\nb', four, 'a tab that would become wider becomes spaces'],
    ['    \ta\n    b', '\ta\nb', four, 'tabs after whole tab stops stay'],
    ['\t\ta\n      b', '  a\nb', four],
    ['\ta\n b', 'a\nb', { tabWidth: 1 }],
    ['\ta\n b', `${' '.repeat(15)}a\nb`, { tabWidth: 16 }],
    [' \ud800\n \udc00', '\ud800\n\udc00', {}, 'lone surrogates survive'],
    ['a', { error: 'steps[0].config.tabWidth must be at least 1' }, { tabWidth: 0 }],
    ['a', { error: 'steps[0].config.tabWidth must be at most 16' }, { tabWidth: 17 }],
    [`${'\t'.repeat(249_990)}a\n b`, `${' '.repeat(3_999_839)}a\nb`, { tabWidth: 16 }],
  ],
  checks: {
    'every line moves to the left by the same number of columns': () => {
      fc.assert(
        fc.property(fc.array(line), fc.integer({ min: 1, max: 16 }), (lines, tabWidth) => {
          const expand = (text: string) => resultOf('indentation-converter', text, { tabWidth });
          const text = lines.map((content) => `${content}\n`).join('');
          const expanded = expand(text).split('\n');
          const indents = expanded.filter((content) => content.trim() !== '').map((content) => content.search(/\S/));
          const moved = expanded.map((content) => (content.trim() === '' ? '' : content.slice(Math.min(...indents))));
          assert.equal(expand(resultOf(slug, text, { tabWidth })), moved.join('\n'));
        }),
        { seed: 1, numRuns: sampleSize(500) },
      );
    },
    'is idempotent': () => {
      fc.assert(
        fc.property(fc.array(line), (lines) => {
          const once = resultOf(slug, lines.join('\n'));
          assert.equal(resultOf(slug, once), once);
        }),
        { seed: 2, numRuns: sampleSize(200) },
      );
    },
    'agrees with Python’s textwrap on spaces': (t) => {
      const spaced = line.filter((content) => !content.includes('\t'));
      const texts = fc.sample(
        fc.array(spaced, { minLength: 1 }).map((lines) => lines.map((content) => `    ${content}\n`).join('')),
        { seed: 3, numRuns: 4 },
      );
      const command = `python3 -c 'import sys, textwrap; print(textwrap.dedent(sys.stdin.read()), end="")'`;
      shellOracle(t, command, texts)?.forEach((output, index) => {
        assert.equal(resultOf(slug, texts[index] ?? ''), output);
      });
    },
    'reserves exactly the size of its output': () => {
      assertAsksForItsSize(slug, '\ta\r\n b\r\n', { tabWidth: 16 });
    },
  },
} satisfies ToolCases;
