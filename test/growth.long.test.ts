import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertLinear, assertTakesAtMost, filled } from './support/growth.js';

test('assertLinear accepts linear work, and refuses work that is quadratic by a pattern or a search', () => {
  const pattern = (text: string) => text.replace(/\s+$/, '');
  const search = (text: string) => {
    const found: number[] = [];
    for (let at = 0; at < text.length; at += 4) if (!found.includes(at)) found.push(at);
  };
  assertLinear('a ', pattern);
  assertLinear(
    (length) => `${filled('a', length)}b`,
    (text) => text.replaceAll('b', ''),
  );
  assert.throws(
    () => assertLinear((length) => `${' '.repeat(length)}x`, pattern),
    /^AssertionError.* ms for 4001 char/,
  );
  assert.throws(() => assertLinear('a', search), /but [\d.]+ ms for 64000: "aaaa/);
});

test('assertTakesAtMost refuses work that takes longer', () => {
  const work = (rounds: number) => () => {
    let text = '';
    for (let i = 0; i < rounds * 1_000; i++) text = `${i}${text.slice(0, 100)}`;
    return text;
  };
  assertTakesAtMost(10, work(1));
  assert.throws(() => assertTakesAtMost(1, work(1_000)), /times as long as the reference, not at most 1$/);
});
