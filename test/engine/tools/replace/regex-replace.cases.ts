import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear } from '../../../support/growth.js';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runEndlessTool, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'regex-replace';
const failed = (reason: string) => `Step 1 (${slug}) failed: ${reason}`;

export default {
  slug,
  cases: [
    ['', '', { pattern: 'a' }],
    ['abc', 'abc', { pattern: 'x', replacement: 'y' }, 'nothing matches'],
    ['a1b2', 'ab', { pattern: '\\d' }, 'removes by default'],
    [
      'abc',
      'a[$|b|b|b|a|c|$2|$0|$]c',
      { pattern: '(?<x>b)', replacement: "[$$|$&|$1|$<x>|$`|$'|$2|$0|$]" },
      'every reference of JavaScript',
    ],
    ['a', 'a0', { pattern: '(a)', replacement: '$10' }, 'a two-digit reference to a one-digit group'],
    ['a', '<a>', { pattern: '(a)', replacement: '<$01>' }, '$01 is $1'],
    ['b', '[]', { pattern: '(a)|b', replacement: '[$1]' }, 'a group that took no part is empty'],
    ['a', '$<x>', { pattern: 'a', replacement: '$<x>' }, '$<x> without named groups is text'],
    [
      'a',
      { error: 'replacement: the pattern has no group named y' },
      { pattern: '(?<x>a)', replacement: '$<y>' },
      'an unknown group name',
    ],
    ['aA', 'bb', { pattern: 'A', flags: 'i', replacement: 'b' }, 'flag i'],
    ['a\na', 'b\nb', { pattern: 'a$', flags: 'm', replacement: 'b' }, 'flag m'],
    [
      'a\r\na\ra\n',
      'a\r\na\rb\n',
      { pattern: 'a$', flags: 'm', replacement: 'b' },
      'flag m matches at line feeds only',
    ],
    ['a\r\na', 'b\r\nb', { pattern: 'a(\\r?)$', flags: 'm', replacement: 'b$1' }, 'flag m with CRLF'],
    ['a\na', 'a\nb', { pattern: 'a$', replacement: 'b' }, 'without m $ is the end of the text'],
    ['a\nb', 'c', { pattern: 'a.b', flags: 's', replacement: 'c' }, 'flag s'],
    ['😀x', '--', { pattern: '.', replacement: '-' }, 'a point is a code point'],
    [
      '😀',
      { error: 'steps[0].config.pattern must be at least 1 character long' },
      { pattern: '', replacement: '-' },
      'an empty match does not split a surrogate pair',
    ],
    ['😀a', '-😀-a-', { pattern: 'x?', replacement: '-' }, 'empty matches stand between code points'],
    ['A😀', 'xx', { pattern: '\\u0041|\\u{1F600}', replacement: 'x' }, 'escapes of JavaScript'],
    ['aé1', 'x1', { pattern: '\\p{L}+', replacement: 'x' }, 'a Unicode property'],
    ['é', 'é', { pattern: '\\w', replacement: 'x' }, '\\w is ASCII'],
    ['a.c (?=', 'a!', { pattern: '\\Q.c (?=\\E', replacement: '!' }, 'a quoted part'],
    ['(?=', '!', { pattern: '[(?=]+', replacement: '!' }, 'a bracket class that looks like look-ahead'],
    ['a', { error: 'pattern, character 2: look-ahead and look-behind are not supported' }, { pattern: 'a(?=b)' }],
    ['a', { error: 'pattern, character 1: look-ahead and look-behind are not supported' }, { pattern: '(?<!a)b' }],
    [
      'abc😀',
      '<a><b><c>😀',
      { pattern: '\\141|[\\142-d]', replacement: '<$&>' },
      'three octal digits are a character, as in RE2; fewer may be meant as a back-reference',
    ],
    ['a', { error: 'pattern, character 4: back-references are not supported' }, { pattern: '(a)\\14' }],
    ['a', { error: 'pattern, character 1: back-references are not supported' }, { pattern: '\\181' }],
    ['a', { error: 'pattern, character 5: back-references are not supported' }, { pattern: '😀(a)\\1' }],
    ['a', { error: 'pattern, character 8: back-references are not supported' }, { pattern: '(?<n>a)\\k<n>' }],
    ['a', { error: 'pattern, character 2: \\Z is not a known escape' }, { pattern: 'a\\Z' }],
    ['a', { error: 'pattern, character 2: a backslash at the end escapes nothing' }, { pattern: 'a\\' }],
    [
      'a',
      { error: 'pattern, character 1: write \\p{Greek} instead of \\p{Script=Greek}' },
      { pattern: '\\p{Script=Greek}' },
    ],
    ['a', { error: 'pattern: missing closing ): (a' }, { pattern: '(a' }],
    ['a', { error: 'pattern: invalid nested repetition operator: **' }, { pattern: 'a**' }],
    ['a', { error: 'pattern: invalid repeat count: {9}' }, { pattern: '(?:a{900}){9}' }],
    [
      'a',
      { error: 'pattern: too large; use smaller or fewer repetitions' },
      { pattern: '\\pL{900}'.repeat(6) },
      'a program that is too large',
    ],
    ['a', { error: 'steps[0].config.flags must match ^[ims]*$' }, { pattern: 'a', flags: 'g' }],
    ['a', { error: 'steps[0].config.pattern must be at most 2000 characters long' }, { pattern: 'a'.repeat(2001) }],
    {
      long: [
        'a'.repeat(499_000),
        'aaa'.repeat(499_000),
        { pattern: 'a', replacement: 'aaa' },
        'a match each for more than a million empty places would be too many',
      ],
    },
  ],
  checks: {
    'replaces as String.prototype.replace does, where both engines have the same syntax': () => {
      const piece = fc.constantFrom(
        'a',
        'b',
        'ab',
        '[ab]',
        '.',
        'a*',
        'b+',
        '(a)',
        '(?:b|c)',
        '(a|b)?',
        '\\d',
        '^',
        '$',
        '\\b',
      );
      const patterns = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(''));
      const replacements = fc
        .array(fc.constantFrom('$1', '$2', '$&', '$$', '$`', "$'", '$', '-', '$10'), { maxLength: 4 })
        .map((pieces) => pieces.join(''));
      const texts = fc
        .array(fc.constantFrom('a', 'b', 'c', '1', ' ', '\n', '😀'), { maxLength: 12 })
        .map((all) => all.join(''));
      fc.assert(
        fc.property(
          patterns,
          replacements,
          texts,
          fc.constantFrom('', 'i', 'm', 's'),
          (pattern, replacement, input, flags) => {
            const expected = input.replace(new RegExp(pattern, `gu${flags}`), replacement);
            assert.equal(resultOf(slug, input, { pattern, flags, replacement }), expected);
          },
        ),
        { seed: 3, numRuns: sampleSize(1000) },
      );
    },
    'the output is measured before it is built': () => {
      assertAsksForItsSize(slug, 'aab'.repeat(20), { pattern: '(a)', replacement: "$1$&x$'" });
    },
    'a small input cannot become a huge output': () => {
      const tooLong = failed('the output would be longer than 4000000 characters');
      const config = { pattern: 'a', replacement: '$&'.repeat(5000) };
      assert.deepEqual(runTool(slug, 'a'.repeat(500_000), config), { error: tooLong });
      assert.deepEqual(runTool(slug, 'a'.repeat(500_000), { pattern: 'a', replacement: '$`' }), { error: tooLong });
    },
    'patterns that hang a backtracking engine take linear time': () => {
      assertLinear(
        (length) => `${'a'.repeat(length)}!`,
        (text) => assert.equal(resultOf(slug, text, { pattern: '(a+)+$', replacement: 'x' }), text),
      );
      assertLinear(
        (length) => `${' '.repeat(length)}x`,
        (text) => assert.equal(resultOf(slug, text, { pattern: '\\s+$' }), text),
      );
    },
    'a search that takes quadratic time is stopped': () => {
      assert.deepEqual(runEndlessTool(slug, 'a'.repeat(500_000), { pattern: 'a[\\s\\S]*z|a', replacement: 'x' }), {
        error: failed('took longer than 1000 ms'),
      });
      assert.equal(resultOf(slug, 'ab', { pattern: 'a', replacement: 'x' }), 'xb');
    },
  },
} satisfies ToolCases;
