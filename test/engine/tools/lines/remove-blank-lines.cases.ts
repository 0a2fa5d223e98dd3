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
    ['', ''],
    ['a\n\nb', 'a\nb'],
    ['a\r\n\n\rb\r', 'a\r\nb\r\n', {}, 'the first line end is written'],
    ['a\r\rb', 'a\rb', {}, 'CR alone'],
    ['\n\na\n\n', 'a\n', {}, 'a final line end stays'],
    ['a\n ', 'a', {}, 'a dropped line adds no final line end'],
    ['a\n\u00a0\u3000\t\ufeff\u2028\nb', 'a\nb', {}, 'white space of every kind is blank'],
    ['a\n\u200b\nb', 'a\n\u200b\nb', {}, 'a zero-width space is not'],
    [' a \n\n b ', ' a \n b ', {}, 'lines that stay are not trimmed'],
    ['\n \na\n \n\n', '\na\n\n', { mode: 'collapse' }],
    ['a\n  \nb', 'a\n\nb', { mode: 'collapse' }, 'a run is reduced to an empty line'],
    ['a\n\n\n \n\nb', 'a\n\n \n\nb', { mode: 'collapse', whitespaceIsBlank: false }],
    ['\n\n\n', '\n', { mode: 'collapse' }],
    ['\ud800\n\n\udc00', '\ud800\n\udc00', {}, 'lone surrogates survive'],
    ['a', { error: 'steps[0].config.mode must be one of: remove, collapse' }, { mode: 'drop' }],
    ['a', { error: 'steps[0].config.whitespaceIsBlank must be a boolean' }, { whitespaceIsBlank: 1 }],
    [
      'a',
      { error: 'Unknown option for remove-blank-lines: whiteSpaceIsBlank. Did you mean whitespaceIsBlank?' },
      { whiteSpaceIsBlank: true },
    ],
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
