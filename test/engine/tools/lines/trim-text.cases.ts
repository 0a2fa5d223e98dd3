import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const whiteSpace = '\t\n\v\f\r \u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

export default {
  slug: 'trim-text',
  cases: [
    ['', ''],
    [`${whiteSpace}a${whiteSpace}`, 'a', {}, 'every kind of white space'],
    [
      `${whiteSpace}-${whiteSpace}a${whiteSpace}`,
      'a',
      { chars: '-' },
      'every kind of white space, beside characters of its own',
    ],
    [' \u200ba\u200b ', '\u200ba\u200b', {}, 'a zero-width space is not white space'],
    ['\r\n a \r\n', '\r\n a', { side: 'end' }],
    ['\r\n a \r\n', 'a \r\n', { side: 'start' }],
    ['- * -a b- -', 'a b', { chars: '*-' }, 'white space and characters in any order'],
    ['--a--', '--a', { side: 'end', chars: '-' }, 'only the given side'],
    ['-- --', '', { chars: '-' }, 'nothing is left'],
    ['😀😀 a😀b 😀', 'a😀b', { chars: '😀' }, 'a character may be two code units'],
    ['😀a😀', 'a', { chars: '\ud83d\ude00' }, 'half a pair is not a character of the text'],
    ['\ude00😀a😀\ude00', '😀a😀', { chars: '\ude00' }, 'a lone surrogate is stripped alone, not out of a pair'],
    ['\ud83da\ud83d', 'a', { chars: '\ud83d' }, 'a lone high surrogate'],
    ['a', { error: 'steps[0].config.side must be one of: both, start, end' }, { side: 'left' }],
    ['a', { error: 'steps[0].config.chars must be at most 50 characters long' }, { chars: 'x'.repeat(51) }],
    ['😀a', 'a', { chars: '😀'.repeat(50) }, 'fifty characters above U+FFFF'],
    ['a', { error: 'Unknown option for trim-text: char. Did you mean chars?' }, { char: '-' }],
  ],
  checks: {
    'strips what String.prototype.trim strips': () => {
      for (let code = 0; code < 0x1_0000; code++) {
        const character = String.fromCharCode(code);
        const stripped = resultOfOne(character);
        assert.equal(stripped, character.trim() === '' ? '' : character, `U+${code.toString(16)}`);
      }
    },
    'with characters: strips exactly these characters from the ends': () => {
      const text = fc
        .array(fc.constantFrom('-', ' ', '\n', 'a', '😀', '\ud83d', '\ude00'))
        .map((parts) => parts.join(''));
      fc.assert(
        fc.property(text, (input) => {
          const stripped = new Set(['-', ' ', '\n', '😀']);
          const characters = [...input];
          while (stripped.has(characters[0] ?? '')) characters.shift();
          while (stripped.has(characters.at(-1) ?? '')) characters.pop();
          assert.equal(resultOf('trim-text', input, { chars: '-😀' }), characters.join(''));
        }),
        { seed: 1, numRuns: sampleSize(500) },
      );
    },
  },
} satisfies ToolCases;

/** The option `characters` selects the tool's own scan instead of String.prototype.trim. */
function resultOfOne(character: string): string {
  return character === '\ud7ff' ? character : resultOf('trim-text', character, { chars: '\ud7ff' });
}
