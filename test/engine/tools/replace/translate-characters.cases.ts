import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'translate-characters';

export default {
  slug,
  cases: [
    { input: '', config: { from: 'a', to: 'b' }, output: '' },
    { input: 'abcd', config: { from: 'a-c', to: 'A-C' }, output: 'ABCd' },
    { name: 'what was written is not translated again', input: 'ab', config: { from: 'ab', to: 'ba' }, output: 'ba' },
    { input: 'abcd', config: { from: 'a-d', to: 'xy' }, output: 'xyyy' },
    { input: 'abcd', config: { from: 'ab', to: 'w-z' }, output: 'wxcd' },
    { name: 'of equal characters the last counts', input: 'a', config: { from: 'aa', to: 'xy' }, output: 'y' },
    { input: 'a-c', config: { from: '-a', to: 'XY' }, output: 'YXc' },
    { input: 'a-c', config: { from: 'a-', to: 'XY' }, output: 'XYc' },
    { input: 'ab-c', config: { from: 'a\\-c', to: 'XYZ' }, output: 'XbYZ' },
    { input: 'abc-de', config: { from: 'a-c-e', to: '1-9' }, output: '1234d5' },
    { input: '[a]', config: { from: '[a-c]', to: '<1-3>' }, output: '<1>' },
    { input: 'a\\b', config: { from: '\\\\', to: '/' }, output: 'a/b' },
    { input: 'a\nb\tc\rd', config: { from: '\\n\\t\\r', to: 'NTR' }, output: 'aNbTcRd' },
    { input: 'Aé', config: { from: '\\x41\\u00e9', to: '\\u0061e' }, output: 'ae' },
    { input: 'abc', config: { from: '\\x61-\\x63', to: '*' }, output: '***' },
    { input: 'áéx', config: { from: 'á-é', to: '?' }, output: '??x' },
    { name: 'characters beyond the BMP', input: '😀😁a', config: { from: '😀-😁a', to: 'ab😂' }, output: 'ab😂' },
    { name: 'half of a surrogate pair', input: '😀\ud83d', config: { from: '\\ud83d', to: '-' }, output: '😀-' },
    { input: 'a\0b', config: { from: '\\x00', to: '0' }, output: 'a0b' },
    { name: 'Greek by Greek', input: 'αβγ', config: { from: 'α-ω', to: 'Α-Ω' }, output: 'ΑΒΓ' },
    { input: 'aabbc', config: { from: 'ab', squeeze: true }, output: 'abc' },
    { input: 'aabbcc', config: { from: 'ab', to: 'x', squeeze: true }, output: 'xcc' },
    {
      name: 'all characters of to are squeezed',
      input: 'aabbzz',
      config: { from: 'a', to: 'xz', squeeze: true },
      output: 'xbbz',
    },
    { input: 'aabbcc', config: { from: 'ab', delete: true }, output: 'cc' },
    { input: 'aabccaccx', config: { from: 'a', to: 'c', delete: true, squeeze: true }, output: 'bcx' },
    { name: 'to has no use', input: 'abc', config: { from: 'a', to: 'x', delete: true }, output: 'bc' },
    { input: 'a', error: 'steps[0].config.from is required' },
    { input: 'a', config: { from: '' }, error: 'steps[0].config.from must be at least 1 character long' },
    { input: 'a', config: { from: 'a' }, error: 'to is empty: set delete to remove the characters of from' },
    {
      input: 'a',
      config: { from: 'a', delete: true, squeeze: true },
      error: 'to is empty: with delete, squeeze needs its characters',
    },
    { input: 'a', config: { from: 'z-a', to: 'b' }, error: 'the range z-a in from runs backwards' },
    { input: 'a', config: { from: 'a', to: '9-0' }, error: 'the range 9-0 in to runs backwards' },
    {
      input: 'a',
      config: { from: 'a\\d', to: 'b' },
      error: '"\\d" in from is not an escape; use \\n, \\t, \\r, \\\\, \\-, \\xHH or \\uHHHH',
    },
    {
      input: 'a',
      config: { from: 'a', to: 'b\\' },
      error: '"\\" in to is not an escape; use \\n, \\t, \\r, \\\\, \\-, \\xHH or \\uHHHH',
    },
    {
      input: 'a',
      config: { from: '[:letter:]', to: 'x' },
      error:
        '[:letter:] in from is not a class; the classes are alnum, alpha, blank, cntrl, digit, graph, lower, print, punct, space, upper, xdigit',
    },
    { input: 'a', config: { from: 'a-[:digit:]', to: 'x' }, error: 'a range in from ends in a class' },
    { name: 'classes mean ASCII', input: 'aé1٣', config: { from: '[:lower:][:digit:]', delete: true }, output: 'é٣' },
    {
      name: 'a class in the middle of a list',
      input: 'x1-:]',
      config: { from: 'x[:digit:]-', to: 'y0-9_' },
      output: 'y1_:]',
    },
    { name: 'no class', input: '[:a', config: { from: '[:', to: '<;' }, output: '<;a' },
    { name: '65,536 characters', input: 'a', config: { from: '\\x00-\\uffff', to: '*' }, output: '*' },
    {
      input: 'a',
      config: { from: '\\x00-𐀀', to: '*' },
      error: 'from stands for more than 65536 characters',
    },
    {
      input: 'a',
      config: { from: '\\x00-\\uffffa', to: '*' },
      error: 'from stands for more than 65536 characters',
    },
    {
      input: 'a',
      config: { from: 'a'.repeat(1001), to: 'b' },
      error: 'steps[0].config.from must be at most 1000 characters long',
    },
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
