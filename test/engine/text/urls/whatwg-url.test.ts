import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longestUrlHost, parseWhatwgUrl } from '../../../../engine/text/urls/whatwg-url.js';
import { processorMs } from '../../../support/processor-time.js';

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
  const spentMs = processorMs(() => {
    for (const mark of ['a\u0301\u0323', '\u0301', 'é', 'xn--']) {
      assert.equal(parseWhatwgUrl(`http://${mark.repeat(200_000)}/`), undefined);
      assert.equal(parseWhatwgUrl(`ht\ntp:\\${mark.repeat(200_000)}`), undefined);
    }
  });
  assert.ok(spentMs < 1_000, `${spentMs} ms`);
  assert.notEqual(parseWhatwgUrl(`http://${'a'.repeat(longestUrlHost)}/${'b'.repeat(100_000)}`), undefined);
});
