import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { literalMatches } from '#engine/text/patterns/literal-set.js';
import { foldCase } from '#engine/text/unicode/case-folding.js';
import { assertLinear, assertTakesAtMost } from '../../../support/growth.js';

const options = { caseSensitive: true, wholeWord: false, prefer: 'longest' } as const;

/** The definition: tries each literal at every offset. */
function naiveMatches(
  text: string,
  literals: readonly string[],
  { caseSensitive, wholeWord, prefer }: { caseSensitive: boolean; wholeWord: boolean; prefer: 'longest' | 'first' },
) {
  const fold = caseSensitive ? (given: string) => given : foldCase;
  const edge = wholeWord ? '(?:(?<![\\p{L}\\p{M}\\p{N}_])|(?![\\p{L}\\p{M}\\p{N}_])|(?<=漢)(?!\\p{M})|(?=漢))' : '';
  const isEdge = (offset: number) => {
    const pattern = new RegExp(`${edge}`, 'uy');
    pattern.lastIndex = offset;
    // With the flag u, an offset inside a surrogate pair is moved to its start.
    return /[\ud800-\udbff]/.test(text.charAt(offset - 1)) && /[\udc00-\udfff]/.test(text.charAt(offset))
      ? false
      : pattern.test(text);
  };
  const matches: { start: number; end: number; index: number }[] = [];
  for (let start = 0; start < text.length; ) {
    const found = literals
      .map((literal, index) => ({ start, end: start + literal.length, index }))
      .filter(
        ({ end, index }) =>
          fold(text).startsWith(fold(literals[index] ?? ''), start) && isEdge(start) && isEdge(end) && end > start,
      );
    if (prefer === 'longest') found.sort((a, b) => b.end - a.end);
    const [match] = found;
    if (match) matches.push(match);
    start = match?.end ?? start + 1;
  }
  return matches;
}

test('agrees with the definition', () => {
  const unit = fc.constantFrom(
    'a',
    'a',
    'A',
    'b',
    'B',
    '-',
    'é',
    'e\u0301',
    '漢',
    '\u0301',
    '😀',
    '\ud83d',
    '\ude00',
    'ß',
    'ẞ',
  );
  const text = fc.string({ unit, maxLength: 25 });
  const literal = fc.string({ unit, minLength: 1, maxLength: 4 });
  const anyOptions = fc.record({
    caseSensitive: fc.boolean(),
    wholeWord: fc.boolean(),
    prefer: fc.constantFrom('longest' as const, 'first' as const),
  });
  fc.assert(
    fc.property(text, fc.array(literal, { minLength: 1, maxLength: 8 }), anyOptions, (sought, literals, chosen) => {
      assert.deepEqual([...literalMatches(sought, literals, chosen)], naiveMatches(sought, literals, chosen));
    }),
    { seed: 1, numRuns: 5000 },
  );
});

test('500 long literals that nearly match everywhere are searched in linear time', () => {
  const text = 'a'.repeat(50_000);
  const literals = Array.from({ length: 500 }, (_, i) => `${'a'.repeat(i)}b${'a'.repeat(1999 - i)}`);
  // `startsWith` for each one at every offset takes many seconds.
  assertTakesAtMost(200, () => {
    for (const wholeWord of [false, true]) {
      assert.deepEqual([...literalMatches(text, literals, { ...options, wholeWord })], []);
    }
  });
});

test('positions where many literals start and none may end take linear time', () => {
  const literals = Array.from({ length: 500 }, (_, i) => `${'-aa'.repeat(i + 1)}-a`);
  const matches = (text: string) => [...literalMatches(text, literals, { ...options, wholeWord: true })];
  assertLinear('-aa', (text) => assert.deepEqual(matches(text), []));
});

test('matches can be iterated more than once', () => {
  const matches = literalMatches('abab', ['ab'], options);
  assert.deepEqual([...matches], [...matches]);
  assert.equal([...matches].length, 2);
});
