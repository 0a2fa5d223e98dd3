import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { usageRange } from '#gateway/core/usage-range.js';
import type { UsageRow } from '#gateway/server/storage/counter-store.js';
import type { Refusal } from '#gateway/server/telemetry/request-record.js';
import { UsageHistory } from '#gateway/server/telemetry/usage-history.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { countedRequest, shownNumbers, storedNumbers } from '../../../support/usage-rows.js';

const hourMs = 3_600_000;
const midday = Date.UTC(2030, 0, 1, 12);
const hour = midday / hourMs;

function historyAt(now = midday) {
  const clock = new ManualClock(now);
  const history = new UsageHistory(clock, ['run', 'sanitize', 'sort-dedupe', 'mcp']);
  const count = (accountId: string, operation = 'run', status = 200, refusal?: Refusal, id = 'key_1') =>
    history.count({ id, accountId }, operation, status, countedRequest(clock.now(), refusal));
  const of = (accountId: string) => history.of(accountId, usageRange('24h', clock.now()));
  /** `[hours ago, operation, status, refusal, count]`. */
  const shown = async (accountId: string) =>
    (await of(accountId)).outcomes.map((row) => [row.hour - hour, row.operation, row.status, row.refusal, row.count]);
  return { clock, history, count, of, shown };
}

describe('the history of an account', () => {
  test('is by hour, operation, status and refusal, in this order', async () => {
    const { clock, count, shown } = historyAt();
    count('a', 'sort-dedupe', 400);
    count('a', 'run', 429, 'quota');
    count('a', 'run', 429, 'burst-key');
    count('a', 'run', 200);
    count('a', 'sanitize', 200);
    count('a', 'run', 200);
    count('b', 'run', 200);
    clock.advance(hourMs);
    count('a', 'run', 200);
    assert.deepEqual(await shown('a'), [
      [0, 'run', 200, '', 2],
      [0, 'run', 429, 'burst-key', 1],
      [0, 'run', 429, 'quota', 1],
      [0, 'sanitize', 200, '', 1],
      [0, 'sort-dedupe', 400, '', 1],
      [1, 'run', 200, '', 1],
    ]);
    assert.deepEqual(await shown('b'), [[0, 'run', 200, '', 1]]);
    assert.deepEqual(await shown('nobody'), []);
  });

  test('gives a reason only for 429: a full queue and an aborted request have their own statuses', async () => {
    const { count, shown } = historyAt();
    count('a', 'run', 503, 'queue');
    count('a', 'run', 503, 'stopping');
    count('a', 'run', 0, 'quota');
    assert.deepEqual(await shown('a'), [
      [0, 'run', 0, '', 1],
      [0, 'run', 503, '', 2],
    ]);
  });

  test('covers this hour and the 23 before it, to the millisecond', async () => {
    const { clock, count, shown } = historyAt(midday + hourMs - 1);
    count('a');
    clock.advance(1);
    count('a');
    clock.set(midday + 24 * hourMs - 1);
    assert.deepEqual((await shown('a')).length, 2);
    clock.advance(1);
    assert.deepEqual(await shown('a'), [[1, 'run', 200, '', 1]]);
    clock.advance(hourMs);
    assert.deepEqual(await shown('a'), []);
  });

  test('counts a request in the hour in which it arrived, even if later requests end first', async () => {
    const { clock, history, count, shown } = historyAt(midday + hourMs - 1);
    const came = clock.now();
    count('a', 'sanitize');
    clock.advance(1);
    count('a');
    history.count({ id: 'key_1', accountId: 'a' }, 'run', 200, countedRequest(came));
    history.count({ id: 'key_1', accountId: 'a' }, 'sanitize', 200, countedRequest(came));
    count('a');
    assert.deepEqual(await shown('a'), [
      [0, 'run', 200, '', 1],
      [0, 'sanitize', 200, '', 2],
      [1, 'run', 200, '', 2],
    ]);
  });
});

describe('the history by key', () => {
  test('has the requests of each key in the whole range', async () => {
    const { clock, count, of } = historyAt();
    count('a', 'run', 200, undefined, 'key_2');
    count('a', 'run', 429, 'quota');
    clock.advance(hourMs);
    count('a', 'run', 429, 'quota');
    count('b', 'run', 200, undefined, 'key_3');
    assert.deepEqual((await of('a')).keys, [
      { keyId: 'key_1', operation: 'run', status: 429, refusal: 'quota', ...shownNumbers(2) },
      { keyId: 'key_2', operation: 'run', status: 200, refusal: '', ...shownNumbers(1) },
    ]);
  });

  test('counts keys beyond the first 100 together, until one of those has had no request for 24 hours', async () => {
    const { clock, count, of } = historyAt();
    for (let i = 0; i < 200; i++) count('a', 'run', 200, undefined, `key ${i}`);
    count('a', 'run', 200, undefined, 'key 0');
    const counts = new Map((await of('a')).keys.map((row) => [row.keyId, row.count]));
    assert.deepEqual([counts.size, counts.get('key 0'), counts.get('')], [101, 2, 100]);
    clock.advance(24 * hourMs);
    count('a', 'run', 200, undefined, 'key 150');
    assert.deepEqual(
      (await of('a')).keys.map((row) => row.keyId),
      ['key 150'],
    );
  });

  test('gives the requests of keys with those elsewhere; 0 is known only if all keys of the account are counted apart', async () => {
    const { clock, history, count } = historyAt();
    count('a', 'run', 200, undefined, 'key 1');
    count('a', 'run', 400, undefined, 'key 1');
    count('other', 'run', 200, undefined, 'key 9');
    const key = (accountId: string, id: string) => ({ accountId, id });
    const keys = [key('a', 'key 1'), key('a', 'key 2'), key('b', 'key 3')];
    const elsewhere = [{ accountId: 'b', keyId: 'key 3', count: 5 }];
    const requests = async (more: readonly { accountId: string; keyId: string; count: number }[] = []) =>
      Object.fromEntries(await history.requestsOf(keys, [...elsewhere, ...more]));
    assert.deepEqual(await requests(), { 'key 1': 2, 'key 2': 0, 'key 3': 5 });
    assert.deepEqual(await requests([{ accountId: 'a', keyId: '', count: 1 }]), { 'key 1': 2, 'key 3': 5 });
    clock.advance(24 * hourMs);
    assert.deepEqual(await requests(), { 'key 1': 0, 'key 2': 0, 'key 3': 5 });
  });
});

describe('changes passed to the store', () => {
  const row = (accountId: string, count: number, more: Partial<UsageRow> = {}): UsageRow => ({
    accountId,
    keyId: 'key_1',
    hour,
    operation: 'run',
    status: 200,
    refusal: '',
    ...storedNumbers(count),
    ...more,
  });

  test('contain each changed row once, and at most the requested number of rows', () => {
    const { history, count } = historyAt();
    for (const id of ['a', 'b', 'a', 'c']) count(id);
    assert.equal(history.dirtyCount, 3);
    assert.deepEqual(history.takeDirty(2), [row('a', 2), row('b', 1)]);
    assert.deepEqual(history.takeDirty(2), [row('c', 1)]);
    assert.deepEqual([history.takeDirty(2), history.dirtyCount], [[], 0]);
    count('b');
    count('b', 'run', 429, 'quota');
    assert.deepEqual(history.takeDirty(9), [row('b', 2), row('b', 1, { status: 429, refusal: 'quota' })]);
  });

  test('repeat rows that could not be written, with their current state', () => {
    const { history, count } = historyAt();
    count('a');
    count('b');
    const rows = history.takeDirty(9);
    count('a');
    history.markDirty(rows);
    assert.deepEqual(history.takeDirty(9), [row('a', 2), row('b', 1)]);
  });

  test('leave out rows that have become too old, however often the write failed', () => {
    const { clock, history, count } = historyAt();
    count('a');
    history.markDirty(history.takeDirty(9));
    clock.advance(24 * hourMs);
    count('a');
    const late = [row('a', 1, { hour: hour + 24 })];
    assert.deepEqual(history.takeDirty(9), late);
    history.markDirty([row('a', 1), ...late, row('nobody', 1)]);
    assert.deepEqual(history.takeDirty(9), late);
    assert.equal(history.dirtyCount, 0);
  });
});

describe('memory', () => {
  test('holds the accounts of the last 24 hours', () => {
    const { clock, history, count } = historyAt();
    for (let i = 0; i < 1_000; i++) count(`account ${i}`);
    assert.equal(history.size, 1_000);
    clock.advance(24 * hourMs);
    for (let i = 0; i < 1_001; i++) count(`later account ${i}`);
    assert.ok(history.size < 1_010, `${history.size} accounts are in memory`);
  });

  test('keeps no old hour of an account whose requests continue', async () => {
    const { clock, count, of } = historyAt();
    for (let i = 0; i < 1_000; i++) {
      count('a');
      count('a', 'sanitize', 400);
      clock.advance(hourMs);
    }
    assert.equal((await of('a')).outcomes.length, 2 * 23, 'the current hour has none');
    // Back at the first hour, the history would show everything that is still in memory.
    clock.set(midday);
    assert.equal((await of('a')).outcomes.length, 2 * 24);
  });
});
