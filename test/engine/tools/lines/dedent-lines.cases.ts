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
    { input: '', output: '' },
    { input: '  a', output: 'a' },
    { name: 'nothing in common', input: '  a\nb\n', output: '  a\nb\n' },
    { name: 'CRLF stays', input: '  a\r\n   b\r\n', output: 'a\r\n b\r\n' },
    { name: 'mixed line ends become the first one', input: ' a\r b\n c', output: 'a\rb\rc' },
    {
      name: 'blank lines do not count and become empty',
      input: '  a\n\n \n   \t\n\u3000\n  b',
      output: 'a\n\n\n\n\nb',
    },
    { input: ' \n\t\n', output: '\n\n' },
    { name: 'blanks at the end of lines stay', input: '  a  \n  b\t', output: 'a  \nb\t' },
    { name: 'no-break spaces are not indentation', input: '\u00a0a\n\u00a0b', output: '\u00a0a\n\u00a0b' },
    { input: '\t\ta\n\tb', output: '\ta\nb' },
    { input: '\ta\n        b', output: 'a\nb' },
    { input: '\ta\n    b', config: four, output: 'a\nb' },
    { name: 'a tab is removed in part', input: '\ta\n  b', config: four, output: '  a\nb' },
    { name: 'a tab that would become wider becomes spaces', input: '  \ta\n  b', config: four, output: '  a\nb' },
    { name: 'tabs after whole tab stops stay', input: '    \ta\n    b', config: four, output: '\ta\nb' },
    { input: '\t\ta\n      b', config: four, output: '  a\nb' },
    { input: '\ta\n b', config: { tabWidth: 1 }, output: 'a\nb' },
    { input: '\ta\n b', config: { tabWidth: 16 }, output: `${' '.repeat(15)}a\nb` },
    { name: 'lone surrogates survive', input: ' \ud800\n \udc00', output: '\ud800\n\udc00' },
    { input: 'a', config: { tabWidth: 0 }, error: 'steps[0].config.tabWidth must be at least 1' },
    { input: 'a', config: { tabWidth: 17 }, error: 'steps[0].config.tabWidth must be at most 16' },
    { input: `${'\t'.repeat(249_990)}a\n b`, config: { tabWidth: 16 }, output: `${' '.repeat(3_999_839)}a\nb` },
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
