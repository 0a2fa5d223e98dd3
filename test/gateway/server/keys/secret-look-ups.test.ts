import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SecretLookUps } from '#gateway/server/keys/secret-look-ups.js';

/** Look-ups whose timers and queries the test ends. */
function rig() {
  const queries: { readonly hashes: readonly string[]; end(error?: Error): void }[] = [];
  const timers: { readonly ms: number; run(): void }[] = [];
  const lookUps = new SecretLookUps(
    (hashes) =>
      new Promise((resolve, reject) => {
        queries.push({ hashes, end: (error) => (error === undefined ? resolve() : reject(error)) });
      }),
    (ms, run) => {
      timers.push({ ms, run });
      return () => {};
    },
  );
  return { lookUps, queries, timers };
}

test('secrets that are missed within 5 ms share one query, however many there are', async () => {
  const { lookUps, queries, timers } = rig();
  const found = Promise.all(Array.from({ length: 10_000 }, (_, i) => lookUps.find(`hash ${i % 100}`)));
  assert.deepEqual([timers.map(({ ms }) => ms), queries.length], [[5], 0]);
  timers[0]?.run();
  assert.deepEqual(
    queries.map(({ hashes }) => hashes.length),
    [100],
  );
  queries[0]?.end();
  await found;
  assert.equal(timers.length, 1);
});

test('a slow store gets no second query meanwhile, and then one for all that were missed', async () => {
  const { lookUps, queries, timers } = rig();
  const first = lookUps.find('a');
  timers[0]?.run();
  const others = Promise.all(['b', 'c', 'a'].map((hash) => lookUps.find(hash)));
  assert.deepEqual([timers.length, queries.length], [1, 1]);
  queries[0]?.end();
  await first;
  timers[1]?.run();
  assert.deepEqual(queries[1]?.hashes, ['b', 'c', 'a']);
  queries[1]?.end();
  await others;
});

test('a query that fails fails all that wait for it, and no others', async () => {
  const { lookUps, queries, timers } = rig();
  const failed = [lookUps.find('a'), lookUps.find('b')];
  timers[0]?.run();
  const later = lookUps.find('c');
  queries[0]?.end(new Error('away'));
  for (const each of failed) await assert.rejects(each, { message: 'away' });
  timers[1]?.run();
  queries[1]?.end();
  await later;
});
