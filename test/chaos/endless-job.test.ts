import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { faultyTools, httpServers, sendRequest, type TestAnswer } from '../support/gateway.js';
import {
  createKey,
  GatewayProcess,
  type KeyDocument,
  type LogLine,
  processSettings as settings,
  until,
  untilReady,
  used,
} from '../support/gateway-process.js';
import { referencesFired, referenceTimer, startReferenceTimer } from '../support/reference-timer.js';
import { figure, full } from '../support/reliability.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** The shortest deadline of a job, in milliseconds. On a busy machine it is longer: see {@link deadlineHere}. */
const shortestDeadlineMs = 3_000;
/**
 * How long before the deadline of an endless job the jobs behind it are sent. Such a job waits for a thread as long as
 * it may run, and two seconds more, so it spends little of that time on the endless job.
 */
const behindBeforeMs = 1_000;
/**
 * What a job may take over its deadline, in milliseconds, before the reference timer fires. That timer runs on the
 * gateway's own event loop, so a busy machine delays both alike.
 */
const graceMs = 500;
/** How early a timer may fire, in milliseconds. */
const timerMs = 1;
const text = 'a'.repeat(100_000);

let knownDeadlineMs: number | undefined;

/** Returns a deadline in which a thread can be replaced here: it takes less than the start of a gateway. */
async function deadlineHere(t: TestContext): Promise<number> {
  if (knownDeadlineMs !== undefined) return knownDeadlineMs;
  const began = performance.now();
  const gateway = new GatewayProcess(t, settings, temporaryFolder(t));
  await gateway.ready();
  const startMs = performance.now() - began;
  gateway.kill('SIGKILL');
  knownDeadlineMs = Math.round(Math.max(shortestDeadlineMs, 2 * startMs));
  return knownDeadlineMs;
}

/** A gateway whose jobs have a few seconds. */
class Service {
  private constructor(
    readonly folder: string,
    readonly gateway: GatewayProcess,
    readonly url: string,
    readonly key: KeyDocument,
    readonly deadlineMs: number,
  ) {}

  static async start(t: TestContext, adapter: string, threads: number): Promise<Service> {
    const deadlineMs = await deadlineHere(t);
    const environment = {
      ...settings,
      HTTP_SERVER: adapter,
      WORKER_THREADS: `${threads}`,
      JOB_TIMEOUT_MS: `${deadlineMs}`,
    };
    const changes = {
      toolDirectories: [faultyTools],
      preloaded: [referenceTimer(deadlineMs + graceMs)],
    };
    const folder = temporaryFolder(t);
    const gateway = new GatewayProcess(t, environment, folder, changes);
    const url = await gateway.ready();
    return new Service(folder, gateway, url, await createKey(url), deadlineMs);
  }

  /** Sends a job, and gives it time to enter the queue. */
  async send(toolSlug: string, config: object = {}): Promise<{ ended: Promise<TestAnswer> }> {
    const body = { input: text, steps: [{ toolSlug, config }] };
    const answer = sendRequest(`${this.url}/v1/run`, 'POST', { key: this.key.key, body });
    await wait(30);
    return { ended: answer };
  }

  /** Waits until the jobs behind an endless one, which has just begun, are to be sent. */
  async untilJobsBehind(): Promise<void> {
    await wait(this.deadlineMs - behindBeforeMs);
  }

  /** Starts the reference timer, just after an endless job was given to a thread. */
  startReference(): void {
    this.gateway.kill(startReferenceTimer);
  }

  /** Asserts that the last job that ran past its deadline was ended before the reference timer fired. */
  async assertEndedBeforeReference(): Promise<void> {
    await until(
      'the reference timer has fired',
      () => referencesFired(this.folder, this.deadlineMs + graceMs).length > 0,
    );
    const [firedAt = Number.NaN] = referencesFired(this.folder, this.deadlineMs + graceMs);
    const late = (this.#ended().at(-1)?.time ?? Number.NaN) - firedAt;
    assert.ok(
      late <= 0,
      `the job was ended ${late} ms after a timer of ${this.deadlineMs + graceMs} ms that began later`,
    );
  }

  #ended(): LogLine[] {
    return this.gateway.log.filter(({ msg, where, status }) => msg === 'request' && where === 'pool' && status === 503);
  }

  /**
   * Returns how long after its deadline each job ended, by the gateway's log. Time counts from when a thread took the
   * job.
   */
  async overMs(jobs: number): Promise<[number, ...number[]]> {
    await until('the log has the jobs that were ended', () => this.#ended().length >= jobs);
    const [first = Number.NaN, ...others] = this.#ended().map(({ runMs }) => Number(runMs) - this.deadlineMs);
    for (const over of [first, ...others]) {
      assert.ok(over >= -timerMs, `ended ${-over} ms before its deadline`);
    }
    assert.equal(1 + others.length, jobs);
    return [first, ...others];
  }
}

function assertEnded({ status, json }: TestAnswer): void {
  assert.deepEqual([status, json], [503, { error: 'Processing time limit exceeded' }]);
}

function assertDone({ status, json }: TestAnswer): void {
  assert.deepEqual([status, json], [200, json]);
}

for (const adapter of httpServers) {
  describe(`a job that never ends, over ${adapter}`, () => {
    const ways = full || adapter === 'uws' ? ['loop', 'pattern', 'native'] : ['loop'];
    for (const way of ways) {
      test(`in a ${way}: its time counts from when a thread takes it, and the jobs behind it are done`, async (t) => {
        const service = await Service.start(t, adapter, 1);
        const before = await service.send('busy-for', { milliseconds: 400 });
        const endless = await service.send('endless', { way });
        assertDone(await before.ended);
        service.startReference();
        await service.untilJobsBehind();
        const behind = [await service.send('upper-case'), await service.send('lower-case')];
        assertEnded(await endless.ended);
        const [over] = await service.overMs(1);
        const replacedMs = await untilReady(service.url);
        await service.assertEndedBeforeReference();
        for (const { ended } of behind) assertDone(await ended);
        assert.equal(await used(service.url, service.key), 3, 'the 503 is refunded');
        const times = `ended ${over.toFixed(0)} ms after its deadline, thread replaced ${replacedMs.toFixed(0)} ms later`;
        figure(t, 'R5', `${times}, the jobs behind it done`, `${way} over ${adapter}`);
      });
    }

    test('with another behind it: each has its own time', async (t) => {
      const service = await Service.start(t, adapter, 1);
      const first = await service.send('endless');
      await service.untilJobsBehind();
      const second = await service.send('endless');
      assertEnded(await first.ended);
      await untilReady(service.url);
      service.startReference();
      const between = await service.send('upper-case');
      assertEnded(await second.ended);
      const [, over = Number.NaN] = await service.overMs(2);
      await service.assertEndedBeforeReference();
      assertDone(await between.ended);
      figure(t, 'R5', `the second of two ended ${over.toFixed(0)} ms after its deadline`, `in a row over ${adapter}`);
    });

    test('on each of two threads: both threads are replaced, and the jobs that wait are done', async (t) => {
      const service = await Service.start(t, adapter, 2);
      const endless = [await service.send('endless'), await service.send('endless')];
      await service.untilJobsBehind();
      const behind = [
        await service.send('upper-case'),
        await service.send('lower-case'),
        await service.send('trim-text'),
      ];
      for (const { ended } of endless) assertEnded(await ended);
      await service.overMs(2);
      for (const { ended } of behind) assertDone(await ended);
      await untilReady(service.url);
    });
  });
}
