import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { faultyTools, httpServers, sendRequest } from '../support/gateway.js';
import {
  createKey,
  GatewayProcess,
  type KeyDocument,
  processSettings as settings,
  until,
} from '../support/gateway-process.js';
import { JobsInFlight } from '../support/jobs-in-flight.js';
import { type LoggedJob, loggedJobs, startedBefore } from '../support/logged-jobs.js';
import { metric, metricsOf } from '../support/metrics.js';
import { figure, firstUnlessFull, full } from '../support/reliability.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** What is tested is the queue in front of the threads, which has the same code for each server. */
const servers = firstUnlessFull(httpServers);
const greedyJobs = 60;
/** Long enough for every job that waits. */
const jobTimeoutMs = '120000';
/** The time between the ends of two jobs: it makes the order of what follows certain. */
const shortestGapMs = 300;
const longestGapMs = 2_000;
const quick = { input: 'a'.repeat(100_000), steps: ['upper-case'] };

/** Returns the time between the ends of two jobs where a gateway takes this long to start: a busy machine needs more. */
const gapHere = (startMs: number) => Math.round(Math.min(longestGapMs, Math.max(shortestGapMs, startMs / 8)));

/** A job that keeps a thread for a known time. */
const busyFor = (milliseconds: number) => ({
  input: 'a'.repeat(10_000),
  steps: [{ toolSlug: 'busy-for', config: { milliseconds } }],
});

for (const adapter of servers) {
  test(`an account that fills the queue makes others wait for only one of its jobs, over ${adapter}`, async (t) => {
    const own = { ...settings, HTTP_SERVER: adapter, MAX_QUEUE: '30', JOB_TIMEOUT_MS: jobTimeoutMs };
    const gateway = new GatewayProcess(t, own, temporaryFolder(t), { toolDirectories: [faultyTools] });
    const url = await gateway.ready();
    const [greedy, other] = await Promise.all([createKey(url), createKey(url)]);
    const run = (key: string, body: object) => sendRequest(`${url}/v1/run`, 'POST', { key, body });

    let served = 0;
    const flood = Array.from({ length: greedyJobs }, async () => {
      const { status } = await run(greedy.key, busyFor(shortestGapMs));
      served++;
      return status;
    });
    await until('the queue is full', async () => metric(await metricsOf(url), 'textmill_jobs_waiting') === 30);
    const asked = performance.now();
    const servedBefore = served;
    const { status } = await run(other.key, quick);
    const waitedMs = performance.now() - asked;
    assert.equal(status, 200, 'although the queue is full');
    // The log has a job once it has ended. By then, the jobs that a thread took in the meantime have ended too.
    await until('the parallel jobs have ended', () => served >= servedBefore + 5, 60_000);
    const quickJob = () => loggedJobs(gateway.log).find(({ keyId }) => keyId === other.id);
    await until('its line is logged', () => quickJob() !== undefined);
    const overtaken = startedBefore(quickJob() as LoggedJob, loggedJobs(gateway.log)).length;
    assert.ok(overtaken <= 1, `${overtaken} jobs of the other account were started while it waited`);
    figure(
      t,
      'R6',
      `behind ${greedyJobs} jobs of ${shortestGapMs} ms of another account a quick one took ${waitedMs.toFixed(0)} ms`,
      `fairness over ${adapter}`,
    );
    gateway.kill('SIGKILL');
    await Promise.allSettled(flood);
    assert.ok(served < greedyJobs);
  });
}

/** 120 jobs a minute of 10 s each are 20 jobs at any time. */
const expensiveInFlight = 20;
/** A job that its step's limit ends after 5 s. */
const expensive = { input: '<'.repeat(250_000) + '>'.repeat(250_000), steps: ['css-formatter'] };

/** A gateway whose log says what its threads did. */
class Service {
  readonly #gateway: GatewayProcess;
  readonly url: string;
  readonly gapMs: number;

  private constructor(gateway: GatewayProcess, url: string, gapMs: number) {
    this.#gateway = gateway;
    this.url = url;
    this.gapMs = gapMs;
  }

  static async start(t: TestContext, adapter: string, threads: number): Promise<Service> {
    const own = { HTTP_SERVER: adapter, WORKER_THREADS: `${threads}`, JOB_TIMEOUT_MS: jobTimeoutMs };
    const began = performance.now();
    const gateway = new GatewayProcess(t, { ...settings, ...own }, temporaryFolder(t), {
      toolDirectories: [faultyTools],
    });
    const url = await gateway.ready();
    return new Service(gateway, url, gapHere(performance.now() - began));
  }

  /** Makes an account send jobs without a pause. The threads start their first jobs one after the other. */
  async hog(t: TestContext, key: KeyDocument, body: object, inFlight: number, threads: number, pauseMs: number) {
    const jobs = new JobsInFlight(() => this.run(key, body));
    t.after(() => jobs.stop());
    for (let i = 0; i < inFlight; i++) {
      if (i > 0 && i < threads) await wait(pauseMs);
      jobs.add();
    }
    return jobs;
  }

  run(key: KeyDocument, body: object) {
    return sendRequest(`${this.url}/v1/run`, 'POST', { key: key.key, body });
  }

  /** The jobs of one key, once as many more of another have ended as threads may be running. */
  async jobsOf(key: KeyDocument, hog: KeyDocument, threads: number): Promise<{ own: LoggedJob[]; all: LoggedJob[] }> {
    const ended = () => loggedJobs(this.#gateway.log).filter(({ keyId }) => keyId === hog.id).length;
    const enough = ended() + 2 * threads;
    await until('the parallel jobs have ended', () => ended() >= enough, 120_000);
    const all = loggedJobs(this.#gateway.log);
    return { own: all.filter(({ keyId }) => keyId === key.id), all };
  }
}

const waits = (jobs: readonly LoggedJob[]) => jobs.map(({ queueMs }) => queueMs.toFixed(0)).join(', ');

/** Returns the jobs that a thread started while a job waited that was sent half of the gap after the end of another. */
const overtaking = (job: LoggedJob, all: readonly LoggedJob[], gapMs: number) => startedBefore(job, all, gapMs / 3);

for (const adapter of servers) {
  describe(`with an account that always has ${expensiveInFlight} of the most expensive jobs, over ${adapter}`, () => {
    for (const threads of full ? [1, 2, 4] : [1, 4]) {
      test(`the job of another account gets the next free thread, threads: ${threads}`, async (t) => {
        const service = await Service.start(t, adapter, threads);
        const { gapMs } = service;
        const [hog, stranger] = await Promise.all([createKey(service.url), createKey(service.url)]);
        const apartMs = full ? 5_000 / threads : gapMs;
        const body = full ? expensive : busyFor(threads * gapMs);
        const jobs = await service.hog(t, hog, body, expensiveInFlight, threads, apartMs);
        for (let i = 0; i < 3; i++) {
          await jobs.response();
          await wait(apartMs / 2);
          assert.equal((await service.run(stranger, quick)).status, 200);
        }
        const { own, all } = await service.jobsOf(stranger, hog, threads);
        assert.equal(own.length, 3);
        for (const job of own) assert.deepEqual(overtaking(job, all, gapMs), []);
        const each = full ? 'css-formatter, ended after 5 s' : `${threads * gapMs} ms`;
        figure(
          t,
          'R24',
          `jobs of 100 KB waited ${waits(own)} ms, none of the other account's (${each}) before them`,
          `threads: ${threads}, over ${adapter}`,
        );
      });
    }
  });
}

const [anyServer = 'node'] = servers;

describe('accounts share the threads', () => {
  test('three accounts with expensive jobs: none of these starts before the job of a fourth', async (t) => {
    const service = await Service.start(t, anyServer, 2);
    const { gapMs } = service;
    const [stranger, ...hogs] = await Promise.all(Array.from({ length: 4 }, () => createKey(service.url)));
    assert.ok(stranger);
    const loads = [];
    for (const hog of hogs) loads.push(await service.hog(t, hog, busyFor(2 * gapMs), 6, 2, gapMs));
    const [load] = loads;
    const [hog] = hogs;
    assert.ok(load && hog);
    for (let i = 0; i < 3; i++) {
      await load.response();
      await wait(gapMs / 2);
      assert.equal((await service.run(stranger, quick)).status, 200);
    }
    const { own, all } = await service.jobsOf(stranger, hog, 2);
    for (const job of own) assert.deepEqual(overtaking(job, all, gapMs), []);
    for (const { id } of hogs) assert.ok(all.some(({ keyId }) => keyId === id));
  });

  test('two keys of an account are one owner, whose jobs run in the order of arrival', async (t) => {
    const service = await Service.start(t, anyServer, 1);
    const { gapMs } = service;
    const [hog, stranger] = await Promise.all([createKey(service.url), createKey(service.url)]);
    const second = await createKey(service.url, { plan: 'pro', accountId: hog.accountId });
    const jobs = await service.hog(t, hog, busyFor(gapMs), 6, 1, gapMs);
    await jobs.response();
    await wait(gapMs / 2);
    const responses: string[] = [];
    const send = async (name: string, key: KeyDocument) => {
      assert.equal((await service.run(key, quick)).status, 200);
      responses.push(name);
    };
    const behind = send('second key', second);
    await wait(gapMs / 4);
    await Promise.all([behind, send('stranger', stranger)]);
    assert.deepEqual(responses, ['stranger', 'second key']);
    const { own, all } = await service.jobsOf(second, hog, 1);
    const [job] = own;
    assert.ok(job);
    const before = overtaking(job, all, gapMs).filter(({ keyId }) => keyId === hog.id);
    assert.equal(before.length, 5, 'those that were in line');
  });

  test('an account that sends few jobs does not wait for the burst of another', async (t) => {
    const service = await Service.start(t, anyServer, 1);
    const { gapMs } = service;
    const [steady, burst] = await Promise.all([createKey(service.url), createKey(service.url)]);
    let served = 0;
    let bursting: JobsInFlight | undefined;
    for (let i = 0; i < 12; i++) {
      if (i === 4) bursting = await service.hog(t, burst, busyFor(gapMs), 40, 1, gapMs);
      if (bursting !== undefined) {
        await bursting.response();
        await wait(gapMs / 2);
      }
      if ((await service.run(steady, quick)).status === 200) served++;
    }
    assert.equal(served, 12);
    const { own, all } = await service.jobsOf(steady, burst, 1);
    for (const job of own) assert.deepEqual(overtaking(job, all, gapMs), []);
  });
});
