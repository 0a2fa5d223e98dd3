import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { admissionComparisons } from '#bench/cluster/agreement.js';
import { purposeOf } from '#bench/cluster/database.js';
import { treeMs } from '#bench/cluster/process-tree.js';
import { roundTrips } from '#bench/cluster/shared-load.js';
import { percentile } from '#bench/percentile.js';
import { isMet } from '#bench/row.js';
import type { Queries } from '#gateway/server/storage/postgres/connection.js';
import { PostgresCounterStore } from '#gateway/server/storage/postgres/counter-store.js';
import { until } from '../../support/gateway-process.js';
import { storedNumbers } from '../../support/usage-rows.js';

const hasProc = process.platform === 'linux' ? false : 'needs /proc';

test('the processor time of a process has that of its children, running and ended', { skip: hasProc }, async (t) => {
  // The shell waits for one that ends, and then has one that runs.
  const script = 'i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done';
  const child = spawn('sh', ['-c', `sh -c '${script}'; sh -c 'while :; do :; done'; true`], { detached: true });
  t.after(async () => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    await once(child, 'exit');
  });
  const { pid = Number.NaN } = child;
  await until('the children have spent some time', () => treeMs(pid) > 200);
  const before = treeMs(pid);
  await until('the one that runs spends more', () => treeMs(pid) > before + 50);
  assert.ok(Number.isNaN(treeMs(2 ** 30)), 'a process that does not exist');
});

test('statements are known by what they are for', () => {
  const purposes = [
    'SELECT quota_turn($1, $2, $3, $4, $5, $6) AS reply',
    'SELECT expire_quota($1, $2, $3) AS more',
    'SELECT is_known FROM note_keys_seen($1, $2, $3, $4, $5)',
    'DELETE FROM burst_buckets WHERE updated_at <= $1',
  ].map(purposeOf);
  assert.deepEqual(purposes, ['quota', 'upkeep of the quota', 'changes of keys', 'other']);
});

test('the statements that write counters are known by what they are for', async () => {
  const purposes = new Set<string>();
  const pool = {
    query: async ({ text }: { readonly text: string }) => {
      purposes.add(purposeOf(text));
      return { rows: [] };
    },
  } as unknown as Queries;
  const store = new PostgresCounterStore({ pool, writer: 'one', storeNow: () => 0, now: () => 0 });
  const id = 'key';
  await store.write({
    uses: [{ keyId: id, lastUsedAt: 1 }],
    usage: [{ accountId: 'a', keyId: id, hour: 1, operation: 'run', status: 200, refusal: '', ...storedNumbers(1) }],
    buckets: [{ kind: 'key', id, level: 1, updatedAt: 1, stored: undefined, taken: 1, limit: 2 }],
  });
  // The others drop what is over.
  assert.deepEqual([...purposes].sort(), ['bursts', 'last uses of keys', 'other', 'usage history']);
});

test('round trips are the statements of all purposes', () => {
  assert.equal(
    roundTrips({
      perThousand: new Map([
        ['quota', 17],
        ['bursts', 2.5],
      ]),
    }),
    19.5,
  );
});

test('what gateways admit of one limit is shown as the least and the most of all loads', () => {
  const [least, most] = admissionComparisons(3);
  assert.deepEqual([least?.target, most?.target], [{ atLeast: 95 }, { atMost: 120 }]);
  assert.equal(least?.ours.rounds, 4);
  assert.ok(least !== undefined && isMet(least) && most !== undefined && isMet(most));
});

test('a percentile is a value that was measured', () => {
  assert.deepEqual(
    [0, 50, 99, 100].map((percent) => percentile([4, 1, 3, 2], percent)),
    [1, 2, 4, 4],
  );
  assert.throws(() => percentile([], 50), RangeError);
});
