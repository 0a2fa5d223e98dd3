import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { runOperation } from '../../support/operations.js';

interface HostRule {
  readonly rule: string;
  readonly hosts: string[];
  readonly affiliate?: boolean;
  readonly paths?: string[];
  readonly exceptPaths?: string[];
  readonly names: string[];
  readonly prefixes?: string[];
  readonly pathSegments?: string[];
  readonly from: string[];
}

const file = new URL('../../../data/tracking-parameters.json', import.meta.url);
const { hosts } = JSON.parse(readFileSync(file, 'utf8')) as { hosts: HostRule[] };

function clean(url: string, options: object = { profile: 'extended' }): string | undefined {
  return (runOperation('sanitize', { ...options, urls: [url, 'x'] }) as { sanitized: string[] }).sanitized[0];
}

describe('every rule for a host', () => {
  for (const rule of hosts) {
    test(`${rule.rule}: ${rule.names.join(' ')}`, () => {
      assert.ok(rule.from.length >= 2, 'two sources');
      const names = [...rule.names, ...(rule.prefixes ?? []).map((prefix) => `${prefix}x`)];
      const options = { profile: 'careful', affiliateTags: rule.affiliate === true };
      for (const host of rule.hosts) {
        const path = `https://www.${host}${rule.paths?.[0] ?? '/p'}`;
        const url = `${path}?${names.map((name) => `${name}=1`).join('&')}&zz=1`;
        assert.equal(clean(url, options), `${path}?zz=1`);
        assert.equal(clean(url.replace('www.', ''), options), `${path.replace('www.', '')}?zz=1`);
        assert.equal(clean(url, { profile: 'conservative' }), url);
      }
    });
  }
});

const same = undefined;
const rows: [title: string, url: string, cleaned: string | undefined, options?: object][] = [
  ['a subdomain of the host', 'https://m.youtube.com/watch?v=1&si=2', 'https://m.youtube.com/watch?v=1'],
  ['a short link', 'https://youtu.be/1?si=2', 'https://youtu.be/1'],
  ['another host', 'https://example.com/?si=2', same],
  ['a host with the same ending', 'https://notyoutu.be/1?si=2', same],
  ['a host with the same start', 'https://youtu.be.example.com/1?si=2', same],
  ['the host in the path', 'https://example.com/youtu.be/1?si=2', same],
  ['the host in the query', 'https://example.com/?u=https://youtu.be/1&si=2', same],
  ['the host as a user', 'https://youtu.be@example.com/1?si=2', same],
  ['behind a user', 'https://user:p@youtu.be/1?si=2', 'https://user:p@youtu.be/1'],
  ['with a port and in capitals', 'HTTPS://YouTu.Be:443/1?si=2', 'HTTPS://YouTu.Be:443/1'],
  ['with the trailing root dot', 'https://youtu.be./1?si=2', 'https://youtu.be./1'],
  ['without a scheme', 'youtu.be/1?si=2', 'youtu.be/1'],
  ['relative to the scheme', '//youtu.be/1?si=2', '//youtu.be/1'],
  ['backslashes, as browsers read them', 'https:\\\\youtu.be\\1?si=2', 'https:\\\\youtu.be\\1'],
  ['a path alone', '/youtu.be/1?si=2', same],
  ['no path', 'https://youtu.be?si=2', 'https://youtu.be'],
  ['another scheme', 'ftp://youtu.be/1?si=2', same],
  ['an escaped name', 'https://youtu.be/1?%73i=2', 'https://youtu.be/1'],
  ['another case', 'https://youtu.be/1?SI=2', same],
  ['ignoreCase', 'https://youtu.be/1?SI=2', 'https://youtu.be/1', { profile: 'careful', ignoreCase: true }],
  ['keepParams wins', 'https://youtu.be/1?si=2', same, { profile: 'extended', keepParams: ['si'] }],
  [
    'keepParams wins over a prefix',
    'https://amazon.com/1?pd_rd_w=2',
    same,
    { profile: 'careful', keepParams: ['pd_rd_w'] },
  ],
  ['the fragment', 'https://youtu.be/1#si=2&t=3', 'https://youtu.be/1#t=3', { profile: 'careful', fragment: true }],
  ['standard knows no hosts', 'https://youtu.be/1?si=2', same, {}],
  ['conservative knows no hosts', 'https://x.com/1?s=2&t=3', same, { profile: 'conservative' }],
  ['careful knows what s is on x.com', 'https://x.com/1?s=2&t=3', 'https://x.com/1', { profile: 'careful' }],
  ['an exception below a path', 'https://x.com/i/redirect?t=3', same],
  ['no exception for a longer segment', 'https://x.com/i/redirects?t=3', 'https://x.com/i/redirects'],
  ['only below a path', 'https://www.google.com/search?q=1&ved=2', 'https://www.google.com/search?q=1'],
  ['not below another path', 'https://www.google.com/maps?q=1&ved=2', same],
  ['Amazon: the path', 'https://amazon.de/dp/1/ref=sr_1_2?psc=1', 'https://amazon.de/dp/1?psc=1'],
  ['Amazon: in the middle of the path', 'https://amazon.de/dp/ref=a/1', 'https://amazon.de/dp/1'],
  ['Amazon: all of the path', 'https://amazon.de/ref=a?th=1', 'https://amazon.de/?th=1'],
  ['Amazon: before a fragment', 'https://amazon.de/dp/1/ref=a#b/ref=c', 'https://amazon.de/dp/1#b/ref=c'],
  ['Amazon: not in the query', 'https://amazon.de/dp/1?u=/ref=a', same],
  ['Amazon: a segment that only contains it', 'https://amazon.de/dp/xref=a/%72ef=b', same],
  ['Amazon: blanks at the end', 'https://amazon.de/dp /ref=a', 'https://amazon.de/dp'],
  ['Amazon: the search terms are removed from products', 'https://amazon.de/dp/1?keywords=a', 'https://amazon.de/dp/1'],
  [
    'Amazon: the search terms of a search are kept',
    'https://amazon.de/s?keywords=a&qid=1',
    'https://amazon.de/s?keywords=a',
  ],
  ['a path elsewhere', 'https://example.com/dp/1/ref=a', same],
  ['affiliate tags stay', 'https://amazon.com/dp/1?tag=a-20&ascsubtag=b', same],
  [
    'affiliateTags with a profile',
    'https://amazon.com/dp/1?tag=a&qid=b',
    'https://amazon.com/dp/1',
    { profile: 'careful', affiliateTags: true },
  ],
  [
    'affiliateTags alone',
    'https://amazon.com/dp/1/ref=a?tag=a&qid=b',
    'https://amazon.com/dp/1/ref=a?qid=b',
    { affiliateTags: true },
  ],
  ['affiliateTags elsewhere', 'https://example.com/?tag=a&mkcid=b', same, { affiliateTags: true }],
  [
    'normalize reveals a host',
    'https://you\ttu.be/1?si=2',
    'https://youtu.be/1',
    { profile: 'careful', normalize: true },
  ],
  [
    'normalize reveals a segment',
    'https://amazon.com/1\\ref=2',
    'https://amazon.com/1',
    { profile: 'careful', normalize: true },
  ],
];
describe('rules for hosts', () => {
  for (const [title, url, cleaned = url, options] of rows) {
    test(title, () => {
      assert.equal(clean(url, options), cleaned);
      assert.equal(clean(cleaned, options), cleaned);
    });
  }
});

test('very long hosts and paths take linear time, and do not change', () => {
  const fill = (unit: string) => unit.repeat(900_000 / unit.length);
  for (const unit of ['a.', '/ref', '@', '\\', ':1', 'youtu.be', 'https://', 'amazon.com/', '?#', 'si&']) {
    for (const start of ['', 'https://', 'https://amazon.com/', 'https://youtu.be.']) {
      const url = `${start}${fill(unit)}z`;
      assert.equal(clean(url), url);
    }
  }
  assert.equal(clean(`https://amazon.com${fill('/ref=a')}`), 'https://amazon.com/');
});
