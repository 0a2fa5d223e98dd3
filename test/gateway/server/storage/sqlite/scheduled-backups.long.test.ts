import assert from 'node:assert/strict';
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type BackupFailure, ScheduledBackups } from '#gateway/server/storage/sqlite/scheduled-backups.js';
import { author } from '../../../../support/author.js';
import { openSqliteStores } from '../../../../support/stores.js';

test('a process of its own makes the copy of an open database, and says why it cannot', async (t) => {
  const { dataDir, database, store, clock } = await openSqliteStores(t);
  await store.create({ plan: 'pro', environment: 'live' }, author);
  const folder = join(dataDir, 'backups');
  const logged: object[] = [];
  const failures: BackupFailure[] = [];
  const note = (fields: object) => void logged.push(fields);
  const backups = new ScheduledBackups({
    dataDir,
    plan: () => ({ everyMs: 60_000, keep: 2, folder }),
    clock,
    log: { info: note, warn: note, error: note },
    requireDatabase() {},
    databaseBytes: () => 4_096,
    onFailed: (failure) => failures.push(failure),
  });
  await backups.poll();
  const [name = ''] = readdirSync(folder);
  assert.deepEqual(readdirSync(folder), [name]);
  assert.partialDeepStrictEqual(logged[0], { file: join(folder, name), accounts: 1, keys: 1 });
  assert.equal((statSync(folder).mode & 0o777).toString(8), '700');
  assert.equal((statSync(join(folder, name)).mode & 0o777).toString(8), '600');

  database.close();
  for (const suffix of ['-wal', '-shm']) rmSync(join(dataDir, `textmill.sqlite${suffix}`), { force: true });
  writeFileSync(join(dataDir, 'textmill.sqlite'), 'x'.repeat(8_192));
  clock.advance(60_000);
  await backups.poll();
  assert.match(failures[0]?.reason ?? '', /cannot be copied: file is not a database$/);
  assert.deepEqual(readdirSync(folder), [name]);
});
