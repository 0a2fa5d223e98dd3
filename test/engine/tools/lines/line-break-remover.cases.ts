import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { OutputTooLongError } from '#engine/core/errors.js';
import { OutputLimit } from '#engine/core/tool.js';
import tool from '#engine/tools/lines/line-break-remover.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'line-break-remover';

export default {
  slug,
  cases: [
    ['', ''],
    ['\r\n \n', ''],
    ['a\r\nb\rc\nd', 'a b c d', {}, 'every kind of line end'],
    ['a\u2028b', 'a\u2028b', {}, 'U+2028 is not a line end'],
    ['  a \t b\t\nc  ', 'a b c', {}, 'lines are trimmed, runs of spaces and tabs are one'],
    ['a\tb', 'a b', {}, 'a tab alone becomes a space'],
    ['a\u00a0\u00a0b', 'a\u00a0\u00a0b', {}, 'a no-break space inside a line stays'],
    ['a\n\n\n', 'a', {}, 'the final line end goes'],
    ['a\n \nb', 'a|b', { replacement: '|' }],
    [' a \n  b\n', ' a |  b', { collapseSpaces: false, replacement: '|' }],
    ['\n\na\n\n', '||a|', { collapseSpaces: false, replacement: '|' }],
    [
      '\r\na\nb\n\n \n\nc\rd\r\n\r\n',
      'a b\r\n\r\nc d',
      { keepParagraphs: true },
      'paragraphs stand apart by one empty line, with the first line end of the text',
    ],
    [
      ' a \nb\n \n  c',
      ' a |b\n\n  c',
      { keepParagraphs: true, collapseSpaces: false, replacement: '|' },
      'paragraphs with their spaces as they are',
    ],
    ['a-\nb-\nc', 'abc', { joinHyphens: true }],
    ['inter\u00ad\nnational', 'international', { joinHyphens: true }, 'a soft hyphen'],
    ['e\u0301-\nb', 'e\u0301b', { joinHyphens: true }, 'a letter with an accent before it'],
    ['𐐨-\n𐐨', '𐐨𐐨', { joinHyphens: true }, 'letters above U+FFFF'],
    ['1-\na --\nb -\nc', '1- a -- b - c', { joinHyphens: true }, 'no letter before the hyphen'],
    ['a-\nB-\n1', 'a- B- 1', { joinHyphens: true }, 'no small letter after it'],
    ['a- \n  b', 'ab', { joinHyphens: true }, 'white space around it is trimmed first'],
    ['a- \nb-\n c-\nd', 'a-  b-  cd', { joinHyphens: true, collapseSpaces: false }, 'and not when spaces stay'],
    ['a-\n\nb', 'ab', { joinHyphens: true }, 'across a page break'],
    ['a-\n\nb', 'a-\n\nb', { joinHyphens: true, keepParagraphs: true }, 'not across paragraphs'],
    ['\ud800\n\udc00', '\ud800-\udc00', { replacement: '-' }, 'lone surrogates survive'],
    {
      long: [
        '\n'.repeat(500_000),
        { error: 'the output would be longer than 4000000 characters' },
        { collapseSpaces: false, replacement: '😀'.repeat(20) },
        'four million characters are the most',
      ],
    },
    ['a', { error: 'steps[0].config.replacement must be at most 20 characters long' }, { replacement: '-'.repeat(21) }],
    ['a', { error: 'steps[0].config.keepParagraphs must be a boolean' }, { keepParagraphs: 0 }],
    ['a', { error: 'steps[0].config.collapseSpaces must be a boolean' }, { collapseSpaces: 0 }],
    ['a', { error: 'steps[0].config.joinHyphens must be a boolean' }, { joinHyphens: 0 }],
    [
      'a',
      { error: 'Unknown option for line-break-remover: Replacement. Did you mean replacement?' },
      { Replacement: '' },
    ],
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
