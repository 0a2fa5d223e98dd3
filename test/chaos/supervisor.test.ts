import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { percentile } from '#bench/percentile.js';
import type { ExitReason } from '#gateway/supervisor/process-end.js';
import { freePort } from '../support/free-port.js';
import { type HttpServerName, httpServers } from '../support/gateway.js';
import {
  assertDatabaseIntact,
  createKey,
  type KeyDocument,
  type LogLine,
  processSettings,
  SupervisedGateway,
  statusWith,
  until,
  used,
} from '../support/gateway-process.js';
import { Ledger } from '../support/ledger.js';
import { metric, metricsOf } from '../support/metrics.js';
import { figure, firstUnlessFull, full } from '../support/reliability.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** One way to end a gateway process. */
interface Cause {
  readonly name: string;
  readonly signal: NodeJS.Signals;
  /** The reason that the supervisor logs. */
  readonly reason: ExitReason;
  readonly fatal?: RegExp;
}

const causes: readonly Cause[] = [
  { name: 'SIGKILL', signal: 'SIGKILL', reason: 'SIGKILL' },
  { name: 'SIGSEGV', signal: 'SIGSEGV', reason: 'SIGSEGV' },
  { name: 'SIGABRT', signal: 'SIGABRT', reason: 'SIGABRT' },
  {
    name: 'out of memory',
    signal: 'SIGUSR2',
    reason: 'SIGABRT',
    fatal: /^FATAL ERROR: .*JavaScript heap out of memory$/,
  },
];

/** Deaths of each cause, of which one gateway has all in the moderate form. The full form has 50 over both servers. */
const deaths = full ? 25 : 1;
/** The causes of one gateway's deaths. */
const courses: readonly (readonly Cause[])[] = full ? causes.map((cause) => [cause]) : [causes];
const quota = full ? 10_000 : 1_000;
/** How much an account is charged for a death at most: the requests that were reserved for it. */
const block = quota / 100;
const heapFiller = new URL('../support/heap-filler.mjs', import.meta.url).href;

const saying = (gateway: SupervisedGateway, msg: string): LogLine[] => gateway.log.filter((line) => line.msg === msg);

/** Sends requests until one gets the right response. @returns the milliseconds since `began`. */
async function untilServed(url: string, key: string, began: number): Promise<number> {
  await until(
    'the next response',
    () =>
      statusWith(url, key)
        .then((status) => status === 200)
        .catch(() => false),
    60_000,
  );
  return performance.now() - began;
}

/** Kills the gateway under load repeatedly, and compares what is left with the responses that clients got. */
async function endAgainAndAgain(t: TestContext, course: readonly Cause[], httpServer: HttpServerName) {
  const folder = temporaryFolder(t);
  const url = `http://127.0.0.1:${await freePort()}`;
  const own = {
    ...processSettings,
    HTTP_SERVER: httpServer,
    PORT: new URL(url).port,
    DAILY_QUOTA: String(quota),
    LOG_LEVEL: 'debug',
  };
  const gateway = new SupervisedGateway(t, own, folder, {
    // Every uptime counts as long enough: no restart is delayed.
    limits: { goodUptimeMs: 0 },
    preloaded: [heapFiller],
    flags: ['--max-old-space-size=128'],
  });
  await gateway.ready();
  const account: KeyDocument = await createKey(url);
  const ledger = new Ledger();
  const times: number[] = [];
  const found = new Map<ExitReason, number>();
  for (const { signal, reason, fatal } of course.flatMap((cause) => Array.from({ length: deaths }, () => cause))) {
    const death = times.length + 1;
    const ofReason = (found.get(reason) ?? 0) + 1;
    found.set(reason, ofReason);
    await until(
      'a standby process is ready',
      () => saying(gateway, 'A standby process is ready').length >= death,
      60_000,
    );
    const load = [1, 2, 3].map(() => ledger.spend(url, account.key));
    load.push(ledger.changeKeys(url, false), ledger.changeKeys(url, true));
    const before = ledger.served + ledger.ended.size;
    // There is something to lose, however slow the machine is.
    while (ledger.served + ledger.ended.size < before + 50) await wait(5);
    process.kill(gateway.gatewayPid, signal);
    // Memory takes a while to fill: the process is dead when the first connection breaks.
    await Promise.race(load);
    const began = performance.now();
    await Promise.all(load);
    times.push(await untilServed(url, account.key, began));
    ledger.served++;
    const charged = await used(url, account);
    assert.ok(charged >= ledger.served, `${charged} charged, ${ledger.served} served`);
    const most = ledger.served + ledger.uncertain + block * death;
    assert.ok(charged <= most, `${charged} charged, at most ${most} admitted or reserved`);
    assert.equal(metric(await metricsOf(url), `textmill_gateway_restarts_total{reason="${reason}"}`), ofReason);
    const lines = () => gateway.log.filter((line) => line.reason === reason);
    await until('the death is in the log', () => lines().length === ofReason);
    const line = lines().at(-1);
    assert.deepEqual([line?.level, line?.restarts, line?.retryMs], [50, death, 0]);
    if (fatal !== undefined) assert.match(String(line?.fatal), fatal);
  }
  for (const key of ledger.live) assert.equal(await statusWith(url, key), 200, 'a confirmed key works');
  for (const key of ledger.ended) assert.equal(await statusWith(url, key), 401, 'a confirmed revocation holds');
  const left = quota - (await used(url, account));
  let more = 0;
  while ((await statusWith(url, account.key)) === 200) more++;
  assert.equal(more, Math.max(0, left), `of ${left} left`);
  const admitted = ledger.served + more;
  assert.ok(admitted <= quota, `${admitted} of ${quota} were admitted in all`);
  gateway.kill('SIGINT');
  assert.equal((await gateway.ended).status, 0);
  assertDatabaseIntact(t, folder);
  return { times, ledger, admitted };
}

// The supervisor and the store are the same behind each server.
for (const httpServer of firstUnlessFull(httpServers)) {
  describe(`a gateway that dies, over ${httpServer}`, () => {
    for (const course of courses) {
      const names = course.map(({ name }) => name).join(', ');
      test(`of ${names} under load is restarted, and acknowledged changes survive`, async (t) => {
        const { times, ledger, admitted } = await endAgainAndAgain(t, course, httpServer);
        const [median, worst] = [percentile(times, 50), Math.max(...times)].map((ms) => `${Math.round(ms)} ms`);
        figure(
          t,
          'R25',
          `${times.length} deaths: next response after ${median} (median), ${worst} (worst); ${ledger.live.size} keys and ` +
            `${ledger.ended.size} revocations all there, ${admitted} of ${quota} admitted`,
          `${names} over ${httpServer}`,
        );
      });
    }
  });
}
