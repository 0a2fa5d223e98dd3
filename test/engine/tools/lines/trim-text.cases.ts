import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const whiteSpace = '\t\n\v\f\r \u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

export default {
  slug: 'trim-text',
  cases: [
    { input: '', output: '' },
    { name: 'every kind of white space', input: `${whiteSpace}a${whiteSpace}`, output: 'a' },
    {
      name: 'every kind of white space, beside characters of its own',
      input: `${whiteSpace}-${whiteSpace}a${whiteSpace}`,
      config: { chars: '-' },
      output: 'a',
    },
    { name: 'a zero-width space is not white space', input: ' \u200ba\u200b ', output: '\u200ba\u200b' },
    { input: '\r\n a \r\n', config: { side: 'end' }, output: '\r\n a' },
    { input: '\r\n a \r\n', config: { side: 'start' }, output: 'a \r\n' },
    { name: 'white space and characters in any order', input: '- * -a b- -', config: { chars: '*-' }, output: 'a b' },
    { name: 'only the given side', input: '--a--', config: { side: 'end', chars: '-' }, output: '--a' },
    { name: 'nothing is left', input: '-- --', config: { chars: '-' }, output: '' },
    { name: 'a character may be two code units', input: '😀😀 a😀b 😀', config: { chars: '😀' }, output: 'a😀b' },
    {
      name: 'half a pair is not a character of the text',
      input: '😀a😀',
      config: { chars: '\ud83d\ude00' },
      output: 'a',
    },
    {
      name: 'a lone surrogate is stripped alone, not out of a pair',
      input: '\ude00😀a😀\ude00',
      config: { chars: '\ude00' },
      output: '😀a😀',
    },
    { name: 'a lone high surrogate', input: '\ud83da\ud83d', config: { chars: '\ud83d' }, output: 'a' },
    { input: 'a', config: { side: 'left' }, error: 'steps[0].config.side must be one of: both, start, end' },
    {
      input: 'a',
      config: { chars: 'x'.repeat(51) },
      error: 'steps[0].config.chars must be at most 50 characters long',
    },
    { name: 'fifty characters above U+FFFF', input: '😀a', config: { chars: '😀'.repeat(50) }, output: 'a' },
    { input: 'a', config: { char: '-' }, error: 'Unknown option for trim-text: char. Did you mean chars?' },
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
