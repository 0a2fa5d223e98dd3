import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'remove-blank-lines';
/** Stands between the texts that one process reads; no text holds it. */
const divider = '=== next ===';

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { input: 'a\n\nb', output: 'a\nb' },
    { name: 'the first line end is written', input: 'a\r\n\n\rb\r', output: 'a\r\nb\r\n' },
    { name: 'CR alone', input: 'a\r\rb', output: 'a\rb' },
    { name: 'a final line end stays', input: '\n\na\n\n', output: 'a\n' },
    { name: 'a dropped line adds no final line end', input: 'a\n ', output: 'a' },
    { name: 'white space of every kind is blank', input: 'a\n\u00a0\u3000\t\ufeff\u2028\nb', output: 'a\nb' },
    { name: 'a zero-width space is not', input: 'a\n\u200b\nb', output: 'a\n\u200b\nb' },
    { name: 'lines that stay are not trimmed', input: ' a \n\n b ', output: ' a \n b ' },
    { input: '\n \na\n \n\n', config: { mode: 'collapse' }, output: '\na\n\n' },
    {
      name: 'a run is reduced to an empty line',
      input: 'a\n  \nb',
      config: { mode: 'collapse' },
      output: 'a\n\nb',
    },
    {
      input: 'a\n\n\n \n\nb',
      config: { mode: 'collapse', whitespaceIsBlank: false },
      output: 'a\n\n \n\nb',
    },
    { input: '\n\n\n', config: { mode: 'collapse' }, output: '\n' },
    { name: 'lone surrogates survive', input: '\ud800\n\n\udc00', output: '\ud800\n\udc00' },
    { input: 'a', config: { mode: 'drop' }, error: 'steps[0].config.mode must be one of: remove, collapse' },
    { input: 'a', config: { whitespaceIsBlank: 1 }, error: 'steps[0].config.whitespaceIsBlank must be a boolean' },
    {
      input: 'a',
      config: { whiteSpaceIsBlank: true },
      error: 'Unknown option for remove-blank-lines: whiteSpaceIsBlank. Did you mean whitespaceIsBlank?',
    },
  ],
  checks: {
    'collapsing empty lines agrees with cat -s': (t) => {
      if (spawnSync('cat', ['--version']).error) return t.skip('cat is not installed');
      const texts = linesOf(['', '', '', ' ', 'a', '\t']);
      const { stdout } = spawnSync('cat', ['-s'], { input: together(texts), encoding: 'utf8' });
      const ours = texts.map((text) => resultOf(slug, text, { mode: 'collapse', whitespaceIsBlank: false }));
      assert.equal(together(ours), stdout);
    },
    'removing agrees with grep -v': (t) => {
      if (spawnSync('grep', ['--version']).error) return t.skip('grep is not installed');
      const texts = linesOf(['', '', ' ', 'a', ' \t', 'b c']);
      const { stdout } = spawnSync('grep', ['-v', '^[[:space:]]*$'], { input: together(texts), encoding: 'utf8' });
      assert.equal(together(texts.map((text) => resultOf(slug, text))), stdout);
    },
  },
} satisfies ToolCases;

/** Three hundred texts, each with a final line end. */
function linesOf(lines: readonly string[]): string[] {
  const text = fc.array(fc.constantFrom(...lines), { minLength: 1, maxLength: 30 });
  return fc.sample(text, { seed: 5, numRuns: sampleSize(300) }).map((sample) => `${sample.join('\n')}\n`);
}

function together(texts: readonly string[]): string {
  return texts.map((text) => `${text}${divider}\n`).join('');
}
