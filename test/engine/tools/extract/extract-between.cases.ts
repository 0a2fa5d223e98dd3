import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertTakesAtMost } from '../../../support/growth.js';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'extract-between';
const brackets = { start: '(', end: ')' };

export default {
  slug,
  cases: [
    ['', '', brackets],
    ['no brackets', '', brackets],
    ['(a)(b)', 'a\nb', brackets],
    ['(a)()(b)', 'a\n\nb', brackets, 'an empty piece is a piece'],
    [') a (b', '', brackets, 'no end after the start'],
    ['(a (b) c)', 'a (b', brackets, 'nesting is not understood'],
    ['"a" b "c" d "', 'a\nc', { start: '"', end: '"' }, 'the same marker at both ends'],
    ['aaaa', '', { start: 'aa', end: 'aa' }, 'markers do not overlap'],
    ['aabaa', 'b', { start: 'aa', end: 'aa' }],
    ['--a--b--', 'a', { start: '--', end: '--' }],
    ['<B>a</B>', '', { start: '<b>', end: '</b>' }, 'case counts'],
    ['(a\r\nb)\r\n', 'a\r\nb', brackets, 'pieces may have lines'],
    ['x=1\ny=2', '1', { start: 'x=', end: '\n' }],
    ['(a)(b)(c)', 'a', { ...brackets, limit: 1 }],
    ['(a)(b)', '(a)(b)', { ...brackets, inclusive: true, separator: '' }],
    ['(a)(b)', 'a, b', { ...brackets, separator: ', ' }],
    ['😀a😀😁', 'a', { start: '😀', end: '😀' }, 'markers of two code units'],
    ['(\ud800)(\udc00)', '\ud800\n\udc00', brackets, 'lone surrogates survive'],
    ['(\0)', '\0', brackets],
    ['a', { error: 'steps[0].config.start is required' }, { end: ')' }],
    ['a', { error: 'steps[0].config.end is required' }, { start: '(' }],
    ['a', { error: 'steps[0].config.start must be at least 1 character long' }, { start: '', end: ')' }],
    ['a', { error: 'steps[0].config.end must be at most 2000 characters long' }, { start: '(', end: ')'.repeat(2001) }],
    [
      '',
      { error: 'steps[0].config.separator must be at most 10 characters long' },
      { ...brackets, separator: ' '.repeat(11) },
    ],
  ],
  checks: {
    'agrees with a search from the front': () => {
      const text = fc.string({ unit: fc.constantFrom('a', 'b', '(', ')', '\n') });
      const marker = fc.string({ unit: fc.constantFrom('a', 'b', '(', ')'), minLength: 1, maxLength: 3 });
      fc.assert(
        fc.property(text, marker, marker, fc.boolean(), (input, start, end, inclusive) => {
          const expected = naivePieces(input, start, end).map((piece) => (inclusive ? start + piece + end : piece));
          assert.equal(resultOf(slug, input, { start, end, inclusive, separator: '|' }), expected.join('|'));
        }),
        { seed: 1, numRuns: sampleSize(500) },
      );
    },
    'long markers that nearly match everywhere take no time': () => {
      const almost = `${'a'.repeat(1000)}b${'a'.repeat(999)}`;
      assertTakesAtMost(150, () => {
        assert.equal(resultOf(slug, 'a'.repeat(500_000), { start: 'a', end: almost }), '');
        assert.equal(resultOf(slug, 'a'.repeat(500_000), { start: almost, end: 'a' }), '');
      });
    },
    'many starts without an end take no time': () => {
      assertTakesAtMost(150, () => {
        assert.equal(resultOf(slug, '('.repeat(500_000), brackets), '');
        assert.equal(resultOf(slug, `)${'('.repeat(499_999)}`, brackets), '');
      });
    },
    'checks the limit while it builds its output': () => {
      assertAsksForItsSize(slug, '(a)(b)()', { ...brackets, inclusive: true, separator: '1234567890' });
    },
  },
} satisfies ToolCases;

function naivePieces(text: string, start: string, end: string): string[] {
  const opening = text.indexOf(start);
  const closing = opening === -1 ? -1 : text.indexOf(end, opening + start.length);
  if (closing === -1) return [];
  return [text.slice(opening + start.length, closing), ...naivePieces(text.slice(closing + end.length), start, end)];
}
