import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import Database from 'better-sqlite3';
import { FolderLock, runningGateway } from '#gateway/server/storage/folder-lock.js';
import { startTestGateway } from '../../../support/gateway.js';
import { GatewayProcess, processSettings, until } from '../../../support/gateway-process.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

describe('the lock on a data folder', () => {
  test('has one holder at a time, and its error names the process', () => {
    const folder = temporaryFolder({ after });
    assert.equal(runningGateway(folder), undefined);
    const lock = FolderLock.take(folder);
    assert.deepEqual(runningGateway(folder), { pid: process.pid });
    assert.throws(() => FolderLock.take(folder), {
      message: `DATA_DIR is ${JSON.stringify(folder)}, but another Textmill (process ${process.pid}) is using it`,
    });
    lock.release();
    lock.release();
    assert.equal(runningGateway(folder), undefined);
    FolderLock.take(folder).release();
  });

  test('creates files that only their owner can read', () => {
    const folder = temporaryFolder({ after });
    const lock = FolderLock.take(folder);
    for (const name of ['gateway.lock', 'gateway.pid']) assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600);
    assert.equal(readFileSync(join(folder, 'gateway.lock')).length, 0);
    lock.release();
  });

  test('two gateways cannot count in one folder', async (t) => {
    const dataDir = temporaryFolder({ after });
    const first = await startTestGateway(t, { dataDir });
    await assert.rejects(startTestGateway(t, { dataDir }), /but another Textmill \(process \d+\) is using it$/);
    await first.gateway.stop();
    FolderLock.take(dataDir).release();
  });

  test('a failed start releases it', async (t) => {
    const dataDir = temporaryFolder({ after });
    mkdirSync(join(dataDir, 'textmill.sqlite'));
    await assert.rejects(startTestGateway(t, { dataDir }), /Cannot open the database/);
    assert.equal(runningGateway(dataDir), undefined);
  });

  test('processes that check it do not mistake each other for a gateway', () => {
    const folder = temporaryFolder({ after });
    FolderLock.take(folder).release();
    const looking = new Database(join(folder, 'gateway.lock'));
    looking.exec('BEGIN; SELECT count(*) FROM sqlite_schema');
    assert.equal(runningGateway(folder), undefined);
    looking.close();
  });

  test('a process id that another process has reused is not mistaken for the gateway', (t) => {
    const folder = temporaryFolder(t);
    const lock = FolderLock.take(folder);
    writeFileSync(join(folder, 'gateway.pid'), `${process.pid} 12345\n`);
    assert.deepEqual(runningGateway(folder), { pid: undefined });
    lock.release();
  });

  test('is shared by the gateways of a supervisor, and ends with the last one', async (t) => {
    const folder = temporaryFolder(t);
    const [one, other] = await Promise.all([1, 2].map(() => FolderLock.share(folder, process.pid)));
    assert.ok(one !== undefined && other !== undefined);
    const inUse = `DATA_DIR is ${JSON.stringify(folder)}, but another Textmill (process ${process.pid}) is using it`;
    for (const lock of [one, other]) {
      assert.throws(() => FolderLock.take(folder), { message: inUse });
      await assert.rejects(FolderLock.share(folder, process.ppid), { message: inUse });
      assert.deepEqual(runningGateway(folder), { pid: process.pid });
      lock.release();
      lock.release();
    }
    assert.equal(runningGateway(folder), undefined);
    assert.equal(existsSync(join(folder, 'gateway.pid')), false);
    const alone = FolderLock.take(folder);
    await assert.rejects(FolderLock.share(folder, process.pid + 1), /is using it$/);
    alone.release();
    (await FolderLock.share(folder, process.ppid)).release();
  });

  test('is released when its process ends, however it ends', async (t) => {
    const folder = temporaryFolder(t);
    const gateway = new GatewayProcess(t, processSettings, folder);
    await gateway.ready();
    const dataDir = join(folder, 'data');
    assert.deepEqual(runningGateway(dataDir), { pid: gateway.pid });
    gateway.kill('SIGKILL');
    await gateway.ended;
    await until('the lock is free', () => runningGateway(dataDir) === undefined);
    const next = FolderLock.take(dataDir);
    assert.deepEqual(runningGateway(dataDir), { pid: process.pid });
    next.release();
  });
});
