import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { relativeTime, timeUntil } from '#gateway/console/app/parts/relative-time.js';
import { readGrace } from '#gateway/console/app/views/keys/grace.js';
import { type Key, nameOf, unbounded } from '#gateway/console/app/views/keys/key.js';
import { filterKeys } from '#gateway/console/app/views/keys/key-filter.js';
import { originProblem, readOriginLines } from '#gateway/console/app/views/keys/origin-lines.js';

const key = (changes: Partial<Key>): Key => ({
  id: 'key_1',
  accountId: 'acc_1',
  plan: 'pro',
  environment: 'live',
  label: null,
  origins: [],
  last4: 'aB12',
  ...unbounded,
  setBy: { operator: null, owner: null },
  createdAt: '2026-01-31T09:00:00.000Z',
  revokedAt: null,
  lastUsedAt: null,
  ...changes,
});

describe('the filter of keys', () => {
  const keys = [
    key({ id: 'a', label: 'Nightly import', accountId: 'acc_one' }),
    key({ id: 'b', last4: 'zZ99', origins: ['https://shop.example.com'] }),
    key({ id: 'c', label: 'nightly export', revokedAt: '2026-02-01T00:00:00.000Z' }),
  ];
  const found = (text: string, status: 'active' | 'revoked' | 'all') =>
    filterKeys(keys, text, status).map(({ id }) => id);

  test('by status', () => {
    assert.deepEqual(found('', 'active'), ['a', 'b']);
    assert.deepEqual(found(' ', 'revoked'), ['c']);
    assert.deepEqual(found('', 'all'), ['a', 'b', 'c']);
  });

  test('by all words, in the label, the last four characters, the account or an origin', () => {
    assert.deepEqual(found('NIGHTLY', 'all'), ['a', 'c']);
    assert.deepEqual(found('export nightly', 'all'), ['c']);
    assert.deepEqual(found('zz99', 'all'), ['b']);
    assert.deepEqual(found('acc_one', 'all'), ['a']);
    assert.deepEqual(found('shop.example', 'all'), ['b']);
    assert.deepEqual(found('nightly shop', 'all'), []);
  });

  test('the name of a key in a sentence is its label, or its last characters', () => {
    assert.equal(nameOf(key({ label: 'web' })), '“web” (…aB12)');
    assert.equal(nameOf(key({ label: '' })), 'Key …aB12');
  });
});

describe('typed origins, one per line', () => {
  test('blank lines and surrounding white space are ignored', () => {
    assert.deepEqual(readOriginLines(' https://a.example \r\n\n http://b.example:81'), {
      origins: ['https://a.example', 'http://b.example:81'],
    });
    assert.deepEqual(readOriginLines('\n \n'), { origins: [] });
  });

  test('the first invalid one is named by its line', () => {
    assert.deepEqual(readOriginLines('https://a.example\n\nhttps://b.example/\nftp://c'), {
      problem: 'Line 3 must end after the host or port: no path, no query, not even a final slash.',
    });
    const tooMany = Array.from({ length: 101 }, (_, index) => `https://a${index}.example`).join('\n');
    assert.deepEqual(readOriginLines(tooMany), { problem: 'A key may have at most 100 origins.' });
  });

  test('the gateway’s problem with an element is shown for its line', () => {
    const problemAt = (index: number) => ({
      problem: `origins[${index}] must be shorter`,
      path: `origins[${index}]`,
      reason: 'must be shorter',
    });
    assert.equal(originProblem(problemAt(1), '\nhttps://a\n\nhttps://b'), 'Line 4 must be shorter');
    assert.equal(originProblem(problemAt(7), 'https://a'), 'origins[7] must be shorter');
  });
});

test('a grace period is an integer number of seconds, at most seven days', () => {
  for (const [text, seconds] of [
    ['0', 0],
    [' 90 ', 90],
    ['604800', 604_800],
  ] as const) {
    assert.equal(readGrace(text), seconds);
  }
  for (const text of ['', '-1', '1.5', '604801', '1e3', 'a day']) assert.equal(readGrace(text), undefined, text);
});

test('relative times', () => {
  const minute = 60_000;
  for (const [agoMs, expected] of [
    [-5_000, 'just now'],
    [59_999, 'just now'],
    [minute, '1 minute ago'],
    [2.9 * minute, '2 minutes ago'],
    [60 * minute, '1 hour ago'],
    [24 * 60 * minute, '1 day ago'],
    [400 * 24 * 60 * minute, '1 year ago'],
  ] as const) {
    assert.equal(relativeTime(1e12 - agoMs, 1e12), expected);
  }
});

for (const [seconds, expected] of [
  [-1, 'in less than a minute'],
  [60, 'in less than a minute'],
  [61, 'in 1 minute'],
  [62, 'in 2 minutes'],
  [3_601, 'in 60 minutes'],
  [7_200, 'in 120 minutes'],
  [7_201, 'in 2 hours'],
  [86_400, 'in 24 hours'],
  [86_402, 'in 24 hours'],
  [86_500, 'in 25 hours'],
  [604_800, 'in 7 days'],
] as const) {
  test(`${seconds} seconds from now is ${expected}`, () => {
    assert.equal(timeUntil(1e12 + seconds * 1_000, 1e12), expected);
  });
}
