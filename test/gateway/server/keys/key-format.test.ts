import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { generateId, generateSecret, hashSecret } from '#gateway/server/keys/key-format.js';

test('a secret is its prefix and 32 characters of [A-Za-z0-9]', () => {
  for (let i = 0; i < 1_000; i++) {
    assert.match(generateSecret('live'), /^svc_live_[A-Za-z0-9]{32}$/);
    assert.match(generateSecret('dev'), /^svc_dev_[A-Za-z0-9]{32}$/);
  }
});

test('ids have a prefix for their kind', () => {
  assert.match(generateId('key'), /^key_[A-Za-z0-9]{20}$/);
  assert.match(generateId('acc'), /^acc_[A-Za-z0-9]{20}$/);
});

test('all secrets are different', () => {
  const secrets = new Set(Array.from({ length: 20_000 }, () => generateSecret('live')));
  assert.equal(secrets.size, 20_000);
});

test('every character is equally likely at every position', () => {
  const count = 40_000;
  const suffixes = Array.from({ length: count }, () => generateSecret('live').slice('svc_live_'.length));
  const perCharacter = new Map<string, number>();
  const perIndex = new Map<string, number>();
  for (const suffix of suffixes) {
    for (const [index, character] of [...suffix].entries()) {
      perCharacter.set(character, (perCharacter.get(character) ?? 0) + 1);
      perIndex.set(`${index}${character}`, (perIndex.get(`${index}${character}`) ?? 0) + 1);
    }
  }
  // Five standard deviations of the chi-square statistic with that many degrees of freedom, and a little more for its
  // skew: a fair source fails once in some millions of runs. A byte modulo 62 gives about 13,000 in the first line.
  assert.ok(chiSquare(perCharacter, count * 32, 62) < 61 + 6 * Math.sqrt(2 * 61));
  assert.ok(chiSquare(perIndex, count * 32, 32 * 62) < 32 * 61 + 6 * Math.sqrt(2 * 32 * 61));
});

test('the hash is SHA-256', () => {
  const secret = generateSecret('dev');
  assert.equal(hashSecret(secret), createHash('sha256').update(secret).digest('hex'));
});

test('a text that is too long to be a secret is not hashed', () => {
  assert.equal(hashSecret('x'.repeat(129)), undefined);
  assert.notEqual(hashSecret('x'.repeat(128)), undefined);
});

function chiSquare(observed: ReadonlyMap<string, number>, total: number, cells: number): number {
  const expected = total / cells;
  let sum = (cells - observed.size) * expected;
  for (const count of observed.values()) sum += (count - expected) ** 2 / expected;
  return sum;
}
