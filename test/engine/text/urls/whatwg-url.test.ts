import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longestUrlHost, parseWhatwgUrl } from '#engine/text/urls/whatwg-url.js';
import { assertLinear, filled } from '../../../support/growth.js';

test('gives the same result for a host of Latin-1 letters on every call', () => {
  const results = new Set<string | undefined>();
  for (let time = 0; time < 60_000; time++) results.add(parseWhatwgUrl('http://hé/?a=1')?.href);
  assert.deepEqual([...results], ['http://xn--h-bga/?a=1']);
});

test('refuses invalid URLs in any script, and resolves against a base', () => {
  for (const text of ['', 'a', 'http://', 'http://é é/', '//example.com'])
    assert.equal(parseWhatwgUrl(text), undefined);
  assert.equal(parseWhatwgUrl('../ü', new URL('https://a.example/b/c'))?.href, 'https://a.example/%C3%BC');
});

test('a host of any length takes little time', () => {
  for (const mark of ['a\u0301\u0323', '\u0301', 'é', 'xn--']) {
    const plain = (length: number) => `http://${filled(mark, length)}/`;
    const broken = (length: number) => `ht\ntp:\\${filled(mark, length)}`;
    for (const url of [plain, broken]) assertLinear(url, (text) => assert.equal(parseWhatwgUrl(text), undefined));
  }
  assert.notEqual(parseWhatwgUrl(`http://${'a'.repeat(longestUrlHost)}/${'b'.repeat(100_000)}`), undefined);
});
