import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type CleanupScope, suiteScope } from '../support/cleanup.js';
import { faultyTools, httpServers, sendRequest, type TestResponse } from '../support/gateway.js';
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
import { figure, firstUnlessFull } from '../support/reliability.js';
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

/** Returns a deadline in which a thread can be replaced here: it takes less than the start of a gateway. */
async function deadlineHere(): Promise<number> {
  const scope = suiteScope();
  const began = performance.now();
  const gateway = new GatewayProcess(scope, settings, temporaryFolder(scope));
  await gateway.ready();
  const startMs = performance.now() - began;
  gateway.kill('SIGKILL');
  return Math.round(Math.max(shortestDeadlineMs, 2 * startMs));
}

const deadlineMs = await deadlineHere();

/** A gateway whose jobs have a few seconds. */
class Service {
  readonly #folder: string;
  readonly #gateway: GatewayProcess;
  readonly url: string;

  private constructor(folder: string, gateway: GatewayProcess, url: string) {
    this.#folder = folder;
    this.#gateway = gateway;
    this.url = url;
  }

  static async start(scope: CleanupScope, adapter: string, threads: number): Promise<Service> {
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
    const folder = temporaryFolder(scope);
    const gateway = new GatewayProcess(scope, environment, folder, changes);
    return new Service(folder, gateway, await gateway.ready());
  }

  /** Begins a test, with an account of its own. */
  async jobs(): Promise<Jobs> {
    return new Jobs(this, await createKey(this.url));
  }

  /** Starts the reference timer. */
  startReference(): void {
    this.#gateway.kill(startReferenceTimer);
  }

  /** When reference timers fired, in milliseconds since the epoch. */
  referencesFired(): number[] {
    return referencesFired(this.#folder, deadlineMs + graceMs);
  }

  /** The log lines of the jobs that were ended. */
  ended(): LogLine[] {
    return this.#gateway.log.filter(
      ({ msg, where, status }) => msg === 'request' && where === 'pool' && status === 503,
    );
  }
}

/** The jobs of one test. */
class Jobs {
  readonly #service: Service;
  readonly #key: KeyDocument;
  readonly #firedBefore: number;

  constructor(service: Service, key: KeyDocument) {
    this.#service = service;
    this.#key = key;
    this.#firedBefore = service.referencesFired().length;
  }

  /** Sends a job, and gives it time to enter the queue. */
  async send(toolSlug: string, config: object = {}): Promise<{ ended: Promise<TestResponse> }> {
    const body = { input: text, steps: [{ toolSlug, config }] };
    const response = sendRequest(`${this.#service.url}/v1/run`, 'POST', { key: this.#key.key, body });
    await wait(30);
    return { ended: response };
  }

  /** Waits until the jobs behind an endless one, which has just begun, are to be sent. */
  async untilJobsBehind(): Promise<void> {
    await wait(deadlineMs - behindBeforeMs);
  }

  /** Starts the reference timer, just after an endless job was given to a thread. */
  startReference(): void {
    this.#service.startReference();
  }

  /** Returns how many requests of the account count. */
  used(): Promise<number> {
    return used(this.#service.url, this.#key);
  }

  /** Asserts that the last job that ran past its deadline was ended before the reference timer fired. */
  async assertEndedBeforeReference(): Promise<void> {
    const fired = () => this.#service.referencesFired().slice(this.#firedBefore);
    await until('the reference timer has fired', () => fired().length > 0);
    const [firedAt = Number.NaN] = fired();
    const late = (this.#ended().at(-1)?.time ?? Number.NaN) - firedAt;
    assert.ok(late <= 0, `the job was ended ${late} ms after a timer of ${deadlineMs + graceMs} ms that began later`);
  }

  /**
   * Returns how long after its deadline each job ended, by the gateway's log. Time counts from when a thread took the
   * job.
   */
  async overMs(jobs: number): Promise<[number, ...number[]]> {
    await until('the log has the jobs that were ended', () => this.#ended().length >= jobs);
    const [first = Number.NaN, ...others] = this.#ended().map(({ runMs }) => Number(runMs) - deadlineMs);
    for (const over of [first, ...others]) {
      assert.ok(over >= -timerMs, `ended ${-over} ms before its deadline`);
    }
    assert.equal(1 + others.length, jobs);
    return [first, ...others];
  }

  #ended(): LogLine[] {
    return this.#service.ended().filter(({ keyId }) => keyId === this.#key.id);
  }
}

function assertEnded({ status, json }: TestResponse): void {
  assert.deepEqual([status, json], [503, { error: 'Processing time limit exceeded' }]);
}

function assertDone({ status, json }: TestResponse): void {
  assert.deepEqual([status, json], [200, json]);
}

for (const adapter of firstUnlessFull(httpServers)) {
  describe(`a job that never ends, over ${adapter}`, () => {
    const scope = suiteScope();
    let service: Service;

    before(async () => {
      service = await Service.start(scope, adapter, 1);
    });

    test('with another behind it: each has its own time', async (t) => {
      const jobs = await service.jobs();
      const first = await jobs.send('endless');
      await jobs.untilJobsBehind();
      const second = await jobs.send('endless');
      assertEnded(await first.ended);
      await untilReady(service.url);
      jobs.startReference();
      await jobs.untilJobsBehind();
      const between = await jobs.send('upper-case');
      assertEnded(await second.ended);
      const [, over = Number.NaN] = await jobs.overMs(2);
      await jobs.assertEndedBeforeReference();
      assertDone(await between.ended);
      figure(t, 'R5', `the second of two ended ${over.toFixed(0)} ms after its deadline`, `in a row over ${adapter}`);
    });

    // What is native keeps the processor busy after its end.
    for (const way of ['loop', 'pattern', 'native']) {
      test(`in a ${way}: its time counts from when a thread takes it, and the jobs behind it are done`, async (t) => {
        const jobs = await service.jobs();
        const first = await jobs.send('busy-for', { milliseconds: 400 });
        const endless = await jobs.send('endless', { way });
        assertDone(await first.ended);
        jobs.startReference();
        await jobs.untilJobsBehind();
        const behind = [await jobs.send('upper-case'), await jobs.send('lower-case')];
        assertEnded(await endless.ended);
        const [over] = await jobs.overMs(1);
        const replacedMs = await untilReady(service.url);
        await jobs.assertEndedBeforeReference();
        for (const { ended } of behind) assertDone(await ended);
        assert.equal(await jobs.used(), 3, 'the 503 is refunded');
        const times = `ended ${over.toFixed(0)} ms after its deadline, thread replaced ${replacedMs.toFixed(0)} ms later`;
        figure(t, 'R5', `${times}, the jobs behind it done`, `${way} over ${adapter}`);
      });
    }

    test('on each of two threads: both threads are replaced, and the jobs that wait are done', async (t) => {
      const roomy = await Service.start(t, adapter, 2);
      const jobs = await roomy.jobs();
      const endless = [await jobs.send('endless'), await jobs.send('endless')];
      await jobs.untilJobsBehind();
      const behind = [await jobs.send('upper-case'), await jobs.send('lower-case'), await jobs.send('trim-text')];
      for (const { ended } of endless) assertEnded(await ended);
      await jobs.overMs(2);
      for (const { ended } of behind) assertDone(await ended);
      await untilReady(roomy.url);
    });
  });
}
