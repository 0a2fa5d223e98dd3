import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
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

test('a signed URL keeps every byte except listed parameters', () => {
  const signed =
    'https://cdn.example/a%2fb;v=1?X-Amz-Date=20260101T000000Z&utm_id=7&X-Amz-Signature=5d2f+%2F&&pk_kwd=1&e=%ff#f';
  const kept = 'https://cdn.example/a%2fb;v=1?X-Amz-Date=20260101T000000Z&X-Amz-Signature=5d2f+%2F&&e=%ff#f';
  assert.equal(clean(signed, { profile: 'extended' }), kept);
});
