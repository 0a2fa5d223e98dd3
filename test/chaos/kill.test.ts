import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import {
  admin,
  assertDatabaseIntact,
  createKey,
  GatewayProcess,
  type KeyDocument,
  processSettings as settings,
  statusWith,
  until,
  used,
} from '../support/gateway-process.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** Requests that the database knows of. */
function storedCount(folder: string): number {
  const database = new Database(join(folder, 'data/textmill.sqlite'), { readonly: true });
  try {
    return database.prepare('SELECT coalesce(sum(count), 0) FROM quota_minutes').pluck().get() as number;
  } finally {
    database.close();
  }
}

describe('kill -9', () => {
  test('loses no key and no change that was answered, and at most one interval of the quota', async (t) => {
    const folder = temporaryFolder(t);
    const first = new GatewayProcess(t, { ...settings, SYNC_INTERVAL_MS: '100' }, folder);
    const url = await first.ready();
    const [kept, revoked, rotated, renamed] = await Promise.all([1, 2, 3, 4].map(() => createKey(url)));
    assert.ok(kept && revoked && rotated && renamed);
    for (let i = 0; i < 50; i++) assert.equal(await statusWith(url, kept.key), 200);
    await until('the counters are stored', () => storedCount(folder) === 50);
    for (let i = 0; i < 20; i++) assert.equal(await statusWith(url, kept.key), 200);
    await admin(url, 'DELETE', `/keys/${revoked.id}`);
    await admin(url, 'PUT', `/keys/${renamed.id}/origins`, { origins: ['https://new.example'] });
    const { key: newSecret } = await admin<KeyDocument>(url, 'POST', `/keys/${rotated.id}/rotate`);
    first.kill('SIGKILL');
    assert.equal((await first.ended).signal, 'SIGKILL');
    assertDatabaseIntact(t, folder);

    const second = new GatewayProcess(t, settings, folder);
    const again = await second.ready();
    const count = await used(again, kept);
    assert.ok(count >= 50 && count <= 70, `${count} of 70 requests are known`);
    assert.deepEqual(
      [
        await statusWith(again, kept.key),
        await statusWith(again, revoked.key),
        await statusWith(again, rotated.key),
        await statusWith(again, newSecret),
      ],
      [200, 401, 401, 200],
    );
    const { origins } = await admin<{ origins: string[] }>(again, 'GET', `/keys/${renamed.id}`);
    assert.deepEqual(origins, ['https://new.example']);
  });

  test('in the middle of making and revoking keys, three times over', async (t) => {
    const folder = temporaryFolder(t);
    const live = new Set<string>();
    const ended = new Set<string>();
    for (let round = 0; round < 3; round++) {
      const gateway = new GatewayProcess(t, { ...settings, SYNC_INTERVAL_MS: '10' }, folder);
      const url = await gateway.ready();
      const changes = Array.from({ length: 4 }, async (_, worker) => {
        for (;;) {
          const { id, key } = await createKey(url);
          live.add(key);
          await statusWith(url, key);
          if (worker % 2 === 0) continue;
          live.delete(key);
          await admin(url, 'DELETE', `/keys/${id}`);
          ended.add(key);
        }
      });
      // However slow the machine is just now, there is something to lose.
      const before = ended.size;
      while (ended.size < before + 5) await wait(10);
      await wait(25 * round);
      gateway.kill('SIGKILL');
      const outcomes = await Promise.allSettled(changes);
      for (const outcome of outcomes) assert.ok(outcome.status === 'rejected' && outcome.reason instanceof TypeError);
      await gateway.ended;
      assertDatabaseIntact(t, folder);
    }
    assert.ok(live.size > 10 && ended.size > 10, `${live.size} made, ${ended.size} revoked`);
    const last = new GatewayProcess(t, settings, folder);
    const url = await last.ready();
    for (const key of live) assert.equal(await statusWith(url, key), 200, 'a key that was answered works');
    for (const key of ended) assert.equal(await statusWith(url, key), 401, 'a revocation that was answered holds');
  });
});
