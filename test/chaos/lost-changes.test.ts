import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startCuttableProxy } from '../support/cuttable-proxy.js';
import { adminToken, sendRequest } from '../support/gateway.js';
import { createKey, type KeyDocument, statusWith, until } from '../support/gateway-process.js';
import { membersOf, startOnDatabase } from '../support/gateways.js';
import { copyPostgres, startPostgres, withoutPostgres } from '../support/postgres.js';

/** Keys that are created and lost; more changes follow after that. */
const lostKeys = 2;

/** Two gateways whose PostgreSQL is replaced, again and again, by a standby that lacks the newest changes. */
async function startCluster(t: TestContext) {
  let primary = await startPostgres(t);
  const proxy = await startCuttableProxy(t, primary.port);
  const url = new URL(await primary.createDatabase('keys'));
  url.port = String(proxy.port);
  const start = () => startOnDatabase(t, url.href, { KEY_TRUST_SECONDS: '10' });
  const gateways = await Promise.all([start(), start()]);
  return {
    gateways,
    copy: () => copyPostgres(t, primary),
    async replace(takeOver: Awaited<ReturnType<typeof copyPostgres>>) {
      await primary.crash();
      primary = await takeOver();
      proxy.redirect(primary.port);
    },
  };
}

/** Changes keys, again and again while the database is unavailable. */
async function changed<Body>(url: string, method: string, path: string, body?: object): Promise<Body> {
  const headers = { 'x-admin-token': adminToken };
  let document: unknown;
  await until(`${method} ${path} is carried out`, async () => {
    const { status, json } = await sendRequest(url + path, method, { headers, ...(body && { body }) });
    assert.ok(
      status === 200 || status === 201 || status === 503,
      `${method} ${path}: ${status} ${JSON.stringify(json)}`,
    );
    document = json;
    return status !== 503;
  });
  return document as Body;
}

test('gateways notice each loss of changes by PostgreSQL, also back to the same revision, and after more changes than were lost', {
  skip: withoutPostgres,
}, async (t) => {
  const { gateways, copy, replace } = await startCluster(t);
  const [running, stopped] = gateways;
  assert.ok(running !== undefined && stopped !== undefined);
  const statuses = (key: string) => Promise.all(gateways.map(({ url }) => statusWith(url, key)));
  const [kept, revoked, rotated] = [
    await createKey(running.url),
    await createKey(running.url),
    await createKey(stopped.url),
  ];
  const loseKeys = async () => {
    const lost: KeyDocument[] = [];
    for (let count = 0; count < lostKeys; count++) lost.push(await createKey(running.url));
    for (const { key } of lost) assert.deepEqual(await statuses(key), [200, 200]);
    return lost;
  };

  const first = await copy();
  const lost = await loseKeys();
  await replace(first);
  for (const { key } of lost) {
    await until('no gateway serves a lost key', async () => `${await statuses(key)}` === '401,401');
  }
  const second = await copy();
  const lostAgain = await loseKeys();
  stopped.process.kill('SIGSTOP');
  await replace(second);
  for (const { key } of lostAgain) {
    await until('the gateway that runs serves no lost key', async () => (await statusWith(running.url, key)) === 401);
  }

  const created = await changed<KeyDocument>(running.url, 'POST', '/keys', { plan: 'pro' });
  const { key: next } = await changed<KeyDocument>(running.url, 'POST', `/keys/${rotated.id}/rotate`, {});
  await changed(running.url, 'DELETE', `/keys/${revoked.id}`);
  await createKey(running.url);
  const lags = async () => {
    const members = await membersOf(running.url);
    return gateways.map(({ process }) => members.find(({ pid }) => pid === process.pid)?.lag);
  };
  // A new key takes a revision, and so does its account: more than the lost keys took.
  const revisions = 2 + 1 + 1 + 2;
  assert.ok(revisions > 2 * lostKeys);
  assert.deepEqual(await lags(), [0, revisions]);

  stopped.process.kill('SIGCONT');
  for (const { key } of [revoked, rotated, ...lostAgain]) {
    await until('no gateway serves an old state', async () => `${await statuses(key)}` === '401,401');
  }
  for (const { key } of [kept, created, { key: next }]) {
    await until('both serve the present state', async () => `${await statuses(key)}` === '200,200');
  }
  const { key } = await changed<KeyDocument>(stopped.url, 'POST', '/keys', { plan: 'pro' });
  assert.deepEqual(await statuses(key), [200, 200]);
  assert.deepEqual(await lags(), [0, 0]);
  for (const { process } of gateways) {
    const lines = process.log.filter(
      ({ msg }) => msg === 'The store has lost changes of keys; all keys are read again',
    );
    assert.equal(lines.length, 2);
  }
});
