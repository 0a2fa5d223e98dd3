import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { OutputTooLongError } from '../../../../engine/core/errors.js';
import { OutputLimit } from '../../../../engine/core/tool.js';
import tool from '../../../../engine/tools/lines/line-break-remover.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'line-break-remover';

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { input: '\r\n \n', output: '' },
    { name: 'every kind of line end', input: 'a\r\nb\rc\nd', output: 'a b c d' },
    { name: 'U+2028 is not a line end', input: 'a\u2028b', output: 'a\u2028b' },
    { name: 'lines are trimmed, runs of spaces and tabs are one', input: '  a \t b\t\nc  ', output: 'a b c' },
    { name: 'a tab alone becomes a space', input: 'a\tb', output: 'a b' },
    { name: 'a no-break space inside a line stays', input: 'a\u00a0\u00a0b', output: 'a\u00a0\u00a0b' },
    { name: 'the final line end goes', input: 'a\n\n\n', output: 'a' },
    { input: 'a\n \nb', config: { replacement: '|' }, output: 'a|b' },
    { input: ' a \n  b\n', config: { collapseSpaces: false, replacement: '|' }, output: ' a |  b' },
    { input: '\n\na\n\n', config: { collapseSpaces: false, replacement: '|' }, output: '||a|' },
    {
      name: 'paragraphs stand apart by one empty line, with the first line end of the text',
      input: '\r\na\nb\n\n \n\nc\rd\r\n\r\n',
      config: { keepParagraphs: true },
      output: 'a b\r\n\r\nc d',
    },
    {
      name: 'paragraphs with their spaces as they are',
      input: ' a \nb\n \n  c',
      config: { keepParagraphs: true, collapseSpaces: false, replacement: '|' },
      output: ' a |b\n\n  c',
    },
    { input: 'a-\nb-\nc', config: { joinHyphens: true }, output: 'abc' },
    { name: 'a soft hyphen', input: 'inter\u00ad\nnational', config: { joinHyphens: true }, output: 'international' },
    {
      name: 'a letter with an accent before it',
      input: 'e\u0301-\nb',
      config: { joinHyphens: true },
      output: 'e\u0301b',
    },
    { name: 'letters above U+FFFF', input: '𐐨-\n𐐨', config: { joinHyphens: true }, output: '𐐨𐐨' },
    {
      name: 'no letter before the hyphen',
      input: '1-\na --\nb -\nc',
      config: { joinHyphens: true },
      output: '1- a -- b - c',
    },
    { name: 'no small letter after it', input: 'a-\nB-\n1', config: { joinHyphens: true }, output: 'a- B- 1' },
    { name: 'white space around it is trimmed first', input: 'a- \n  b', config: { joinHyphens: true }, output: 'ab' },
    {
      name: 'and not when spaces stay',
      input: 'a- \nb-\n c-\nd',
      config: { joinHyphens: true, collapseSpaces: false },
      output: 'a-  b-  cd',
    },
    { name: 'across a page break', input: 'a-\n\nb', config: { joinHyphens: true }, output: 'ab' },
    {
      name: 'not across paragraphs',
      input: 'a-\n\nb',
      config: { joinHyphens: true, keepParagraphs: true },
      output: 'a-\n\nb',
    },
    { name: 'lone surrogates survive', input: '\ud800\n\udc00', config: { replacement: '-' }, output: '\ud800-\udc00' },
    {
      name: 'four million characters are the most',
      isLong: true,
      input: '\n'.repeat(500_000),
      config: { collapseSpaces: false, replacement: '😀'.repeat(20) },
      error: 'the output would be longer than 4000000 characters',
    },
    {
      input: 'a',
      config: { replacement: '-'.repeat(21) },
      error: 'steps[0].config.replacement must be at most 20 characters long',
    },
    { input: 'a', config: { keepParagraphs: 0 }, error: 'steps[0].config.keepParagraphs must be a boolean' },
    { input: 'a', config: { collapseSpaces: 0 }, error: 'steps[0].config.collapseSpaces must be a boolean' },
    { input: 'a', config: { joinHyphens: 0 }, error: 'steps[0].config.joinHyphens must be a boolean' },
    {
      input: 'a',
      config: { Replacement: '' },
      error: 'Unknown option for line-break-remover: Replacement. Did you mean replacement?',
    },
  ],
  checks: {
    'the size is known before the text is built': () => {
      const config = { replacement: '12345', keepParagraphs: false, collapseSpaces: true, joinHyphens: true };
      assert.equal(tool.run('a\nb-\nc', config, new OutputLimit(8)), 'a12345bc');
      assert.throws(() => tool.run('a\nb-\nc', config, new OutputLimit(7)), OutputTooLongError);
    },
    'without collapsing it agrees with paste -s': (t) => {
      if (spawnSync('paste', ['--version']).error) return t.skip('paste is not installed');
      const lines = fc.sample(fc.constantFrom('', 'a', ' b ', '\tc', 'd-'), { seed: 11, numRuns: sampleSize(2000) });
      const { stdout } = spawnSync('paste', ['-s', '-d', '|'], { input: `${lines.join('\n')}\n`, encoding: 'utf8' });
      const config = { collapseSpaces: false, replacement: '|' };
      assert.equal(`${resultOf(slug, `${lines.join('\n')}\n`, config)}\n`, stdout);
    },
    'by default it leaves the words, with single spaces between them': () => {
      const text = fc.array(fc.constantFrom('a', 'b-', ' ', '\t', '\n', '\r\n', '\r')).map((parts) => parts.join(''));
      fc.assert(
        fc.property(text, (input) => {
          const words = input.split(/\s+/).filter((word) => word !== '');
          assert.equal(resultOf(slug, input), words.join(' '));
        }),
        { seed: 12, numRuns: sampleSize(500) },
      );
    },
    'keepParagraphs: each paragraph is converted as if alone': () => {
      const text = fc.array(fc.constantFrom('a', 'b', ' ', '\n', '\n\n')).map((parts) => parts.join(''));
      fc.assert(
        fc.property(text, (input) => {
          const paragraphs = input.split(/\n\s*\n/).map((paragraph) => resultOf(slug, paragraph));
          const expected = paragraphs.filter((paragraph) => paragraph !== '').join('\n\n');
          assert.equal(resultOf(slug, input, { keepParagraphs: true }), expected);
        }),
        { seed: 13, numRuns: sampleSize(500) },
      );
    },
  },
} satisfies ToolCases;
