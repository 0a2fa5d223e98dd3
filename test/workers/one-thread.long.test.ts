import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { toolsDirectory } from '#engine/catalogue/tool-files.js';
import { WakeSignal } from '#workers/channel.js';
import { type BatchEnd, OneThread } from '#workers/one-thread.js';
import { type OwnedBytes, viewOf } from '#workers/owned-bytes.js';
import type { ThreadJob } from '#workers/protocol.js';
import { RunningStepRegister } from '#workers/watch.js';

const wakeSignal = new WakeSignal();
const faultyTools = fileURLToPath(new URL('../fixtures/tools', import.meta.url));

function createThread(): OneThread {
  const created: OneThread = new OneThread({
    file: fileURLToPath(new URL('../../workers/thread.ts', import.meta.url)),
    workerData: {
      toolDirectories: [toolsDirectory, faultyTools],
      maxOutput: 1_000_000,
      runningStep: new RunningStepRegister().memory,
    },
    heapLimitMb: 64,
    wakeSignal,
    onWake: () => {
      wakeSignal.clear();
      created.poll();
    },
    onDeath: () => {},
  });
  return created;
}

function jobOf(slug: string, input: string): ThreadJob {
  const request = new TextEncoder().encode(JSON.stringify({ input, steps: [slug] }));
  const memory = new Uint8Array(4_096);
  memory.set(request);
  return { operation: 'run', body: { memory, length: request.length } };
}

function run(thread: OneThread, jobs: readonly ThreadJob[], isTakenBack = (_: number) => false): Promise<BatchEnd> {
  return new Promise((ended) => thread.run(jobs, isTakenBack, ended));
}

function resultOf(body: OwnedBytes | undefined): string {
  return body === undefined ? '' : JSON.parse(Buffer.from(viewOf(body)).toString()).result;
}

async function startedThread(): Promise<OneThread> {
  const started = createThread();
  await started.start();
  // The first job of a tool loads it, which takes longer than a batch may.
  await run(started, [jobOf('upper-case', 'first')]);
  return started;
}

describe('one thread', { timeout: 60_000 }, () => {
  let thread: OneThread;
  before(async () => {
    thread = await startedThread();
  });
  after(() => thread.end());

  test('the result of a job that was taken back leaves its memory alone: another thread may have it', async () => {
    const jobs = ['a', 'b'].map((input) => jobOf('upper-case', input));
    const given = jobs.map(({ body }) => body.memory.slice());
    const { results } = await run(thread, jobs, (index) => index === 1);
    assert.equal(resultOf(results[0]?.body), 'A');
    assert.notDeepEqual(jobs[0]?.body.memory, given[0]);
    assert.deepEqual(jobs[1]?.body.memory, given[1]);
  });

  test('a second batch before the result of the first is refused', async () => {
    const first = run(thread, [jobOf('upper-case', 'a')]);
    assert.throws(
      () =>
        thread.run(
          [jobOf('upper-case', 'b')],
          () => true,
          () => assert.fail('it ran'),
        ),
      /busy/,
    );
    assert.equal(resultOf((await first).results[0]?.body), 'A');
  });

  test('a thread that dies after it has completed its jobs is dead, and its results count', async (t) => {
    const other = await startedThread();
    // As if another thread had raised the signal, so that this one sends no message.
    wakeSignal.raise();
    t.after(() => wakeSignal.clear());
    const ended = run(other, [jobOf('upper-case', 'a')]);
    await new Promise((resolve) => setTimeout(resolve, 500));
    await other.worker?.terminate();
    const { results, death } = await ended;
    assert.equal(resultOf(results[0]?.body), 'A');
    assert.notEqual(death, undefined);
    await other.end();
  });

  test('a thread that dies before it has completed its jobs has no results', async () => {
    const other = await startedThread();
    const { results, death } = await run(other, [jobOf('exit-thread', '')]);
    assert.deepEqual(results, []);
    assert.notEqual(death, undefined);
    await other.end();
  });
});
