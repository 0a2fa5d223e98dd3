import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { admissionComparisons } from '../../../bench/cluster/agreement.js';
import { purposeOf } from '../../../bench/cluster/database.js';
import { treeMs } from '../../../bench/cluster/process-tree.js';
import { roundTrips } from '../../../bench/cluster/shared-load.js';
import { percentile } from '../../../bench/percentile.js';
import { isMet } from '../../../bench/row.js';
import { until } from '../../support/gateway-process.js';

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
    'SELECT expire_quota($1, $2)',
    'SELECT exchange_buckets($1, $2) AS merged',
    'INSERT INTO usage_hours (hour, account_id) SELECT 1, 2',
    'UPDATE keys SET last_used_at = greatest(last_used_at, 1)',
    'SELECT note_keys_seen($1, $2, $3, $4) AS newest',
    'DELETE FROM burst_buckets WHERE updated_at <= $1',
  ].map(purposeOf);
  assert.deepEqual(purposes, [
    ...['quota', 'upkeep of the quota', 'bursts', 'usage history'],
    ...['last uses of keys', 'changes of keys', 'other'],
  ]);
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
