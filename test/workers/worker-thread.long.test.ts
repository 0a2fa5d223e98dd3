import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { after, afterEach, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { toolsDirectory } from '#engine/catalogue/tool-files.js';
import { noUrlRules } from '#engine/core/url-rules.js';
import { noToolFolder } from '#engine/own-tools/tool-folder.js';
import { WakeSignal } from '#workers/channel.js';
import { noCodings } from '#workers/content-coding.js';
import { type OwnedBytes, viewOf } from '#workers/owned-bytes.js';
import type { ThreadJob } from '#workers/protocol.js';
import { RunningStepRegister } from '#workers/watch.js';
import { type WorkerOutcome, WorkerThread, type WorkerThreadOptions } from '#workers/worker-thread.js';

const wakeSignal = new WakeSignal();
const faultyTools = fileURLToPath(new URL('../fixtures/tools', import.meta.url));
const threadFile = fileURLToPath(new URL('../../workers/thread.ts', import.meta.url));
const neverReadyFile = fileURLToPath(new URL('../fixtures/threads/never-ready.ts', import.meta.url));

/** Threads that were started in this process, newest last. */
const workers: Worker[] = [];
const listen = (message: unknown) => workers.push((message as { worker: Worker }).worker);
subscribe('worker_threads', listen);
after(() => unsubscribe('worker_threads', listen));

/** A thread, and what it has reported: `idle`, or the reason of a restart. */
interface Reporting {
  readonly thread: WorkerThread;
  readonly events: string[];
  readonly failures: { readonly error: unknown; readonly retryMs: number }[];
  /** Resolves when so many events were reported. */
  reported(count: number): Promise<void>;
}

const created: WorkerThread[] = [];

function createThread(options: Partial<WorkerThreadOptions> = {}): Reporting {
  const events: string[] = [];
  const failures: Reporting['failures'] = [];
  let onEvent = () => {};
  const report = (event: string) => {
    events.push(event);
    onEvent();
  };
  const thread: WorkerThread = new WorkerThread({
    threadFile,
    threadData: () => ({
      toolDirectories: [toolsDirectory, faultyTools],
      maxOutput: 1_000_000,
      maxBodyBytes: 1_000_000,
      urlRules: noUrlRules,
      toolFolder: noToolFolder,
    }),
    memoryMb: 64,
    wakeSignal,
    onWake: () => {
      wakeSignal.clear();
      thread.pollResults();
    },
    jobTimeoutMs: 60_000,
    onIdle: () => report('idle'),
    onRestart: report,
    onStartFailure: (error, retryMs) => failures.push({ error, retryMs }),
    ...options,
  });
  created.push(thread);
  const reported = (count: number) =>
    new Promise<void>((resolve) => {
      onEvent = () => events.length >= count && resolve();
      onEvent();
    });
  return { thread, events, failures, reported };
}

function jobOf(slug: string, input = '', config: object = {}): ThreadJob {
  const request = new TextEncoder().encode(JSON.stringify({ input, steps: [{ toolSlug: slug, config }] }));
  const memory = new Uint8Array(4_096);
  memory.set(request);
  return { operation: 'run', codings: noCodings, body: { memory, length: request.length } };
}

type Outcomes = readonly (WorkerOutcome | undefined)[];

function run(thread: WorkerThread, jobs: readonly ThreadJob[], isTakenBack = (_: number) => false): Promise<Outcomes> {
  return new Promise((ended) => thread.run({ jobs, isTakenBack, ended }));
}

function textOf(body: OwnedBytes): string {
  return Buffer.from(viewOf(body)).toString();
}

function resultOf(outcome: WorkerOutcome | undefined): string {
  return outcome?.kind === 'result' ? JSON.parse(textOf(outcome.result.body)).result : '';
}

async function startedThread(options: Partial<WorkerThreadOptions> = {}): Promise<Reporting> {
  const started = createThread(options);
  started.thread.start();
  await started.reported(1);
  // The first job of a tool loads it, which takes longer than a batch may.
  await run(started.thread, [jobOf('upper-case', 'first')]);
  return started;
}

/** Makes an idle thread collect its garbage: as after a job that the watch has seen. The end of it is not noticed. */
async function collecting({ thread }: Reporting): Promise<void> {
  const ended = run(thread, [jobOf('busy-for', '', { milliseconds: 1 })]);
  thread.poll(performance.now() + 25);
  await ended;
  wakeSignal.raise();
  thread.poll(performance.now() + 1_000);
  assert.equal(thread.state, 'collecting');
}

afterEach(async () => {
  await Promise.all(created.splice(0).map((thread) => thread.stop()));
  wakeSignal.clear();
});

describe('the results of a batch', { timeout: 300_000 }, () => {
  let thread: WorkerThread;
  before(async () => {
    ({ thread } = await startedThread());
    created.splice(0);
  });
  after(() => thread.stop());

  test('the result of a job that was taken back leaves its memory alone: another thread may have it', async () => {
    const jobs = ['a', 'b'].map((input) => jobOf('upper-case', input));
    const given = jobs.map(({ body }) => body.memory.slice());
    const [first] = await run(thread, jobs, (index) => index === 1);
    assert.equal(resultOf(first), 'A');
    assert.notDeepEqual(jobs[0]?.body.memory, given[0]);
    assert.deepEqual(jobs[1]?.body.memory, given[1]);
  });

  test('a second batch before the result of the first is refused', async () => {
    const first = run(thread, [jobOf('upper-case', 'a')]);
    const jobs = [jobOf('upper-case', 'b')];
    assert.throws(
      () => thread.run({ jobs, isTakenBack: () => true, ended: () => assert.fail('it ran') }),
      /that is running was given a batch/,
    );
    assert.equal(resultOf((await first)[0]), 'A');
  });

  test('a thread that dies after it has completed its jobs is dead, and its results count', async () => {
    const other = await startedThread();
    // As if another thread had raised the signal, so that this one sends no message.
    wakeSignal.raise();
    const ended = run(other.thread, [jobOf('upper-case', 'a')]);
    await new Promise((resolve) => setTimeout(resolve, 500));
    await workers.at(-1)?.terminate();
    assert.equal(resultOf((await ended)[0]), 'A');
    assert.deepEqual(other.events, ['idle', 'crash']);
  });

  test('a thread that dies before it has completed its jobs has no results', async () => {
    const other = await startedThread();
    const outcomes = await run(other.thread, [jobOf('exit-thread')]);
    assert.deepEqual(outcomes, [{ kind: 'crash' }]);
    assert.deepEqual(other.events, ['idle', 'crash']);
  });

  test('of a batch whose thread dies, only the job that ran then has an outcome', async () => {
    const { thread } = await startedThread();
    // A first job loads its tool.
    await run(thread, [jobOf('upper-case', 'a')]);
    const jobs = [jobOf('upper-case', 'a'), jobOf('exit-thread'), jobOf('upper-case', 'b')];
    const [first, ...others] = await run(thread, jobs);
    assert.deepEqual(others, [{ kind: 'crash' }, undefined]);
    // On a busy machine its result may not have waited for the others.
    assert.ok(first === undefined || resultOf(first) === 'A');
  });
});

describe('rules of the operator that are replaced', { timeout: 300_000 }, () => {
  const url = 'https://a.example/?a=1&b=2&c=3';
  const removing = (name: string) => ({ ...noUrlRules, rules: [{ rule: 'ours', names: [name] }] });
  const rulesOf = (name: string) => ({ urlRules: removing(name), toolFolder: noToolFolder });
  const clean = { toolSlug: 'url-cleaner', config: { profile: 'careful' } };

  /** @param blanks - before the URL: with many of them, the body does not fit into the channel. */
  function cleaning(blanks: number, ...before: object[]): ThreadJob {
    const text = JSON.stringify({ input: '\n'.repeat(blanks) + url, steps: [...before, clean] });
    const memory = new TextEncoder().encode(text.padEnd(4_096));
    return { operation: 'run', codings: noCodings, body: { memory, length: memory.length } };
  }
  const cleaned = async (outcomes: Promise<Outcomes>) => (await outcomes).map((outcome) => resultOf(outcome).trim());

  for (const [size, blanks] of [
    ['small', 0],
    ['large', 100_000],
  ] as const) {
    test(`hold from the next batch on: ${size} jobs`, async (t) => {
      const threadData = () => ({
        toolDirectories: [toolsDirectory, faultyTools],
        maxOutput: 1_000_000,
        maxBodyBytes: 1_000_000,
        ...rulesOf('a'),
      });
      const { thread } = await startedThread({ threadData });
      const wait = { toolSlug: 'wait-for', config: { milliseconds: 300 } };
      const read = t.mock.method(RunningStepRegister.prototype, 'read');
      const running = cleaned(run(thread, [cleaning(blanks, wait)]));
      while (read.mock.calls.at(-1)?.result?.slug !== 'wait-for') {
        thread.poll(performance.now() + 25);
        await new Promise((resolve) => setImmediate(resolve));
      }
      thread.update(rulesOf('c'));
      thread.update(rulesOf('b'));
      assert.deepEqual(await running, ['https://a.example/?b=2&c=3']);
      assert.deepEqual(await cleaned(run(thread, [cleaning(blanks)])), ['https://a.example/?a=1&c=3']);
      thread.update(rulesOf('c'));
      assert.deepEqual(await cleaned(run(thread, [cleaning(blanks)])), ['https://a.example/?a=1&b=2']);
      assert.deepEqual(await cleaned(run(thread, [cleaning(blanks)])), ['https://a.example/?a=1&b=2']);
    });
  }

  test('hold for a thread that is starting', async () => {
    const { thread, reported } = createThread();
    thread.start();
    thread.update(rulesOf('b'));
    await reported(1);
    assert.deepEqual(await cleaned(run(thread, [cleaning(0)])), ['https://a.example/?a=1&c=3']);
  });
});

describe('the state of a thread', { timeout: 300_000 }, () => {
  test('on its way from its start to a result', async () => {
    const { thread, reported } = createThread();
    const states: unknown[] = [];
    const note = () => states.push([thread.state, thread.isUp, thread.needsPolling]);
    note();
    thread.start();
    note();
    await reported(1);
    note();
    const ended = run(thread, [jobOf('upper-case', 'a')]);
    note();
    await ended;
    note();
    await thread.stop();
    note();
    assert.deepEqual(states, [
      ['down', false, false],
      ['starting', false, false],
      ['idle', true, false],
      ['running', true, true],
      ['idle', true, false],
      ['stopped', false, false],
    ]);
  });

  test('is ending, and up, from an excess until the next thread starts', async () => {
    const { thread, events, reported } = await startedThread({ jobTimeoutMs: 1_000 });
    const ended = run(thread, [jobOf('endless')]);
    thread.poll(performance.now() + 1_000);
    assert.deepEqual([thread.state, thread.isUp, thread.needsPolling], ['ending', true, true]);
    thread.poll(performance.now() + 2_000);
    await assert.rejects(run(thread, [jobOf('upper-case')]), /that is ending was given a batch/);
    assert.deepEqual(await ended, [{ kind: 'timeout' }]);
    assert.deepEqual([thread.state, thread.isUp], ['starting', false]);
    await reported(3);
    assert.deepEqual(events, ['idle', 'timeout', 'idle']);
    assert.equal(resultOf((await run(thread, [jobOf('upper-case', 'a')]))[0]), 'A');
  });

  test('is collecting half a second after a large job, and idle again', async () => {
    const { thread, events, reported } = await startedThread();
    const ended = run(thread, [jobOf('busy-for', '', { milliseconds: 1 })]);
    thread.poll(performance.now() + 25);
    await ended;
    assert.deepEqual([thread.state, thread.needsPolling], ['idle', true]);
    thread.poll(performance.now());
    assert.equal(thread.state, 'idle');
    thread.poll(performance.now() + 500);
    assert.deepEqual([thread.state, thread.isUp, thread.needsPolling], ['collecting', true, true]);
    await assert.rejects(run(thread, [jobOf('upper-case')]), /that is collecting was given a batch/);
    await reported(2);
    assert.deepEqual([thread.state, thread.needsPolling], ['idle', false]);
    assert.deepEqual(events, ['idle', 'idle']);
  });

  test('a thread that dies while it collects its garbage is replaced', async () => {
    const started = await startedThread();
    await collecting(started);
    await workers.at(-1)?.terminate();
    wakeSignal.clear();
    assert.equal(started.thread.state, 'starting');
    await started.reported(3);
    assert.deepEqual(started.events, ['idle', 'crash', 'idle']);
    assert.equal(resultOf((await run(started.thread, [jobOf('upper-case', 'a')]))[0]), 'A');
  });

  test('is down while a start that failed waits for the next', async () => {
    const threadData = () => ({
      toolDirectories: ['no such folder'],
      maxOutput: 1,
      maxBodyBytes: 1_000_000,
      urlRules: noUrlRules,
      toolFolder: noToolFolder,
    });
    const { thread, events, failures, reported } = createThread({ threadData });
    thread.start();
    await reported(1);
    assert.deepEqual([thread.state, thread.isUp], ['down', false]);
    assert.deepEqual(
      failures.map(({ retryMs }) => retryMs),
      [100],
    );
    await reported(2);
    await thread.stop();
    assert.equal(thread.state, 'stopped');
    const started = workers.length;
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.equal(workers.length, started, 'a stopped thread was started again');
    assert.deepEqual(events, ['start', 'start']);
  });

  test('a thread that is not ready in time is ended, and started again', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { thread, events, failures } = createThread({ threadFile: neverReadyFile });
    thread.start();
    const first = workers.at(-1);
    t.mock.timers.tick(29_999);
    assert.deepEqual([thread.state, events], ['starting', []]);
    t.mock.timers.tick(1);
    assert.deepEqual([thread.state, events], ['down', ['start']]);
    assert.match(`${failures[0]?.error}`, /No result within 30000 ms/);
    t.mock.timers.tick(100);
    assert.equal(thread.state, 'starting');
    assert.notEqual(workers.at(-1), first);
    await thread.stop();
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(failures.length, 1, 'the end of the first thread was reported, too');
  });
});

describe('a thread that is stopped has ended', { timeout: 300_000 }, () => {
  const runEndless = ({ thread }: Reporting) => {
    thread.run({ jobs: [jobOf('endless')], isTakenBack: () => false, ended: () => assert.fail('it has an outcome') });
  };
  const ways: Readonly<Record<string, (started: Reporting) => unknown>> = {
    idle: () => {},
    running: runEndless,
    collecting,
    ending: (started) => {
      runEndless(started);
      started.thread.poll(performance.now() + 60_000);
    },
  };
  for (const [state, bring] of Object.entries(ways)) {
    test(`while it was ${state}`, async () => {
      const started = await startedThread();
      const worker = workers.at(-1);
      await bring(started);
      assert.equal(started.thread.state, state);
      await Promise.all([started.thread.stop(), started.thread.stop()]);
      assert.equal(started.thread.state, 'stopped');
      assert.equal(worker?.threadId, -1, 'an ended thread has no id any more');
      assert.equal(workers.at(-1), worker, 'it was replaced');
    });
  }

  test('and so has the one that it replaces', async (t) => {
    const started = await startedThread();
    const replaced = workers.at(-1) as Worker;
    const terminate = replaced.terminate.bind(replaced);
    // Native code may delay the end of a thread by seconds.
    t.mock.method(replaced, 'terminate', async () => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      return terminate();
    });
    started.thread.run({ jobs: [jobOf('endless')], isTakenBack: () => false, ended: () => {} });
    started.thread.poll(performance.now() + 60_000);
    while (started.thread.state !== 'starting') await new Promise((resolve) => setImmediate(resolve));
    await started.thread.stop();
    assert.deepEqual([replaced.threadId, workers.at(-1)?.threadId], [-1, -1]);
    assert.notEqual(workers.at(-1), replaced);
  });

  test('while it was starting', async () => {
    const { thread, events, failures } = createThread();
    thread.start();
    await thread.stop();
    assert.equal(workers.at(-1)?.threadId, -1);
    assert.deepEqual([events, failures], [[], []]);
  });
});
