import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { corpusNames, lines, linesNames, text } from '#bench/corpora.js';
import { type UrlsName, urls, urlsNames } from '#bench/url-corpora.js';
import { runOperation } from '../support/operations.js';

describe('texts', () => {
  for (const name of corpusNames) {
    test(`${name}: has the requested length, and the characters of its name`, () => {
      const made = text(name, 10_000);
      assert.equal(made.length, 10_000);
      assert.equal(made, text(name, 10_000));
      const ranges = { ascii: /^[\0-\x7f]*$/, latin1: /^[\0-\xff]*$/, cjk: /[\u3400-\uffdc]/, emoji: /\p{Emoji}/u };
      assert.match(made, ranges[name]);
    });
  }
});

describe('lines', () => {
  for (const name of linesNames) {
    test(`${name}: the requested number, unsorted, with duplicates`, () => {
      const made = lines(name, 1_000);
      assert.equal(made.length, 1_000);
      assert.deepEqual(made, lines(name, 1_000));
      assert.notDeepEqual(made, made.toSorted());
      const distinct = new Set(made).size;
      assert.ok(distinct > 700 && distinct < 1_000, `${distinct} distinct lines`);
      assert.ok(made.every((line) => line === line.trim() && line !== ''));
    });
  }
});

describe('URLs', () => {
  /** The share of URLs that sanitize changes. */
  const cleaned = (name: UrlsName): number => {
    const made = urls(500, name);
    assert.deepEqual(made, urls(500, name));
    const { sanitized } = runOperation('sanitize', { urls: made }) as { sanitized: string[] };
    return sanitized.filter((url, index) => url !== made[index]).length / made.length;
  };
  for (const [name, least, most] of [
    ['mixed', 0.4, 0.8],
    ['without tracking', 0, 0],
    ['all tracked', 1, 1],
    ['long', 1, 1],
  ] as const) {
    test(`${name}: from ${least} to ${most} of them have something to remove`, () => {
      const share = cleaned(name);
      assert.ok(share >= least && share <= most, String(share));
    });
  }

  test('mixed URLs have and lack a query, a fragment, escapes and a host', () => {
    const made = urls(500);
    for (const part of [/\?/, /^[^?]*$/, /#/, /%[0-9A-F]{2}/, /^\//, /[Ss]ig/]) {
      const share = made.filter((url) => part.test(url)).length / made.length;
      assert.ok(share > 0.01 && share < 0.99, `${part}: ${share}`);
    }
  });

  test('every corpus is tested', () => assert.equal(urlsNames.length, 4));
});
