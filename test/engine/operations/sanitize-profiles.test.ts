import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { assertLinear } from '../../support/growth.js';
import { runOperation } from '../../support/operations.js';

interface TrackingParameters {
  readonly sources: Record<string, string>;
  readonly standard: Record<string, string[]>;
  readonly extended: { rule: string; names: Record<string, string[]> }[];
  readonly prefixes: { rule: string; prefix: string; from: string[] }[];
  readonly hosts: { from: string[] }[];
  readonly exceptions: { from: string[] }[];
}

const file = new URL('../../../data/tracking-parameters.json', import.meta.url);
const data = JSON.parse(readFileSync(file, 'utf8')) as TrackingParameters;
const standard = Object.values(data.standard).flat();
const extended = data.extended.flatMap(({ names }) => Object.entries(names));
const ambiguous = ['s', 'ref', 'referrer', 'source'];

function clean(url: string, options: object): string | undefined {
  return (runOperation('sanitize', { ...options, urls: [url, 'x'] }) as { sanitized: string[] }).sanitized[0];
}
const isRemoved = (name: string, options: object): boolean => {
  const url = `?${name}=1&a`;
  const cleaned = clean(url, options);
  assert.ok(cleaned === '?a' || cleaned === url, `${url} → ${cleaned}`);
  return cleaned === '?a';
};

describe('every listed name', () => {
  test('the standard list has 24', () => assert.equal(standard.length, 24));
  for (const name of standard) {
    test(`${name} is removed in its profiles`, () => {
      const isClear = !ambiguous.includes(name);
      assert.equal(isRemoved(name, {}), true);
      assert.equal(isRemoved(name, { profile: 'conservative' }), isClear);
      assert.equal(isRemoved(name, { profile: 'extended' }), true);
      assert.equal(isRemoved(name, { profile: 'careful' }), isClear);
    });
  }
  test('names of the extended list are removed only in extended and careful', () => {
    for (const [name] of extended) {
      for (const [profile, expected] of Object.entries({ conservative: false, extended: true, careful: true })) {
        assert.equal(isRemoved(name, { profile }), expected, `${name} in ${profile}`);
      }
      assert.equal(isRemoved(name, {}), false, name);
    }
  });
});

describe('the data file', () => {
  test('has two public lists or another source for every name, and a source for every prefix', () => {
    for (const [name, from] of extended) {
      const lists = from.filter((each) => each in data.sources);
      assert.ok(lists.length >= 2 || from.length > lists.length, `${name}: ${from}`);
    }
    for (const { prefix, from } of data.prefixes) assert.ok(from.length >= 1, prefix);
  });
  test('has every name once, and repeats no name of the standard list', () => {
    const names = [...standard, ...extended.map(([name]) => name)];
    assert.deepEqual(
      names.filter((name, index) => names.indexOf(name) !== index),
      [],
    );
  });
  test('defines each public list that it refers to', () => {
    const known = new Set(Object.keys(data.sources));
    const all = [...extended.map(([, from]) => from), ...[...data.hosts, ...data.exceptions].map(({ from }) => from)];
    const named = all.flat().filter((each) => /^[\w-]+$/.test(each));
    assert.deepEqual(new Set(named), known);
  });
});

describe('names by prefix', () => {
  const names = ['utm_x', 'utm_', 'hsa_la', 'mtm_kwd', 'matomo_campaign', 'pk_kwd', 'piwik_cpn', 'utm%5Fx', 'u%74m_ä'];
  for (const name of names) {
    test(`${name} is removed in extended and careful`, () => {
      assert.equal(isRemoved(name, { profile: 'extended' }), true);
      assert.equal(isRemoved(name, { profile: 'careful' }), true);
      assert.equal(isRemoved(name, {}), false);
      assert.equal(isRemoved(name, { profile: 'conservative' }), false);
    });
  }
  for (const name of ['utm', 'UTM_x', 'xutm_x', 'utm-x', 'hs', 'pk', 'utm_%zz', 'utm_%ff', 'm', '%75']) {
    test(`${name} stays`, () => assert.equal(isRemoved(name, { profile: 'extended' }), false));
  }
  test('with ignoreCase', () => {
    const options = { profile: 'extended', ignoreCase: true };
    for (const name of ['UTM_X', 'Utm%5fX', 'HSA_ä', 'PIWIK_\u212a'])
      assert.equal(isRemoved(name, options), true, name);
  });
  test('a name to keep stays', () => {
    assert.equal(isRemoved('utm_x', { profile: 'extended', keepParams: ['utm_x'] }), false);
    assert.equal(isRemoved('utm%5fx', { profile: 'extended', keepParams: ['utm_x'] }), false);
    assert.equal(isRemoved('UTM_X', { profile: 'extended', keepParams: ['utm_X'], ignoreCase: true }), false);
    assert.equal(isRemoved('utm_y', { profile: 'extended', keepParams: ['utm_x'] }), true);
  });
});

describe('a signed URL', () => {
  const signed =
    'https://cdn.example/a%2fb;v=1?X-Amz-Date=20260101T000000Z&utm_source=x&utm_id=7&X-Amz-Signature=5d2f+%2F&&e=%ff#f';
  const beyondStandard = ['conservative', 'extended', 'careful'];

  test('loses listed parameters with standard, which never changes, and nothing else', () => {
    assert.equal(clean(signed, {}), signed.replace('&utm_source=x', ''));
    assert.equal(clean(signed, { affiliateTags: true }), signed.replace('&utm_source=x', ''));
  });
  test('stays byte for byte with all other profiles', () => {
    for (const profile of beyondStandard) {
      for (const options of [{}, { normalize: true }, { fragment: true }, { ignoreCase: true, affiliateTags: true }])
        assert.equal(clean(`${signed}&ref=a`, { profile, ...options }), `${signed}&ref=a`);
    }
  });
  test('loses what the request names', () => {
    const options = { profile: 'careful', extraParams: ['utm_id'] };
    assert.equal(clean(signed, options), signed.replace('&utm_id=7', ''));
    assert.equal(
      clean(signed, { profile: 'careful', extraParams: ['x-amz-signature', 'X-Amz-Signature'] }),
      'https://cdn.example/a%2fb;v=1?X-Amz-Date=20260101T000000Z&&e=%ff#f',
    );
  });

  const hex = '0123456789abcdef'.repeat(4);
  const queries = [
    'X-Goog-Signature=ab&X-Goog-Expires=60',
    'sv=2022&se=2026-01-01&sig=Zm9%3D',
    'Policy=a&Signature=x~_&Key-Pair-Id=K',
    'AWSAccessKeyId=A&Expires=1760000000&Signature=a%2B',
    'OSSAccessKeyId=A&Expires=1760000000&Signature=a%3D',
    'x-oss-signature-version=OSS4&x-oss-signature=ab',
    'q-sign-algorithm=sha1&q-signature=ab',
    `expires=1760000000&signature=${hex}`,
    `expires=1760000000&token=${hex}`,
    `token=${hex}&expires=1760000000`,
    `md5=${hex}&e=1760000000`,
    `hmac=${hex}`,
    'hdnts=exp=1760000000~acl=/*~hmac=ab',
    'auth_key=1760000000-0-0-0123456789abcdef',
    `wsSecret=${hex}&wsTime=1`,
    `ex=1&is=2&hm=${hex}`,
    'oh=00_AfB0123456789abcd&oe=65AB12CD',
  ];
  const urls = [
    ...queries.map((query) => `https://cdn.example/a?utm_source=x&${query}&b`),
    ...queries.map((query) => `//cdn.example/a?${query}&utm_source=x`),
    `https://a.imgix.net/b.png?utm_source=x&s=${hex.slice(0, 32)}`,
    `https://preview.redd.it/b.png?utm_source=x&s=${hex.slice(0, 40)}`,
  ];
  for (const url of urls) {
    test(url, () => {
      for (const profile of beyondStandard) assert.equal(clean(url, { profile }), url);
      assert.equal(clean(url, {})?.includes('utm_source'), false);
    });
  }

  const unsigned = [
    'https://e.com/?utm_source=x&sign=aries',
    'https://e.com/?utm_source=x&sig=',
    'https://e.com/?utm_source=x&token=0123456789',
    'https://e.com/?utm_source=x&token=0123456789&expires=never',
    'https://e.com/?utm_source=x&md5=ab&e=1760000000',
    `https://e.com/?utm_source=x&session=${hex}`,
    'https://e.com/?utm_source=x&design=a#&sig=b',
    'https://e.com/sig=b/?utm_source=x&a=?signature',
  ];
  for (const url of unsigned) {
    test(`not signed: ${url}`, () =>
      assert.equal(clean(url, { profile: 'careful' }), url.replace(/utm_source=x&/, '')));
  }

  test('explain names the parameter that signs it', () => {
    const other = 'https://e.com/?a=1';
    const explain = { urls: [signed, `${other}&utm_id=1`], profile: 'careful', explain: true };
    assert.deepEqual(runOperation('sanitize', explain), {
      sanitized: [signed, other],
      count: 2,
      removed: [[], [{ name: 'utm_id', list: 'extended', rule: 'utm' }]],
      signedBy: ['X-Amz-Signature', null],
    });
    assert.deepEqual(runOperation('sanitize', { ...explain, profile: 'standard', urls: [signed] }), {
      sanitized: [signed.replace('&utm_source=x', '')],
      count: 1,
      removed: [[{ name: 'utm_source', list: 'standard', rule: 'utm' }]],
    });
  });

  test('is looked for in linear time', () => {
    for (const unit of ['&e=123456', '&token=12345678', '&sig=', '&oh=aaaaaaaaaaaaaaaa', '&s=', '&x-', '?'])
      assertLinear(unit, (text) => clean(`https://a.imgix.net/?${text}`, { profile: 'careful' }));
  });
});
