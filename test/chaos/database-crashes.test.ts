import assert from 'node:assert/strict';
import { before, describe, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { suiteScope } from '../support/cleanup.js';
import { type CuttableProxy, startCuttableProxy } from '../support/cuttable-proxy.js';
import { adminToken, sendRequest } from '../support/gateway.js';
import { createKey, type KeyDocument, statusWith, until, used } from '../support/gateway-process.js';
import { type SeparateGateway, startOnDatabase } from '../support/gateways.js';
import { promote, startPostgres, startStandby, type TestPostgres, withoutPostgres } from '../support/postgres.js';
import { figure, full } from '../support/reliability.js';
import { spend, spenders } from '../support/spending.js';

const quota = 1_500;
/** A hundredth of the quota. */
const block = quota / 100;
const [crashes, keys] = full ? [5, 30] : [1, 10];
/** Requests that each gateway must serve while the database is unavailable. */
const servedDuringOutage = 50;
const timeoutMs = 120_000;

/** A client of each gateway that sends one request after the other, as far as the test lets it. */
class Load {
  /** How many requests each gateway is to serve: however long something takes, enough of the quota is left. */
  most = 200;
  readonly statuses = new Map<number, number>();
  readonly served: number[];
  readonly #ended: Promise<unknown>;
  #isStopped = false;

  constructor(gateways: readonly SeparateGateway[], key: string) {
    this.served = gateways.map(() => 0);
    this.#ended = Promise.all(gateways.map(({ url }, index) => this.#send(url, key, index)));
    // If the test fails, nobody waits for it.
    this.#ended.catch(() => {});
  }

  get admitted(): number {
    return this.statuses.get(200) ?? 0;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#ended;
  }

  async #send(url: string, key: string, index: number): Promise<void> {
    while (!this.#isStopped) {
      // The quota must last longer than the database is unavailable.
      await wait(5);
      if ((this.served[index] ?? 0) >= this.most) continue;
      const status = await statusWith(url, key);
      this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
      if (status === 200) this.served[index] = (this.served[index] ?? 0) + 1;
    }
  }
}

/** Creates keys at each gateway in turn, and revokes every second one. */
class KeyChanges {
  readonly valid: string[] = [];
  readonly revoked: string[] = [];
  /** Changes that got a 503. */
  refused = 0;
  readonly #ended: Promise<void>;
  #isStopped = false;

  constructor(gateways: readonly SeparateGateway[]) {
    this.#ended = this.#change(gateways);
    this.#ended.catch(() => {});
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#ended;
  }

  async #change(gateways: readonly SeparateGateway[]): Promise<void> {
    const headers = { 'x-admin-token': adminToken };
    for (let round = 0; !this.#isStopped; round++) {
      await wait(5);
      const [url = '', other = ''] = [0, 1].map((offset) => gateways[(round + offset) % gateways.length]?.url);
      const created = await sendRequest(`${url}/keys`, 'POST', { headers, body: { plan: 'pro' } });
      if (created.status !== 201) {
        this.#refused(created.status);
        continue;
      }
      const { id, key } = created.json as KeyDocument;
      if (round % 2 === 0) this.valid.push(key);
      else {
        const { status } = await sendRequest(`${other}/keys/${id}`, 'DELETE', { headers });
        if (status === 200) this.revoked.push(key);
        else this.#refused(status);
      }
    }
  }

  #refused(status: number): void {
    assert.equal(status, 503);
    this.refused++;
  }
}

const readiness = async ({ url }: SeparateGateway) =>
  ((await sendRequest(`${url}/readyz`, 'GET', {})).json as { readonly status?: string }).status;

/** What the log says of a store that becomes unavailable, and of one that is back. */
const unavailableLines = ['Counters cannot be stored', 'The store is unavailable'];
const backLines = ['Counters are stored again', 'The store is available again'];

/** Makes the database unavailable to gateways under load, and checks what is left when it is back. */
async function surviveOutage(
  t: TestContext,
  gateways: readonly SeparateGateway[],
  takeAway: () => Promise<void>,
  bringBack: () => Promise<void>,
) {
  const lineCounts = (begin: string) =>
    gateways.map(({ process }) => process.log.filter(({ msg }) => msg.startsWith(begin)).length);
  const linesBefore = new Map([...unavailableLines, ...backLines].map((begin) => [begin, lineCounts(begin)]));
  const [first] = gateways;
  assert.ok(first !== undefined);
  const created = await createKey(first.url);
  const load = new Load(gateways, created.key);
  const changes = new KeyChanges(gateways);
  const changed = () => Math.min(changes.valid.length, changes.revoked.length) >= keys;
  await until('keys change under load', () => changed() && load.admitted > 50, timeoutMs);
  load.most += servedDuringOutage;
  await takeAway();
  const isDegraded = async () => (await Promise.all(gateways.map(readiness))).every((status) => status === 'degraded');
  await until('all say so', isDegraded, timeoutMs);
  const backWhileUnavailable = backLines.map(lineCounts);
  load.most = Math.max(...load.served) + servedDuringOutage;
  const isServed = () => load.served.every((served) => served >= load.most);
  await until('all go on serving', isServed, timeoutMs);
  // One that was under way when the database went may wait for it, and succeed when it is back.
  await until('a change of keys is refused', () => changes.refused > 0, timeoutMs);
  load.most += servedDuringOutage;
  assert.deepEqual(
    backLines.map(lineCounts),
    backWhileUnavailable,
    'no gateway takes it for back while it is unavailable',
  );
  await bringBack();
  const isBack = async () => (await Promise.all(gateways.map(readiness))).every((status) => status === 'ok');
  await until('all are back by themselves', isBack, timeoutMs);
  const validBefore = changes.valid.length;
  await until('keys change again', () => changes.valid.length > validBefore, timeoutMs);
  await Promise.all([load.stop(), changes.stop()]);
  assert.deepEqual([...load.statuses.keys()], [200]);
  const isCounted = async () => (await used(first.url, created)) >= load.admitted;
  await until('everything is counted', isCounted, timeoutMs);
  for (const { url } of gateways) {
    for (const key of changes.valid) assert.equal(await statusWith(url, key), 200);
    for (const key of changes.revoked) assert.equal(await statusWith(url, key), 401);
  }
  const rest = await spend(
    gateways.map(({ url }) => url),
    created.key,
    quota,
  );
  const admitted = load.admitted + rest;
  assert.ok(admitted <= quota && admitted >= quota - gateways.length * block - spenders, `${admitted} of ${quota}`);
  // Which part of a gateway notices a short outage depends on what it has to tell the store at that time.
  const more = (begin: string) =>
    lineCounts(begin).map((count, index) => count - (linesBefore.get(begin)?.[index] ?? 0));
  const noticed = unavailableLines.map(more);
  assert.deepEqual(backLines.map(more), noticed, 'each outage that is noticed is over');
  for (const index of gateways.keys()) assert.ok(noticed.some((counts) => (counts[index] ?? 0) > 0));
  assert.ok(noticed.flat().every((count) => count <= 3));
  // On a busy machine the database may be unavailable for some seconds more than once.
  for (const { process } of gateways) {
    for (const [index, unavailable] of unavailableLines.entries()) {
      const begins = [unavailable, backLines[index] ?? ''];
      const lines = process.log.filter(({ msg }) => begins.some((begin) => msg.startsWith(begin)));
      for (const [index, { msg }] of lines.entries())
        assert.ok(msg.startsWith(begins[index % 2] ?? ''), 'one line each');
    }
  }
  const { valid, revoked } = changes;
  t.diagnostic(`${load.admitted} of ${admitted} under load, ${changes.refused} changes of keys refused`);
  return { admitted, created: valid.length, revoked: revoked.length };
}

describe('a PostgreSQL that two gateways share', { skip: withoutPostgres }, () => {
  const scope = suiteScope();
  const settings = { DAILY_QUOTA: String(quota) };
  let postgres: TestPostgres;

  const killPostgres = () => postgres.crash();

  /** Between the gateways of both tests and PostgreSQL. */
  let proxy: CuttableProxy;
  let gateways: readonly SeparateGateway[];

  before(async () => {
    postgres = await startPostgres(scope);
    proxy = await startCuttableProxy(scope, postgres.port);
    const url = new URL(await postgres.createDatabase('crashes'));
    url.port = String(proxy.port);
    const start = () => startOnDatabase(scope, url.href, settings);
    gateways = await Promise.all([start(), start()]);
  });

  test('crashes and restarts under load: they go on serving, and nothing confirmed is lost', async (t) => {
    let [most, created, revoked] = [0, 0, 0];
    for (let crash = 0; crash < crashes; crash++) {
      const found = await surviveOutage(t, gateways, killPostgres, () => postgres.restart());
      most = Math.max(most, found.admitted);
      created += found.created;
      revoked += found.revoked;
    }
    figure(
      t,
      'C5',
      `${crashes} crashes under load at 2 gateways: all requests served, at most ${most} of ${quota} admitted, ${created} ` +
        `keys and ${revoked} revocations all there, back without a restart`,
      'PostgreSQL crashes',
    );
  });

  test('is replaced by its standby under load: no gateway restarts, and nothing confirmed is lost', async (t) => {
    const standby = await startStandby(scope, postgres);
    const failOver = async () => {
      await promote(standby);
      proxy.redirect(standby.port);
    };
    const { admitted, created, revoked } = await surviveOutage(t, gateways, killPostgres, failOver);
    figure(
      t,
      'C5',
      `primary killed under load at 2 gateways, standby promoted: all requests served, ${admitted} of ${quota} admitted, ` +
        `${created} keys and ${revoked} revocations all there, no gateway restarted`,
      'failover',
    );
  });
});
