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
    { input: '', config: brackets, output: '' },
    { input: 'no brackets', config: brackets, output: '' },
    { input: '(a)(b)', config: brackets, output: 'a\nb' },
    { name: 'an empty piece is a piece', input: '(a)()(b)', config: brackets, output: 'a\n\nb' },
    { name: 'no end after the start', input: ') a (b', config: brackets, output: '' },
    { name: 'nesting is not understood', input: '(a (b) c)', config: brackets, output: 'a (b' },
    { name: 'the same marker at both ends', input: '"a" b "c" d "', config: { start: '"', end: '"' }, output: 'a\nc' },
    { name: 'markers do not overlap', input: 'aaaa', config: { start: 'aa', end: 'aa' }, output: '' },
    { input: 'aabaa', config: { start: 'aa', end: 'aa' }, output: 'b' },
    { input: '--a--b--', config: { start: '--', end: '--' }, output: 'a' },
    { name: 'case counts', input: '<B>a</B>', config: { start: '<b>', end: '</b>' }, output: '' },
    { name: 'pieces may have lines', input: '(a\r\nb)\r\n', config: brackets, output: 'a\r\nb' },
    { input: 'x=1\ny=2', config: { start: 'x=', end: '\n' }, output: '1' },
    { input: '(a)(b)(c)', config: { ...brackets, limit: 1 }, output: 'a' },
    { input: '(a)(b)', config: { ...brackets, inclusive: true, separator: '' }, output: '(a)(b)' },
    { input: '(a)(b)', config: { ...brackets, separator: ', ' }, output: 'a, b' },
    { name: 'markers of two code units', input: '😀a😀😁', config: { start: '😀', end: '😀' }, output: 'a' },
    { name: 'lone surrogates survive', input: '(\ud800)(\udc00)', config: brackets, output: '\ud800\n\udc00' },
    { input: '(\0)', config: brackets, output: '\0' },
    { input: 'a', config: { end: ')' }, error: 'steps[0].config.start is required' },
    { input: 'a', config: { start: '(' }, error: 'steps[0].config.end is required' },
    { input: 'a', config: { start: '', end: ')' }, error: 'steps[0].config.start must be at least 1 character long' },
    {
      input: 'a',
      config: { start: '(', end: ')'.repeat(2001) },
      error: 'steps[0].config.end must be at most 2000 characters long',
    },
    {
      input: '',
      config: { ...brackets, separator: ' '.repeat(11) },
      error: 'steps[0].config.separator must be at most 10 characters long',
    },
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
