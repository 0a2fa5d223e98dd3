import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { toolsDirectory } from '#engine/catalogue/tool-files.js';
import { maxBufferBytes, WakeSignal } from '#workers/channel.js';
import { type OwnedBytes, ownBytes, viewOf } from '#workers/owned-bytes.js';
import { type PoolOutcome, WorkerPool } from '#workers/pool.js';
import { threadHeaps } from '#workers/watch.js';

const faultyTools = fileURLToPath(new URL('../fixtures/tools', import.meta.url));
const wanted = () => true;

function bodyOf(slug: string, input = '', config: object = {}): OwnedBytes {
  return ownBytes(new TextEncoder().encode(JSON.stringify({ input, steps: [{ toolSlug: slug, config }] })));
}

function resultOf(outcome: PoolOutcome): string {
  assert.equal(outcome.kind, 'result');
  return JSON.parse(Buffer.from(viewOf(outcome.result.body)).toString()).result;
}

function refusalOf(outcome: PoolOutcome): string {
  assert.equal(outcome.kind, 'result');
  assert.equal(outcome.result.status, 400);
  return JSON.parse(Buffer.from(viewOf(outcome.result.body)).toString()).error;
}

const pools: WorkerPool[] = [];
// Threads keep the process alive, also when a test fails before it stops them.
after(() => Promise.all(pools.map((pool) => pool.stop())));

function createPool(options: Partial<ConstructorParameters<typeof WorkerPool>[0]> = {}): WorkerPool {
  const pool = new WorkerPool({
    threads: 1,
    maxQueue: 8,
    jobTimeoutMs: 60_000,
    memoryMb: 32,
    maxBodyBytes: 8_388_608,
    toolDirectories: [toolsDirectory, faultyTools],
    onStartFailure: () => {},
    ...options,
  });
  pools.push(pool);
  return pool;
}

/** Returns the thread that starts during an action. */
async function startedThread(action: () => Promise<void>): Promise<Worker> {
  let thread: Worker | undefined;
  const listen = (message: unknown): void => {
    thread = (message as { worker: Worker }).worker;
  };
  subscribe('worker_threads', listen);
  await action();
  unsubscribe('worker_threads', listen);
  assert.ok(thread);
  return thread;
}

async function untilFull(pool: WorkerPool): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!pool.full) {
    assert.ok(performance.now() < deadline, 'the pool is not full again after a minute');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('a pool of two threads', () => {
  const pool = createPool({ threads: 2 });
  before(() => pool.start());
  after(() => pool.stop());

  test('its threads have a lower priority than the event loop', {
    skip: process.platform !== 'linux' && 'only Linux reports it',
  }, () => {
    const niceness = readdirSync('/proc/self/task').map((id) => {
      // Behind the name, which may have blanks in it: state is field 3, nice is field 19 (proc(5)).
      const fields = readFileSync(`/proc/self/task/${id}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      return { isMain: Number(id) === process.pid, nice: Number(fields[16]) };
    });
    const main = niceness.find(({ isMain }) => isMain)?.nice ?? Number.NaN;
    assert.ok(niceness.filter(({ nice }) => nice > main || nice === 19).length >= 2, JSON.stringify(niceness));
  });

  test('takes the bytes of a body and returns a result', async () => {
    assert.equal(resultOf(await pool.run('run', bodyOf('upper-case', 'abc'), wanted)), 'ABC');
  });

  test('takes a large body over instead of copying it, and gives its memory back', async () => {
    const input = 'ä'.repeat(70_000);
    for (const times of [1, 2]) {
      const body = bodyOf('repeat-text', input, { times });
      const bytes = body.memory.byteLength;
      const job = pool.run('run', body, wanted);
      assert.equal(body.memory.byteLength, 0, 'the body was cloned');
      const outcome = await job;
      assert.ok(resultOf(outcome) === input.repeat(times), `times: ${times}`);
      assert.equal(outcome.kind, 'result');
      assert.equal((outcome.result.spare ?? outcome.result.body.memory).byteLength, bytes);
    }
  });

  test('jobs on either side of the longest that is copied have their results', async () => {
    for (let characters = maxBufferBytes - 60; characters <= maxBufferBytes; characters++) {
      const input = 'a'.repeat(characters);
      const [first, second] = await Promise.all([
        pool.run('run', bodyOf('upper-case', input), wanted),
        pool.run('run', bodyOf('upper-case', 'b'), wanted),
      ]);
      assert.equal(resultOf(first), input.toUpperCase());
      assert.equal(resultOf(second), 'B');
    }
  });

  test('the result is in the memory of the body, also if its text is not ASCII: no garbage on the event loop', async () => {
    const input = 'ä'.repeat(20_000);
    const { memory, length } = bodyOf('upper-case', input);
    const slab = new Uint8Array(65_536);
    slab.set(memory);
    const outcome = await pool.run('run', { memory: slab, length }, wanted);
    assert.equal(resultOf(outcome), input.toUpperCase());
    assert.equal(outcome.kind, 'result');
    assert.equal(outcome.result.body.memory.byteLength, 65_536);
    assert.equal(outcome.result.spare?.byteLength, undefined);
  });

  test('distinguishes a thread out of memory from one that exited', async () => {
    const outOfMemory = await pool.run('run', bodyOf('exhaust-memory'), wanted);
    assert.equal(
      refusalOf(outOfMemory),
      'Step 1 (exhaust-memory) failed: needed more than 32 MB of memory; use a shorter text or fewer steps',
    );
    assert.equal(pool.restarts.get('out-of-memory'), 1);
    await untilFull(pool);
    assert.equal((await pool.run('run', bodyOf('exit-thread'), wanted)).kind, 'crash');
    await untilFull(pool);
  });

  test('ends a step over its limit of processor time, and names it', async () => {
    assert.equal(
      refusalOf(await pool.run('run', bodyOf('endless-step'), wanted)),
      'Step 1 (endless-step) failed: took more than 50 ms of processor time',
    );
    assert.equal(pool.restarts.get('interrupted'), 1);
    await untilFull(pool);
  });

  test('does not count the time that a step waits for a processor', {
    skip: process.platform !== 'linux' && 'only Linux reports it',
  }, async () => {
    // Its limit is 50 ms of processor time.
    assert.equal(resultOf(await pool.run('run', bodyOf('wait-for', 'x', { milliseconds: 400 }), wanted)), 'x');
  });

  test('a bug in a tool gives a result of its own and ends no thread', async () => {
    const outcome = await pool.run('run', bodyOf('throw-bug', 'secret text'), wanted);
    assert.equal(outcome.kind, 'result');
    assert.equal(outcome.result.status, 500);
    assert.deepEqual(JSON.parse(Buffer.from(viewOf(outcome.result.body)).toString()), {
      error: 'Internal server error',
    });
    assert.match(outcome.result.trace ?? '', /throw-bug/);
    assert.doesNotMatch(outcome.result.trace ?? '', /secret text/);
    assert.equal(pool.full, true);
  });
});

describe('what a tool leaves behind', () => {
  test('an error that nobody awaits does not end the next job', async () => {
    const pool = createPool();
    await pool.start();
    for (let round = 0; round < 5; round++) {
      const outcomes = [
        await pool.run('run', bodyOf('leave-rejection', 'a'), wanted, 'its tenant'),
        await pool.run('run', bodyOf('upper-case', 'b'), wanted, 'another tenant'),
      ];
      assert.deepEqual(outcomes.map(resultOf), ['a', 'B']);
      await new Promise((resolve) => setTimeout(resolve, round));
    }
    assert.equal(pool.restarts.get('crash'), 0);
    await pool.stop();
  });

  test('what it has printed is written before its result', () => {
    const script = fileURLToPath(new URL('../fixtures/threads/print-and-stop.ts', import.meta.url));
    const typescript = new URL('../../gateway/build/typescript.mjs', import.meta.url).href;
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', typescript, script], {
      encoding: 'utf8',
      timeout: 60_000,
    });
    assert.equal(status, 0, stderr);
    assert.equal(stdout, 'out a\nout b\nout c\n');
    assert.equal(stderr, 'err a\nerr b\nerr c\n');
  });
});

describe('the tenant of a job', () => {
  test('may hand in another one when it is told that nobody wants the first', async () => {
    const pool = createPool();
    await pool.start();
    const done: string[] = [];
    const submit = (input: string, isWanted: () => boolean, then = () => {}): Promise<void> =>
      new Promise((resolve) => {
        const settle = (outcome: PoolOutcome): void => {
          done.push(outcome.kind === 'result' ? resultOf(outcome) : `${input} ${outcome.kind}`);
          then();
          resolve();
        };
        pool.submit({ operation: 'run', body: bodyOf('upper-case', input), isWanted, tenant: 'a', settle });
      });
    const later: Promise<void>[] = [];
    const jobs = [
      submit('a', wanted),
      submit(
        'b',
        () => false,
        () => later.push(submit('c', wanted)),
      ),
      submit('d', wanted),
    ];
    await Promise.all(jobs);
    await Promise.all(later);
    assert.deepEqual(done.toSorted(), ['A', 'C', 'D', 'b busy']);
    await pool.stop();
  });

  test('throws no other job out of its way', async (t) => {
    const thrown: (() => void)[] = [];
    t.mock.method(globalThis, 'queueMicrotask', (callback: () => void) => thrown.push(callback));
    const pool = createPool();
    await pool.start();
    const done: string[] = [];
    await new Promise<void>((resolve) => {
      for (const input of ['a', 'b', 'c', 'd']) {
        const settle = (outcome: PoolOutcome): void => {
          if (input === 'b') throw new Error('from the tenant of b');
          done.push(resultOf(outcome));
          if (done.length === 3) resolve();
        };
        pool.submit({ operation: 'run', body: bodyOf('upper-case', input), isWanted: wanted, tenant: 'a', settle });
      }
    });
    assert.deepEqual(done, ['A', 'C', 'D']);
    assert.throws(() => {
      for (const callback of thrown) callback();
    }, /from the tenant of b/);
    await pool.stop();
  });

  test('is refused once the pool has stopped', async () => {
    const pool = createPool();
    await pool.start();
    await pool.stop();
    assert.deepEqual(await pool.run('run', bodyOf('upper-case', 'a'), wanted), { kind: 'busy', reason: 'stopped' });
  });
});

test('a result is found although the wake signal of the threads is stuck', { timeout: 60_000 }, async (t) => {
  const pool = createPool();
  await pool.start();
  resultOf(await pool.run('run', bodyOf('upper-case', 'a'), wanted));
  // As if a thread had been ended between its signal and its message.
  const { clear } = WakeSignal.prototype;
  let calls = 0;
  t.mock.method(WakeSignal.prototype, 'clear', function (this: WakeSignal) {
    if (++calls > 1) clear.call(this);
  });
  for (const input of ['b', 'c', 'd']) {
    const { memory, length } = bodyOf('upper-case', input);
    const roomy = new Uint8Array(4_096);
    roomy.set(memory);
    assert.equal(resultOf(await pool.run('run', { memory: roomy, length }, wanted)), input.toUpperCase());
  }
  assert.ok(calls > 1);
  await pool.stop();
});

/** Long enough for a small job on a busy machine. */
const deadlineMs = 4_000;

describe('a pool whose jobs run into their deadline', () => {
  test('ends such a job and replaces its thread, while the other thread works', async () => {
    const pool = createPool({ threads: 2, jobTimeoutMs: deadlineMs });
    await pool.start();
    const order: string[] = [];
    const endless = pool.run('run', bodyOf('endless'), wanted).then(({ kind }) => order.push(kind));
    for (let i = 0; i < 20; i++) order.push(resultOf(await pool.run('run', bodyOf('upper-case', `n${i}`), wanted)));
    await endless;
    assert.deepEqual(order, [...Array.from({ length: 20 }, (_, i) => `N${i}`), 'timeout']);
    assert.equal(pool.full, false);
    await untilFull(pool);
    assert.equal(resultOf(await pool.run('run', bodyOf('upper-case', 'x'), wanted)), 'X');
    await pool.stop();
  });

  test('refuses a job that waits past its deadline; its wait does not shorten the time of the next', async () => {
    const pool = createPool({ maxQueue: 3, jobTimeoutMs: 1_000 });
    await pool.start();
    const outcomes = await Promise.all(
      ['endless', 'endless', 'endless', 'upper-case'].map((slug) => pool.run('run', bodyOf(slug), wanted)),
    );
    const [first, ...others] = outcomes;
    assert.equal(first?.kind, 'timeout');
    // How many of the others get the thread depends on how fast it is replaced.
    for (const outcome of others) {
      if (outcome.kind === 'timeout') assert.ok(outcome.times.runMs >= 1_000, `${outcome.times.runMs} ms`);
      else assert.deepEqual(outcome, { kind: 'busy', reason: 'queue-timeout' });
    }
    assert.deepEqual(outcomes.at(-1), { kind: 'busy', reason: 'queue-timeout' });
    await pool.stop();
  });

  test('does not refuse a job behind an endless one while the thread is replaced', async () => {
    const pool = createPool({ jobTimeoutMs: deadlineMs });
    await pool.start();
    const endless = pool.run('run', bodyOf('endless'), wanted);
    const waiting = pool.run('run', bodyOf('upper-case', 'a'), wanted);
    assert.equal((await endless).kind, 'timeout');
    assert.equal(resultOf(await waiting), 'A');
    await pool.stop();
  });
});

describe('a pool of one thread', () => {
  const pool = createPool({ maxQueue: 3 });
  before(() => pool.start());
  after(() => pool.stop());

  test('queues jobs up to its bound, in order, and refuses the others immediately', async () => {
    const order: string[] = [];
    const jobs = ['a', 'b', 'c', 'd', 'e'].map((input) =>
      pool.run('run', bodyOf('upper-case', input), wanted).then((outcome) => {
        order.push(outcome.kind === 'busy' ? `${input} busy` : resultOf(outcome));
      }),
    );
    await Promise.all(jobs);
    assert.deepEqual(order, ['e busy', 'A', 'B', 'C', 'D']);
  });

  test('dropUnwanted removes jobs that no client waits for from the queue, before their turn', async () => {
    const pool = createPool({ maxQueue: 3, jobTimeoutMs: deadlineMs });
    await pool.start();
    let isRunning = true;
    const endless = pool.run('run', bodyOf('endless'), wanted).finally(() => {
      isRunning = false;
    });
    let isWanted = true;
    const unwanted = ['a', 'b'].map((input) => pool.run('run', bodyOf('upper-case', input), () => isWanted));
    const kept = pool.run('run', bodyOf('upper-case', 'c'), wanted);
    pool.dropUnwanted();
    assert.equal(pool.waiting, 3);
    isWanted = false;
    pool.dropUnwanted();
    assert.equal(pool.waiting, 1);
    for (const outcome of await Promise.all(unwanted)) assert.deepEqual(outcome, { kind: 'busy', reason: 'unwanted' });
    assert.ok(isRunning);
    await endless;
    assert.equal(resultOf(await kept), 'C');
    await pool.stop();
  });

  test('a thread that dies without a job is replaced', async () => {
    const thread = await startedThread(async () => {
      assert.equal((await pool.run('run', bodyOf('exit-thread'), wanted)).kind, 'crash');
      await untilFull(pool);
    });
    await thread.terminate();
    assert.equal(pool.full, false);
    await untilFull(pool);
    assert.equal(resultOf(await pool.run('run', bodyOf('upper-case', 'a'), wanted)), 'A');
  });

  test('an idle thread releases the memory of a large job', async () => {
    const large = createPool({ memoryMb: 512 });
    const thread = await startedThread(() => large.start());
    const heapBytes = async () => (await threadHeaps.usedHeapBytes(thread)) ?? Number.NaN;
    const fresh = await heapBytes();
    // Tens of megabytes of garbage, which V8 would leave there: the thread sleeps.
    const lines = 'line\n'.repeat(800_000);
    assert.equal(
      resultOf(await large.run('run', bodyOf('reverse-lines', lines.slice(0, 500_000)), wanted)).length,
      500_000,
    );
    const steps = ['add-line-numbers', 'sort-lines', 'reverse-lines', 'dedupe-sort'] as const;
    let before = 0;
    // V8 may have collected immediately before the heap is read.
    for (let job = 0; before < fresh + 15 * 2 ** 20; job++) {
      assert.ok(job < 60, `${fresh} bytes at first, ${before} after ${job} jobs`);
      resultOf(await large.run('run', bodyOf(steps[job % steps.length] ?? '', lines.slice(0, 500_000)), wanted));
      before = await heapBytes();
    }
    const deadline = performance.now() + 60_000;
    let after = before;
    while (after - fresh > (before - fresh) / 2) {
      assert.ok(performance.now() < deadline, `${fresh} bytes at first, ${before} before, ${after} a minute later`);
      await new Promise((resolve) => setTimeout(resolve, 100));
      after = await heapBytes();
    }
    assert.equal(resultOf(await large.run('run', bodyOf('upper-case', 'a'), wanted)), 'A');
  });

  test('a crash starts one thread, not two', async () => {
    let started = 0;
    const count = () => started++;
    subscribe('worker_threads', count);
    assert.equal((await pool.run('run', bodyOf('exit-thread'), wanted)).kind, 'crash');
    await untilFull(pool);
    unsubscribe('worker_threads', count);
    assert.equal(started, 1);
  });

  test('a tenant with many jobs makes another wait for only one; tenants with less cost run first', async () => {
    const roomy = createPool();
    await roomy.start();
    const done: string[] = [];
    const run = async (tenant: string, name: string, milliseconds: number): Promise<void> => {
      const { kind } = await roomy.run('run', bodyOf('busy-for', name, { milliseconds }), wanted, tenant);
      done.push(kind === 'result' ? name : `${name} ${kind}`);
    };
    const many = Array.from({ length: 5 }, (_, index) => run('many', `many ${index}`, 200));
    const few = ['one 0', 'one 1'].map((name) => run('one', name, 1));
    await Promise.all([...many, ...few, run('other', 'other 0', 1)]);
    await roomy.stop();
    // The first did not wait for a thread.
    assert.deepEqual(done, ['many 0', 'one 0', 'other 0', 'one 1', 'many 1', 'many 2', 'many 3', 'many 4']);
  });

  test('a job is charged before its thread takes the next, which may have the same tenant', async () => {
    const roomy = createPool();
    await roomy.start();
    const done: string[] = [];
    const run = async (tenant: string, milliseconds: number): Promise<void> => {
      await roomy.run('run', bodyOf('busy-for', tenant, { milliseconds }), wanted, tenant);
      done.push(tenant);
    };
    const dear = Array.from({ length: 3 }, () => run('dear', 200));
    await Promise.all([...dear, ...Array.from({ length: 3 }, () => run('cheap', 1))]);
    await roomy.stop();
    assert.deepEqual(done, ['dear', 'cheap', 'cheap', 'cheap', 'dear', 'dear']);
  });

  test('a job that no client waits for is dropped when its turn comes', async () => {
    const first = pool.run('run', bodyOf('upper-case', 'first'), wanted);
    const unwanted = pool.run('run', bodyOf('exit-thread'), () => false);
    const last = pool.run('run', bodyOf('upper-case', 'last'), wanted);
    assert.equal(resultOf(await first), 'FIRST');
    assert.deepEqual(await unwanted, { kind: 'busy', reason: 'unwanted' });
    assert.equal(resultOf(await last), 'LAST');
  });
});

for (const threads of [1, 2, 4]) {
  test(`no job of a tenant with many expensive ones starts before the job of a new tenant, threads: ${threads}`, async () => {
    const pool = createPool({ threads, maxQueue: 100 });
    await pool.start();
    const started: string[] = [];
    // Asked when a thread takes a job that waited.
    const starts = (tenant: string) => () => started.push(tenant) > 0;
    const run = (tenant: string, milliseconds: number) =>
      pool.run('run', bodyOf('busy-for', tenant, { milliseconds }), starts(tenant), tenant);
    // They last much longer than what follows, however late a busy machine lets this thread go on.
    const hog = Array.from({ length: 16 * threads }, () => run('hog', 100));
    for (const job of hog.slice(0, 4)) {
      await job;
      const before = started.length;
      assert.equal((await run('stranger', 1)).kind, 'result');
      assert.equal(started[before], 'stranger', started.join(' '));
    }
    await Promise.all(hog);
    await pool.stop();
  });
}

test('a thread that dies while starting is retried, and the pool is not full until it is up', async () => {
  const failures: number[] = [];
  const pool = createPool({
    toolDirectories: ['no such folder'],
    onStartFailure: (_, retryMs) => failures.push(retryMs),
  });
  void pool.start();
  while (failures.length < 3) await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(pool.full, false);
  assert.deepEqual(failures.slice(0, 3), [100, 200, 400]);
  await pool.stop();
});

test('a pool that stops ends its jobs at once, however long their threads take to end', async () => {
  const pool = createPool();
  await pool.start();
  const events: string[] = [];
  const jobs = ['endless', 'upper-case'].map(async (slug) => {
    const outcome = await pool.run('run', bodyOf(slug), wanted);
    assert.deepEqual(outcome, { kind: 'busy', reason: 'stopped' });
    events.push(slug);
  });
  const stopped = pool.stop().then(() => events.push('stopped'));
  await new Promise((resolve) => setImmediate(resolve));
  // The counters are written now: what is not refunded by now stays charged.
  assert.deepEqual(events.toSorted(), ['endless', 'upper-case']);
  await Promise.all([...jobs, stopped]);
});

test('a stopped pool has no threads, whatever they were doing', async () => {
  const threads: Worker[] = [];
  const listen = (message: unknown): void => {
    threads.push((message as { worker: Worker }).worker);
  };
  subscribe('worker_threads', listen);
  const pool = createPool({ threads: 3 });
  await pool.start();
  const running = pool.run('run', bodyOf('endless'), wanted);
  const crashing = pool.run('run', bodyOf('exit-thread'), wanted);
  assert.equal((await crashing).kind, 'crash');
  await pool.stop();
  assert.deepEqual(await running, { kind: 'busy', reason: 'stopped' });
  // Handlers for the end of a thread have run a turn later.
  await new Promise((resolve) => setTimeout(resolve, 50));
  unsubscribe('worker_threads', listen);
  assert.equal(threads.length, 4);
  for (const { threadId } of threads) assert.equal(threadId, -1, 'an ended thread has no id any more');
});
