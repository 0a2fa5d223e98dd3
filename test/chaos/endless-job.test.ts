import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { faultyTools, httpServers, sendRequest, type TestAnswer } from '../support/gateway.js';
import {
  createKey,
  GatewayProcess,
  type KeyDocument,
  processSettings as settings,
  until,
  untilReady,
  used,
} from '../support/gateway-process.js';
import { figure, full } from '../support/reliability.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { ThreadTimes } from '../support/thread-times.js';

const deadlineMs = 3_000;
/**
 * When the jobs behind an endless one are sent. A job waits for a thread as long as it may run, and two seconds more, in
 * which a thread is replaced: on a busy machine that takes longer, so they do not spend their time on the endless one.
 */
const behindAfterMs = 2_000;
/** How much processor time a job may have over its deadline: by the clock it is more where others use the processors. */
const graceMs = 300;
/** What a timer may be early. */
const timerMs = 1;
const text = 'a'.repeat(100_000);

/** A gateway whose jobs have a few seconds. */
class Service {
  private constructor(
    readonly gateway: GatewayProcess,
    readonly url: string,
    readonly key: KeyDocument,
  ) {}

  static async start(t: TestContext, adapter: string, threads: number): Promise<Service> {
    const environment = {
      ...settings,
      HTTP_SERVER: adapter,
      WORKER_THREADS: `${threads}`,
      JOB_TIMEOUT_MS: `${deadlineMs}`,
    };
    const gateway = new GatewayProcess(t, environment, temporaryFolder(t), { toolDirectories: [faultyTools] });
    const url = await gateway.ready();
    return new Service(gateway, url, await createKey(url));
  }

  /** Sends a job, and leaves it time to be the next in the queue. */
  async send(toolSlug: string, config: object = {}): Promise<{ ended: Promise<TestAnswer> }> {
    const body = { input: text, steps: [{ toolSlug, config }] };
    const answer = sendRequest(`${this.url}/v1/run`, 'POST', { key: this.key.key, body });
    await wait(30);
    return { ended: answer };
  }

  /** How long after its deadline each job was ended, by the gateway's log: from when a thread had taken it. */
  async overMs(jobs: number): Promise<[number, ...number[]]> {
    const ended = () =>
      this.gateway.log.filter(({ msg, where, status }) => msg === 'request' && where === 'pool' && status === 503);
    await until('the log has the jobs that were ended', () => ended().length >= jobs);
    const [first = Number.NaN, ...others] = ended().map(({ runMs }) => Number(runMs) - deadlineMs);
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
      test(`in a ${way}: has its time from when a thread takes it, and those behind it are done`, async (t) => {
        const service = await Service.start(t, adapter, 1);
        const before = await service.send('busy-for', { milliseconds: 400 });
        const threads = new ThreadTimes(service.gateway.pid);
        const endless = await service.send('endless', { way });
        assertDone(await before.ended);
        await wait(behindAfterMs);
        const behind = [await service.send('upper-case'), await service.send('lower-case')];
        assertEnded(await endless.ended);
        const spentMs = await threads.most();
        // The job before it ran for a while on the same thread.
        assert.ok(!(spentMs > 400 + deadlineMs + graceMs), `the thread had ${spentMs} ms of processor time`);
        const [over] = await service.overMs(1);
        const replacedMs = await untilReady(service.url);
        for (const { ended } of behind) assertDone(await ended);
        assert.equal(await used(service.url, service.key), 3, 'the 503 is given back');
        const times = `ended ${over.toFixed(0)} ms after its deadline, thread replaced ${replacedMs.toFixed(0)} ms later`;
        figure(t, 'R5', `${times}, the jobs behind it done`, `${way} over ${adapter}`);
      });
    }

    test('and another behind it: each has its own time', async (t) => {
      const service = await Service.start(t, adapter, 1);
      const first = await service.send('endless');
      await wait(behindAfterMs);
      const second = await service.send('endless');
      assertEnded(await first.ended);
      await untilReady(service.url);
      const between = await service.send('upper-case');
      assertEnded(await second.ended);
      const [, over = Number.NaN] = await service.overMs(2);
      assertDone(await between.ended);
      figure(t, 'R5', `the second of two ended ${over.toFixed(0)} ms after its deadline`, `in a row over ${adapter}`);
    });

    test('on each of two threads: both are ended and replaced, and what waits is done', async (t) => {
      const service = await Service.start(t, adapter, 2);
      const endless = [await service.send('endless'), await service.send('endless')];
      await wait(behindAfterMs);
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
