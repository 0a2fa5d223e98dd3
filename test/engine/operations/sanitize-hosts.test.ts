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
interface HostException {
  readonly hosts: string[];
  readonly paths?: string[];
  readonly all?: boolean;
  readonly names?: string[];
  readonly from: string[];
}

const { hosts, exceptions } = JSON.parse(readFileSync(file, 'utf8')) as {
  hosts: HostRule[];
  exceptions: HostException[];
};

function clean(url: string, options: object = { profile: 'extended' }): string | undefined {
  return (runOperation('sanitize', { ...options, urls: [url, 'x'] }) as { sanitized: string[] }).sanitized[0];
}

describe('every rule for a host', () => {
  for (const rule of hosts) {
    test(`${rule.rule}: ${rule.names.join(' ')}`, () => {
      assert.ok(rule.from.length >= 2, 'two sources');
      assert.deepEqual([...new Set(rule.names)], rule.names, 'each name once');
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

describe('every exception for a host', () => {
  for (const { hosts, paths, all = false, names = [], from } of exceptions) {
    test(`${hosts.join(' ').slice(0, 60)}: ${all ? 'all' : names.join(' ')}`, () => {
      assert.ok(from.length > 0, 'a source');
      for (const host of hosts) {
        const place = `https://www.${host}${paths?.[0] ?? '/p'}`;
        const kept = [...names, ...(all ? ['utm_source'] : [])].map((name) => `${name}=1`).join('&');
        const url = `${place}?${kept}&msclkid=2`;
        assert.equal(clean(url, { profile: 'careful' }), all ? url : `${place}?${kept}`);
      }
    });
  }
});

test('a name is listed once for a host', () => {
  const listed = hosts.flatMap((rule) =>
    rule.hosts.flatMap((host) =>
      rule.names.map((name) => `${host} ${rule.paths ?? ''} ${rule.exceptPaths ?? ''} ${name}`),
    ),
  );
  assert.deepEqual(
    listed.toSorted().filter((entry, index, sorted) => entry === sorted[index - 1]),
    [],
  );
});

const google = 'https://www.google.com/maps';
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
  ['YouTube: pp', 'https://www.youtube.com/watch?v=1&pp=ygU', 'https://www.youtube.com/watch?v=1'],
  ['TikTok: _r and _t', 'https://www.tiktok.com/@a/video/1?_r=1&_t=8', 'https://www.tiktok.com/@a/video/1'],
  [
    'Bing: form and cvid, also in capitals',
    'https://www.bing.com/search?q=a&form=QBLH&cvid=49B&qs=n&first=11',
    'https://www.bing.com/search?q=a&first=11',
  ],
  ['Bing: FORM', 'https://cn.bing.com/?FORM=Z9FD1', 'https://cn.bing.com/'],
  ['Bing: the point of a map is kept', 'https://www.bing.com/maps?sp=point.47_8', same],
  ['X: src', 'https://x.com/search?q=a&src=typed_query', 'https://x.com/search?q=a'],
  [
    'Reddit: rdt',
    'https://www.reddit.com/r/a/comments/1/?rdt=5&sort=top',
    'https://www.reddit.com/r/a/comments/1/?sort=top',
  ],
  ['Amazon: ufe and dib', 'https://www.amazon.de/dp/1?ufe=app&dib=ey&th=1', 'https://www.amazon.de/dp/1?th=1'],
  ['Google of any country', 'https://www.google.co.ke/search?q=1&sca_esv=2', 'https://www.google.co.ke/search?q=1'],
  [
    'brackets in a name',
    'https://www.facebook.com/a?__cft__[0]=1&__cft__%5B0%5D=2&id=3',
    'https://www.facebook.com/a?id=3',
  ],
  ['WeChat: a code keeps what it opens', 'https://mp.weixin.qq.com/mp/qrcode?scene=1', same],

  ['an exception: another URL in the path', 'https://web.archive.org/web/2020/https://e.com/?utm_source=1&ref=2', same],
  ['an exception: with a hash of the query', 'https://urldefense.com/v3/__https://e.com/?utm_source=1__;!!x', same],
  ['an exception is for one name', `${google}?utm_campaign=a&utm_source=b&q=c`, `${google}?utm_campaign=a&q=c`],
  ['an exception is for one path', 'https://www.google.com/intl?utm_campaign=a&q=c', 'https://www.google.com/intl?q=c'],
  [
    'an exception for a name by prefix',
    'https://sendgb.com/a?utm_source=1&utm_x=2',
    'https://sendgb.com/a?utm_source=1',
  ],
  [
    'the names of the request have none',
    'https://web.archive.org/web/2020/https://e.com/?utm_source=1&ref=2',
    'https://web.archive.org/web/2020/https://e.com/?ref=2',
    { profile: 'careful', extraParams: ['utm_source'] },
  ],
  ['standard has none', `${google}?utm_campaign=a&q=c`, `${google}?q=c`, {}],
  ['affiliateTags alone has none', `${google}?utm_campaign=a`, google, { affiliateTags: true }],
  ['conservative has none', `${google}?utm_campaign=a`, google, { profile: 'conservative' }],
  [
    'a signed URL keeps what is tracking on its host alone',
    'https://s3.amazon.com/ref=a?qid=1&sr=b&X-Amz-Signature=c%2F+&',
    same,
  ],
  ['signed for Azure', 'https://www.ebay.de/a?hash=1&sig=Zm9%3D&sr=b', same],
  ['signed for CloudFront', 'https://cdn.forbes.com/a?Signature=x~_&sh=1&Key-Pair-Id=K', same],
  [
    'a signature that is removed protects nothing',
    'https://youtu.be/1?si=2&Sig=3',
    'https://youtu.be/1',
    { profile: 'careful', extraParams: ['Sig'] },
  ],
  ['a signature elsewhere is none', 'https://youtu.be/1?si=sig=2#sig=3', 'https://youtu.be/1#sig=3'],
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
