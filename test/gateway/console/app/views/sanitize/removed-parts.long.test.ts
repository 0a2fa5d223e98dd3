import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { compareUrls } from '#gateway/console/app/views/sanitize/removed-parts.js';
import { runOperation } from '../../../../../support/operations.js';
import { processorMs } from '../../../../../support/processor-time.js';

const sanitize = (url: string, options: object) =>
  (runOperation('sanitize', { ...options, urls: [url, 'x'] }) as { sanitized: [string, string] }).sanitized[0];

/** Returns a URL with removed parts in braces. */
function marked(before: string, after: string): string {
  const { parts } = compareUrls(before, after);
  return parts.map(({ text, removed }) => (removed ? `{${text}}` : text)).join('');
}

const joined = (before: string, after: string, which: (removed: boolean) => boolean) =>
  compareUrls(before, after)
    .parts.filter(({ removed }) => which(removed))
    .map(({ text }) => text)
    .join('');

/** Asserts what holds for every URL and its result without normalize. */
function assertExact(url: string, after: string): void {
  const { isRewritten, parts } = compareUrls(url, after);
  assert.equal(isRewritten, false, `rewritten: ${JSON.stringify([url, after])}`);
  assert.equal(
    joined(url, after, (removed) => !removed),
    after,
  );
  assert.equal(
    joined(url, after, () => true),
    url.trim(),
  );
  for (const [at, { text, removed }] of parts.entries()) {
    assert.notEqual(text, '');
    assert.notEqual(removed, parts[at - 1]?.removed, 'neighbours are one part');
  }
}

const extended = { profile: 'extended' };

describe('what was removed from a URL', () => {
  const rows: [before: string, options: object, marked: string, removedCount: number][] = [
    ['https://a.example/p?id=1&x=2', {}, 'https://a.example/p?id=1&x=2', 0],
    ['  https://a.example/ ', {}, 'https://a.example/', 0],
    ['https://a.example/p?utm_source=x', {}, 'https://a.example/p{?utm_source=x}', 1],
    ['https://a.example/p?id=1&utm_source=x', {}, 'https://a.example/p?id=1{&utm_source=x}', 1],
    ['https://a.example/p?utm_source=x&id=1', {}, 'https://a.example/p?{utm_source=x&}id=1', 1],
    ['https://a.example/p?a=1&ref=1&s=2&b=3&gclid=4', {}, 'https://a.example/p?a=1{&ref=1&s=2}&b=3{&gclid=4}', 3],
    ['https://a.example/p?ref=1&ref=2&a=1#ref=1&s=2', {}, 'https://a.example/p?{ref=1&ref=2&}a=1#ref=1&s=2', 2],
    ['/p?&&utm_source=x&&ref=1&&#f', {}, '/p{?&&utm_source=x&&ref=1&&}#f', 2],
    ['/p?a=1&&utm_source=x&b=2', {}, '/p?a=1&{&utm_source=x}&b=2', 1],
    ['/p?utm_source=x?a=1&a=1', {}, '/p?{utm_source=x?a=1&}a=1', 1],
    ['/p?q=a b &ref=1', {}, '/p?q=a b{ &ref=1}', 1],
    ['/p?q=1&ref &s=1', {}, '/p?q=1{&ref &s=1}', 2],
    ['/p ?ref=1', {}, '/p{ ?ref=1}', 1],
    ['https://amazon.com/dp/1/ref=sr_1?a=2', extended, 'https://amazon.com/dp/1{/ref=sr_1}?a=2', 1],
    ['https://amazon.com/dp/ref=sr_1/1?qid=2', extended, 'https://amazon.com/dp{/ref=sr_1}/1{?qid=2}', 2],
    ['https://amazon.com/ref=a/ref=b#c', extended, 'https://amazon.com/{ref=a/ref=b}#c', 2],
    ['https://amazon.com/a/ref=b/c /ref=d', extended, 'https://amazon.com/a{/ref=b}/c{ /ref=d}', 2],
    ['https://youtu.be/1?si=a&t=2', extended, 'https://youtu.be/1?{si=a&}t=2', 1],
    ['/p#ref=1&a=2', { fragment: true }, '/p#{ref=1&}a=2', 1],
    ['/p#/route?ref=1&a=2:~:text=ref', { fragment: true }, '/p#/route?{ref=1&}a=2:~:text=ref', 1],
    ['/p?s=1#utm_source=1', { fragment: true }, '/p{?s=1#utm_source=1}', 2],
    ['/p#s=1?ref=1', { fragment: true }, '/p{#s=1?ref=1}', 2],
    ['mailto:a@b.example?ref=1', {}, 'mailto:a@b.example?ref=1', 0],
  ];
  for (const [before, options, expected, removedCount] of rows) {
    test(`${before} ${JSON.stringify(options)}`, () => {
      const after = sanitize(before, options);
      assertExact(before, after);
      assert.equal(marked(before, after), expected);
      assert.equal(compareUrls(before, after).removedCount, removedCount);
    });
  }

  test('the golden table, with all options but normalize', () => {
    const table = readFileSync(new URL('../../../../../golden/sanitize.tsv', import.meta.url), 'utf8');
    for (const row of table.trimEnd().split('\n').slice(1)) {
      const [options = '', input = '', output = ''] = row.split('\t');
      if (!options.includes('normalize')) assertExact(JSON.parse(input), JSON.parse(output));
    }
  });
});

const word = fc.constantFrom(
  'a',
  'a=1',
  'b=',
  'q=a b',
  'ref',
  'ref=1',
  's',
  'utm_source=x?y',
  'GCLID=2',
  '',
  ' ',
  'ä=%20',
);
const piece = fc.oneof(
  { weight: 6, arbitrary: word },
  { weight: 1, arbitrary: fc.constantFrom('?', '#', ':~:', ' ', '=', '\t', '/') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 3 }) },
);
const text = fc
  .array(fc.tuple(piece, fc.constantFrom('&', '&', '&', '?', '#', '')))
  .map((pairs) => pairs.flat().join(''));
const url = fc.tuple(
  fc.constantFrom('https://a.example/', '/p', '', 'http://A.example', '//b'),
  fc.constantFrom('?', '', '#'),
  text,
);
const options = fc.record({
  fragment: fc.boolean(),
  ignoreCase: fc.boolean(),
  profile: fc.constantFrom('standard', 'conservative', 'extended', 'careful'),
  keepParams: fc.constantFrom<string[]>([], ['ref']),
  extraParams: fc.constantFrom<string[]>([], ['a', 'q']),
});

test('for all URLs, all parts add up to the URL, and the kept ones to the result', () => {
  fc.assert(
    fc.property(url, options, (parts, choice) => {
      const before = parts.join('');
      fc.pre(before.trim() !== '');
      assertExact(before, sanitize(before, choice));
    }),
    { numRuns: 3_000 },
  );
});

test('with normalize too, the parts add up to the URL, and no marked part is in the result', () => {
  fc.assert(
    fc.property(url, options, (parts, choice) => {
      const before = parts.join('');
      fc.pre(before.trim() !== '');
      const after = sanitize(before, { ...choice, normalize: true });
      assert.equal(
        joined(before, after, () => true),
        before.trim(),
      );
      const { isRewritten } = compareUrls(before, after);
      const kept = joined(before, after, (removed) => !removed);
      if (!isRewritten) assert.equal(kept, after);
      else assert.equal(sanitize(kept, { ...choice, normalize: true }), after);
    }),
    { numRuns: 3_000 },
  );
});

test('a normalized URL has its removed parameters marked in place', () => {
  const before = 'HTTPS://A.example:443/x/../p?utm_source=1&id=2#ref=1&ä=1';
  const after = sanitize(before, { normalize: true, fragment: true });
  assert.equal(after, 'https://a.example/p?id=2#%C3%A4=1');
  assert.equal(marked(before, after), 'HTTPS://A.example:443/x/../p?{utm_source=1&}id=2#{ref=1&}ä=1');
  assert.deepEqual({ ...compareUrls(before, after), parts: [] }, { parts: [], removedCount: 2, isRewritten: true });
});

test('a text that is not the result of the URL is shown as another text, with nothing marked', () => {
  assert.equal(marked('https://a.example/?a=1', 'nonsense?b'), 'https://a.example/?a=1');
  assert.equal(compareUrls('https://a.example/?a=1', 'nonsense?b').isRewritten, true);
});

test('a long URL takes linear time', () => {
  const before = `https://a.example/?${'ref=1&a=1&'.repeat(90_000)}`;
  const removed = () => compareUrls(before, sanitize(before, {})).removedCount;
  const spentMs = processorMs(() => assert.equal(removed(), 90_000));
  assert.ok(spentMs < 2_000, `${spentMs} ms`);
});
