import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'translate-characters';

export default {
  slug,
  cases: [
    ['', '', { from: 'a', to: 'b' }],
    ['abcd', 'ABCd', { from: 'a-c', to: 'A-C' }],
    ['ab', 'ba', { from: 'ab', to: 'ba' }, 'what was written is not translated again'],
    ['abcd', 'xyyy', { from: 'a-d', to: 'xy' }],
    ['abcd', 'wxcd', { from: 'ab', to: 'w-z' }],
    ['a', 'y', { from: 'aa', to: 'xy' }, 'of equal characters the last counts'],
    ['a-c', 'YXc', { from: '-a', to: 'XY' }],
    ['a-c', 'XYc', { from: 'a-', to: 'XY' }],
    ['ab-c', 'XbYZ', { from: 'a\\-c', to: 'XYZ' }],
    ['abc-de', '1234d5', { from: 'a-c-e', to: '1-9' }],
    ['[a]', '<1>', { from: '[a-c]', to: '<1-3>' }],
    ['a\\b', 'a/b', { from: '\\\\', to: '/' }],
    ['a\nb\tc\rd', 'aNbTcRd', { from: '\\n\\t\\r', to: 'NTR' }],
    ['Aé', 'ae', { from: '\\x41\\u00e9', to: '\\u0061e' }],
    ['abc', '***', { from: '\\x61-\\x63', to: '*' }],
    ['áéx', '??x', { from: 'á-é', to: '?' }],
    ['😀😁a', 'ab😂', { from: '😀-😁a', to: 'ab😂' }, 'characters beyond the BMP'],
    ['😀\ud83d', '😀-', { from: '\\ud83d', to: '-' }, 'half of a surrogate pair'],
    ['a\0b', 'a0b', { from: '\\x00', to: '0' }],
    ['αβγ', 'ΑΒΓ', { from: 'α-ω', to: 'Α-Ω' }, 'Greek by Greek'],
    ['aabbc', 'abc', { from: 'ab', squeeze: true }],
    ['aabbcc', 'xcc', { from: 'ab', to: 'x', squeeze: true }],
    ['aabbzz', 'xbbz', { from: 'a', to: 'xz', squeeze: true }, 'all characters of to are squeezed'],
    ['aabbcc', 'cc', { from: 'ab', delete: true }],
    ['aabccaccx', 'bcx', { from: 'a', to: 'c', delete: true, squeeze: true }],
    ['abc', 'bc', { from: 'a', to: 'x', delete: true }, 'to has no use'],
    ['a', { error: 'steps[0].config.from is required' }],
    ['a', { error: 'steps[0].config.from must be at least 1 character long' }, { from: '' }],
    ['a', { error: 'to is empty: set delete to remove the characters of from' }, { from: 'a' }],
    [
      'a',
      { error: 'to is empty: with delete, squeeze needs its characters' },
      { from: 'a', delete: true, squeeze: true },
    ],
    ['a', { error: 'the range z-a in from runs backwards' }, { from: 'z-a', to: 'b' }],
    ['a', { error: 'the range 9-0 in to runs backwards' }, { from: 'a', to: '9-0' }],
    [
      'a',
      { error: '"\\d" in from is not an escape; use \\n, \\t, \\r, \\\\, \\-, \\xHH or \\uHHHH' },
      { from: 'a\\d', to: 'b' },
    ],
    [
      'a',
      { error: '"\\" in to is not an escape; use \\n, \\t, \\r, \\\\, \\-, \\xHH or \\uHHHH' },
      { from: 'a', to: 'b\\' },
    ],
    [
      'a',
      {
        error:
          '[:letter:] in from is not a class; the classes are alnum, alpha, blank, cntrl, digit, graph, lower, print, punct, space, upper, xdigit',
      },
      { from: '[:letter:]', to: 'x' },
    ],
    ['a', { error: 'a range in from ends in a class' }, { from: 'a-[:digit:]', to: 'x' }],
    ['aé1٣', 'é٣', { from: '[:lower:][:digit:]', delete: true }, 'classes mean ASCII'],
    ['x1-:]', 'y1_:]', { from: 'x[:digit:]-', to: 'y0-9_' }, 'a class in the middle of a list'],
    ['[:a', '<;a', { from: '[:', to: '<;' }, 'no class'],
    ['a', '*', { from: '\\x00-\\uffff', to: '*' }, '65,536 characters'],
    ['a', { error: 'from stands for more than 65536 characters' }, { from: '\\x00-𐀀', to: '*' }],
    ['a', { error: 'from stands for more than 65536 characters' }, { from: '\\x00-\\uffffa', to: '*' }],
    ['a', { error: 'steps[0].config.from must be at most 1000 characters long' }, { from: 'a'.repeat(1001), to: 'b' }],
  ],
  checks: {
    'agrees with tr'(t) {
      const ascii = fc.string({
        unit: fc.constantFrom('a', 'b', 'c', 'x', 'y', '-', '[', '\n', '\t', '\\'),
        maxLength: 30,
      });
      const texts = fc.sample(ascii, { seed: 1, numRuns: sampleSize(60) });
      const configs = [
        ["tr '[:lower:]' '[:upper:]'", { from: '[:lower:]', to: '[:upper:]' }],
        ["tr '[:punct:]' '_'", { from: '[:punct:]', to: '_' }],
        ["tr -s '[:space:]'", { from: '[:space:]', squeeze: true }],
        ["tr -s '[:space:]' ','", { from: '[:space:]', to: ',', squeeze: true }],
        ["tr -d '[:cntrl:]'", { from: '[:cntrl:]', delete: true }],
        ["tr -d '[:alpha:]-'", { from: '[:alpha:]-', delete: true }],
        ["tr 'a-c' 'x-z'", { from: 'a-c', to: 'x-z' }],
        ["tr 'a-cx' 'y'", { from: 'a-cx', to: 'y' }],
        ["tr 'a-c-' '1-9'", { from: 'a-c-', to: '1-9' }],
        ["tr -- '-a' 'xy'", { from: '-a', to: 'xy' }],
        ["tr '\\n\\\\' 'xy'", { from: '\\n\\\\', to: 'xy' }],
        ["tr -s 'a-b'", { from: 'a-b', squeeze: true }],
        ["tr -s 'a-b' 'xy'", { from: 'a-b', to: 'xy', squeeze: true }],
        ["tr -d 'a\\t['", { from: 'a\\t[', delete: true }],
        ["tr -ds 'a' 'b-c'", { from: 'a', to: 'b-c', delete: true, squeeze: true }],
      ] as const;
      for (const [command, config] of configs) {
        const expected = shellOracle(t, command, texts);
        expected?.forEach((output, i) => void assert.equal(resultOf(slug, texts[i] ?? '', config), output, command));
      }
    },
    'a permutation there and back': () => {
      const text = fc.string({ unit: fc.constantFrom('a', 'é', '漢', '😀', '\ud83d', '\n', '-'), maxLength: 30 });
      fc.assert(
        fc.property(text, (given) => {
          const there = resultOf(slug, given, { from: 'aé漢😀\\-', to: 'é漢😀\\-a' });
          assert.equal(resultOf(slug, there, { from: 'é漢😀\\-a', to: 'aé漢😀\\-' }), given);
        }),
        { seed: 2, numRuns: sampleSize(300) },
      );
    },
  },
} satisfies ToolCases;
