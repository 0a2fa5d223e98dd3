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
    { input: '', config: { pattern: 'a' }, output: '' },
    { name: 'nothing matches', input: 'abc', config: { pattern: 'x', replacement: 'y' }, output: 'abc' },
    { name: 'removes by default', input: 'a1b2', config: { pattern: '\\d' }, output: 'ab' },
    {
      name: 'every reference of JavaScript',
      input: 'abc',
      config: { pattern: '(?<x>b)', replacement: "[$$|$&|$1|$<x>|$`|$'|$2|$0|$]" },
      output: 'a[$|b|b|b|a|c|$2|$0|$]c',
    },
    {
      name: 'a two-digit reference to a one-digit group',
      input: 'a',
      config: { pattern: '(a)', replacement: '$10' },
      output: 'a0',
    },
    { name: '$01 is $1', input: 'a', config: { pattern: '(a)', replacement: '<$01>' }, output: '<a>' },
    {
      name: 'a group that took no part is empty',
      input: 'b',
      config: { pattern: '(a)|b', replacement: '[$1]' },
      output: '[]',
    },
    {
      name: '$<x> without named groups is text',
      input: 'a',
      config: { pattern: 'a', replacement: '$<x>' },
      output: '$<x>',
    },
    {
      name: 'an unknown group name',
      input: 'a',
      config: { pattern: '(?<x>a)', replacement: '$<y>' },
      error: 'replacement: the pattern has no group named y',
    },
    { name: 'flag i', input: 'aA', config: { pattern: 'A', flags: 'i', replacement: 'b' }, output: 'bb' },
    { name: 'flag m', input: 'a\na', config: { pattern: 'a$', flags: 'm', replacement: 'b' }, output: 'b\nb' },
    {
      name: 'flag m matches at line feeds only',
      input: 'a\r\na\ra\n',
      config: { pattern: 'a$', flags: 'm', replacement: 'b' },
      output: 'a\r\na\rb\n',
    },
    {
      name: 'flag m with CRLF',
      input: 'a\r\na',
      config: { pattern: 'a(\\r?)$', flags: 'm', replacement: 'b$1' },
      output: 'b\r\nb',
    },
    {
      name: 'without m $ is the end of the text',
      input: 'a\na',
      config: { pattern: 'a$', replacement: 'b' },
      output: 'a\nb',
    },
    { name: 'flag s', input: 'a\nb', config: { pattern: 'a.b', flags: 's', replacement: 'c' }, output: 'c' },
    { name: 'a point is a code point', input: '😀x', config: { pattern: '.', replacement: '-' }, output: '--' },
    {
      name: 'an empty match does not split a surrogate pair',
      input: '😀',
      config: { pattern: '', replacement: '-' },
      error: 'steps[0].config.pattern must be at least 1 character long',
    },
    {
      name: 'empty matches stand between code points',
      input: '😀a',
      config: { pattern: 'x?', replacement: '-' },
      output: '-😀-a-',
    },
    {
      name: 'escapes of JavaScript',
      input: 'A😀',
      config: { pattern: '\\u0041|\\u{1F600}', replacement: 'x' },
      output: 'xx',
    },
    { name: 'a Unicode property', input: 'aé1', config: { pattern: '\\p{L}+', replacement: 'x' }, output: 'x1' },
    { name: '\\w is ASCII', input: 'é', config: { pattern: '\\w', replacement: 'x' }, output: 'é' },
    { name: 'a quoted part', input: 'a.c (?=', config: { pattern: '\\Q.c (?=\\E', replacement: '!' }, output: 'a!' },
    {
      name: 'a bracket class that looks like look-ahead',
      input: '(?=',
      config: { pattern: '[(?=]+', replacement: '!' },
      output: '!',
    },
    {
      input: 'a',
      config: { pattern: 'a(?=b)' },
      error: 'pattern, character 2: look-ahead and look-behind are not supported',
    },
    {
      input: 'a',
      config: { pattern: '(?<!a)b' },
      error: 'pattern, character 1: look-ahead and look-behind are not supported',
    },
    {
      name: 'three octal digits are a character, as in RE2; fewer may be meant as a back-reference',
      input: 'abc😀',
      config: { pattern: '\\141|[\\142-d]', replacement: '<$&>' },
      output: '<a><b><c>😀',
    },
    { input: 'a', config: { pattern: '(a)\\14' }, error: 'pattern, character 4: back-references are not supported' },
    { input: 'a', config: { pattern: '\\181' }, error: 'pattern, character 1: back-references are not supported' },
    { input: 'a', config: { pattern: '😀(a)\\1' }, error: 'pattern, character 5: back-references are not supported' },
    {
      input: 'a',
      config: { pattern: '(?<n>a)\\k<n>' },
      error: 'pattern, character 8: back-references are not supported',
    },
    { input: 'a', config: { pattern: 'a\\Z' }, error: 'pattern, character 2: \\Z is not a known escape' },
    { input: 'a', config: { pattern: 'a\\' }, error: 'pattern, character 2: a backslash at the end escapes nothing' },
    {
      input: 'a',
      config: { pattern: '\\p{Script=Greek}' },
      error: 'pattern, character 1: write \\p{Greek} instead of \\p{Script=Greek}',
    },
    { input: 'a', config: { pattern: '(a' }, error: 'pattern: missing closing ): (a' },
    { input: 'a', config: { pattern: 'a**' }, error: 'pattern: invalid nested repetition operator: **' },
    { input: 'a', config: { pattern: '(?:a{900}){9}' }, error: 'pattern: invalid repeat count: {9}' },
    {
      name: 'a program that is too large',
      input: 'a',
      config: { pattern: '\\pL{900}'.repeat(6) },
      error: 'pattern: too large; use smaller or fewer repetitions',
    },
    { input: 'a', config: { pattern: 'a', flags: 'g' }, error: 'steps[0].config.flags must match ^[ims]*$' },
    {
      input: 'a',
      config: { pattern: 'a'.repeat(2001) },
      error: 'steps[0].config.pattern must be at most 2000 characters long',
    },
    {
      name: 'a match each for more than a million empty places would be too many',
      isLong: true,
      input: 'a'.repeat(499_000),
      config: { pattern: 'a', replacement: 'aaa' },
      output: 'aaa'.repeat(499_000),
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
