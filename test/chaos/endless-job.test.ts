import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { faultyTools, httpServers, sendRequest, type TestAnswer } from '../support/gateway.js';
import {
  createKey,
  GatewayProcess,
  type KeyDocument,
  processSettings as settings,
  untilReady,
  used,
} from '../support/gateway-process.js';
import { figure, long } from '../support/reliability.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const deadlineMs = 1_000;
/** What a job may run over its deadline. */
const graceMs = 300;
/** What the answer that tells a test that a thread is free may be late. */
const noticeMs = 50;
const text = 'a'.repeat(100_000);

interface Ended extends TestAnswer {
  /** When its answer had come, by `performance.now()`. */
  readonly at: number;
}

/** A gateway whose jobs have a second. */
class Service {
  private constructor(
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
    return new Service(url, await createKey(url));
  }

  /** Sends a job, and leaves it time to be the next in the queue. */
  async send(toolSlug: string, config: object = {}): Promise<{ ended: Promise<Ended> }> {
    const body = { input: text, steps: [{ toolSlug, config }] };
    const answer = sendRequest(`${this.url}/v1/run`, 'POST', { key: this.key.key, body });
    await wait(30);
    return { ended: answer.then((it) => ({ ...it, at: performance.now() })) };
  }
}

/** @returns how long after its deadline the job was ended. */
function assertEnded({ status, json, at }: Ended, takenAt: number): number {
  assert.deepEqual([status, json], [503, { error: 'Processing time limit exceeded' }]);
  const overMs = at - takenAt - deadlineMs;
  assert.ok(overMs > -noticeMs && overMs < graceMs, `ended ${overMs} ms after its deadline`);
  return overMs;
}

function assertDone({ status, json }: TestAnswer): void {
  assert.deepEqual([status, json], [200, json]);
}

for (const adapter of httpServers) {
  describe(`a job that never ends, over ${adapter}`, () => {
    const ways = long || adapter === 'uws' ? ['loop', 'pattern', 'native'] : ['loop'];
    for (const way of ways) {
      test(`in a ${way}: has its time from when a thread takes it, and those behind it are done`, async (t) => {
        const service = await Service.start(t, adapter, 1);
        const before = await service.send('busy-for', { milliseconds: 400 });
        const endless = await service.send('endless', { way });
        const { at: takenAt } = await before.ended;
        const behind = [await service.send('upper-case'), await service.send('lower-case')];
        const over = assertEnded(await endless.ended, takenAt);
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
      const second = await service.send('endless');
      const { at } = await first.ended;
      const replacedMs = await untilReady(service.url);
      const between = await service.send('upper-case');
      const over = assertEnded(await second.ended, at + replacedMs);
      assertDone(await between.ended);
      figure(t, 'R5', `the second of two ended ${over.toFixed(0)} ms after its deadline`, `in a row over ${adapter}`);
    });

    test('on each of two threads: both are ended and replaced, and what waits is done', async (t) => {
      const service = await Service.start(t, adapter, 2);
      const sentAt = performance.now();
      const endless = [await service.send('endless'), await service.send('endless')];
      const behind = [
        await service.send('upper-case'),
        await service.send('lower-case'),
        await service.send('trim-text'),
      ];
      for (const { ended } of endless) {
        const { status, at } = await ended;
        assert.equal(status, 503);
        assert.ok(at - sentAt < deadlineMs + graceMs + 60, `${at - sentAt} ms`);
      }
      for (const { ended } of behind) assertDone(await ended);
      await untilReady(service.url);
    });
  });
}
