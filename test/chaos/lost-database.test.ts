import assert from 'node:assert/strict';
import { existsSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { databaseFile } from '#gateway/server/storage/sqlite/connection.js';
import { runCommand } from '../support/command-line.js';
import { adminToken, sendRequest } from '../support/gateway.js';
import { createKey, processSettings, SupervisedGateway, statusWith, until } from '../support/gateway-process.js';
import { startGateways, untilReadyMembers } from '../support/gateways.js';
import { metric, metricsOf } from '../support/metrics.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const storeFailed = { error: 'The database cannot be written; the log says why' };
const isLost = 'The database is lost: keys cannot be changed, and are served from memory for a limited time';
const isBack = 'Keys can be read from the database again';

async function tryToCreateKey(url: string) {
  const headers = { 'x-admin-token': adminToken };
  const { status, json } = await sendRequest(`${url}/keys`, 'POST', { headers, body: { plan: 'pro' } });
  return { status, json };
}

const readiness = async (url: string) => (await sendRequest(`${url}/readyz`, 'GET', {})).json;

test('a database that was deleted confirms nothing, is not created again, and serves on from a backup', async (t) => {
  const folder = temporaryFolder(t);
  const file = databaseFile(join(realpathSync(folder), 'data'));
  const run = (...args: readonly string[]) => runCommand(args, { folder });
  const service = new SupervisedGateway(t, processSettings, folder, { limits: { mostFailedStarts: 2 } });
  const url = await service.ready();
  const { key } = await createKey(url);
  assert.equal((await run('backup', 'b.sqlite')).code, 0);

  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix);
  assert.deepEqual(await tryToCreateKey(url), { status: 503, json: storeFailed });
  const byCommand = await run('keys', 'create');
  assert.equal(byCommand.code, 1);
  assert.match(byCommand.stderr, /^textmill: There is no .*textmill\.sqlite, but there was a database: put it back, /);
  await until('it is noticed', async () => ((await readiness(url)) as { status: string }).status === 'degraded');
  assert.equal(metric(await metricsOf(url), 'textmill_store_degraded'), 1);
  assert.equal(await statusWith(url, key), 200);
  const lines = service.log.filter(({ level }) => level === 50);
  assert.deepEqual(
    lines.map(({ msg }) => msg),
    [isLost],
  );
  assert.deepEqual(
    lines.map((line) => line.file),
    [file],
  );

  process.kill(service.gatewayPid, 'SIGKILL');
  const { status, stderr } = await service.ended;
  assert.equal(status, 1);
  assert.match(
    stderr,
    /textmill: There is no .*textmill\.sqlite, but there was a database: put it back, or restore a backup /,
  );
  assert.equal(existsSync(file), false);

  assert.equal((await run('restore', 'b.sqlite')).code, 0);
  const again = await new SupervisedGateway(t, processSettings, folder).ready();
  assert.equal(await statusWith(again, key), 200);
});

test('gateways whose folder was moved away do not create another one, and go on when it is back', async (t) => {
  const { folder, service, url } = await startGateways(t, 2);
  const [data, away] = [join(folder, 'data'), join(folder, 'away')];
  const { key } = await createKey(url);
  const said = (text: string) => service.log.filter(({ msg }) => msg === text).length;
  renameSync(data, away);
  await until('both gateways say so', () => said(isLost) === 2);
  for (let attempt = 0; attempt < 8; attempt++) {
    assert.deepEqual(await tryToCreateKey(url), { status: 503, json: storeFailed });
  }
  process.kill(service.gatewayPid, 'SIGKILL');
  const died = 'The gateway process died and is started again';
  await until('a start was refused', () => said(died) >= 2);
  assert.equal(existsSync(data), false, 'a folder in its place would be in the way');
  // Either gateway may respond, and only one of them need have read the key before.
  for (let attempt = 0; attempt < 8; attempt++) assert.notEqual(await statusWith(url, key), 401);
  renameSync(away, data);
  await untilReadyMembers(url, 2);
  await until('the other one says so', () => said(isBack) === 1);
  for (let attempt = 0; attempt < 8; attempt++) assert.equal(await statusWith(url, key), 200);
  await createKey(url);
  assert.equal(said(isLost), 2);
});

test('a gateway beside a new folder at its path leaves it alone, and serves from it after a restart', async (t) => {
  const folder = temporaryFolder(t);
  const [data, away] = [join(folder, 'data'), join(folder, 'away')];
  const service = new SupervisedGateway(t, { ...processSettings, SYNC_INTERVAL_MS: '100' }, folder);
  const url = await service.ready();
  const { key } = await createKey(url);
  const run = (...args: readonly string[]) => runCommand(args, { folder });
  assert.equal((await run('backup', 'b.sqlite')).code, 0);
  renameSync(data, away);
  assert.equal((await run('restore', 'b.sqlite')).code, 0);
  const { stdout: other } = await run('keys', 'create');
  await until('it is noticed', () => service.log.some(({ msg }) => msg === isLost));
  assert.deepEqual(await tryToCreateKey(url), { status: 503, json: storeFailed });
  assert.equal(await statusWith(url, key), 200);
  assert.equal(await statusWith(url, other.trim()), 503, 'this gateway cannot know that it is invalid');
  service.kill('SIGINT');
  assert.equal((await service.ended).status, 0);
  const again = await new SupervisedGateway(t, processSettings, folder).ready();
  assert.deepEqual([await statusWith(again, key), await statusWith(again, other.trim())], [200, 200]);
});
