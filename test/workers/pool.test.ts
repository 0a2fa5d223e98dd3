import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { toolsDirectory } from '../../engine/catalogue.js';
import { type OwnedBytes, ownBytes, viewOf } from '../../workers/owned-bytes.js';
import { type PoolOutcome, WorkerPool } from '../../workers/pool.js';

const faultyTools = fileURLToPath(new URL('../fixtures/tools', import.meta.url));
const wanted = () => true;

function bodyOf(slug: string, input = '', config: object = {}): OwnedBytes {
  return ownBytes(new TextEncoder().encode(JSON.stringify({ input, steps: [{ toolSlug: slug, config }] })));
}

function resultOf(outcome: PoolOutcome): string {
  assert.equal(outcome.kind, 'reply');
  return JSON.parse(Buffer.from(viewOf(outcome.reply.body)).toString()).result;
}

function createPool(options: Partial<ConstructorParameters<typeof WorkerPool>[0]> = {}): WorkerPool {
  return new WorkerPool({
    threads: 1,
    maxQueue: 8,
    jobTimeoutMs: 1_500,
    memoryMb: 32,
    toolDirectories: [toolsDirectory, faultyTools],
    onStartFailure: () => {},
    ...options,
  });
}

/** The thread that starts while something is done. */
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
  const deadline = performance.now() + 10_000;
  while (!pool.full) {
    assert.ok(performance.now() < deadline, 'the pool is not full again after 10 s');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('a pool of two threads', () => {
  const pool = createPool({ threads: 2 });
  before(() => pool.start());
  after(() => pool.stop());

  test('its threads let the event loop go first', { skip: process.platform !== 'linux' }, () => {
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

  test('takes the bytes of a body and gives back a reply', async () => {
    const body = bodyOf('upper-case', 'abc');
    const job = pool.run('run', body, wanted);
    assert.equal(body.memory.byteLength, 0, 'the body was cloned');
    assert.equal(resultOf(await job), 'ABC');
  });

  test('ends a job at its deadline, replaces the thread, and lets the neighbour work', async () => {
    const started = performance.now();
    const endless = pool.run('run', bodyOf('endless'), wanted);
    for (let i = 0; i < 20; i++)
      assert.equal(resultOf(await pool.run('run', bodyOf('upper-case', `n${i}`), wanted)), `N${i}`);
    assert.equal((await endless).kind, 'timeout');
    const elapsedMs = performance.now() - started;
    assert.ok(elapsedMs >= 1_500 && elapsedMs < 1_800, `ended after ${elapsedMs} ms`);
    assert.equal(pool.full, false);
    await untilFull(pool);
    assert.equal(resultOf(await pool.run('run', bodyOf('upper-case', 'x'), wanted)), 'X');
  });

  test('tells a thread out of memory and one that went away apart', async () => {
    assert.equal((await pool.run('run', bodyOf('exhaust-memory'), wanted)).kind, 'out-of-memory');
    await untilFull(pool);
    assert.equal((await pool.run('run', bodyOf('exit-thread'), wanted)).kind, 'crash');
    await untilFull(pool);
  });

  test('a bug in a tool is a reply of its own and costs no thread', async () => {
    const outcome = await pool.run('run', bodyOf('throw-bug', 'secret text'), wanted);
    assert.equal(outcome.kind, 'reply');
    assert.equal(outcome.reply.status, 500);
    assert.deepEqual(JSON.parse(Buffer.from(viewOf(outcome.reply.body)).toString()), {
      error: 'Internal server error',
    });
    assert.match(outcome.reply.trace ?? '', /throw-bug/);
    assert.doesNotMatch(outcome.reply.trace ?? '', /secret text/);
    assert.equal(pool.full, true);
  });
});

describe('a pool of one thread', () => {
  const pool = createPool({ maxQueue: 3, jobTimeoutMs: 1_000 });
  before(() => pool.start());
  after(() => pool.stop());

  test('queues up to its bound, in order, and refuses the rest at once', async () => {
    const order: string[] = [];
    const jobs = ['a', 'b', 'c', 'd', 'e'].map((input) =>
      pool.run('run', bodyOf('upper-case', input), wanted).then((outcome) => {
        order.push(outcome.kind === 'busy' ? `${input} busy` : resultOf(outcome));
      }),
    );
    await Promise.all(jobs);
    assert.deepEqual(order, ['e busy', 'A', 'B', 'C', 'D']);
  });

  test('a job that waits past its deadline is busy, and its run time is not shortened by its wait', async () => {
    const first = pool.run('run', bodyOf('endless'), wanted);
    const second = pool.run('run', bodyOf('endless'), wanted);
    const third = pool.run('run', bodyOf('endless'), wanted);
    const waiting = pool.run('run', bodyOf('upper-case'), wanted);
    assert.equal((await first).kind, 'timeout');
    await untilFull(pool);
    const taken = performance.now();
    assert.equal((await second).kind, 'timeout');
    assert.ok(performance.now() - taken > 900, 'the second had its time');
    assert.deepEqual(await waiting, { kind: 'busy', reason: 'queue-timeout' });
    await third;
    await untilFull(pool);
  });

  test('a job that comes with one that never ends is not given up while the thread is replaced', async () => {
    const endless = pool.run('run', bodyOf('endless'), wanted);
    const waiting = pool.run('run', bodyOf('upper-case', 'a'), wanted);
    assert.equal((await endless).kind, 'timeout');
    assert.equal(resultOf(await waiting), 'A');
  });

  test('jobs that nobody waits for any more leave the queue when that is said, before their turn', async () => {
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
    await untilFull(pool);
  });

  test('a thread that dies without a job is missed, and replaced', async () => {
    const thread = await startedThread(async () => {
      assert.equal((await pool.run('run', bodyOf('exit-thread'), wanted)).kind, 'crash');
      await untilFull(pool);
    });
    await thread.terminate();
    assert.equal(pool.full, false);
    await untilFull(pool);
    assert.equal(resultOf(await pool.run('run', bodyOf('upper-case', 'a'), wanted)), 'A');
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

  test('takes from each owner in turn, so that one who has many jobs makes another wait for one of them', async () => {
    const roomy = createPool();
    await roomy.start();
    const done: string[] = [];
    const run = async (owner: string, name: string): Promise<void> => {
      const { kind } = await roomy.run('run', bodyOf('upper-case', name), wanted, owner);
      done.push(kind === 'reply' ? name : `${name} ${kind}`);
    };
    const many = Array.from({ length: 5 }, (_, index) => run('many', `many ${index}`));
    await Promise.all([...many, run('one', 'one 0'), run('one', 'one 1'), run('other', 'other 0')]);
    await roomy.stop();
    // The first went to the thread at once.
    assert.deepEqual(done, ['many 0', 'many 1', 'one 0', 'other 0', 'many 2', 'one 1', 'many 3', 'many 4']);
  });

  test('a job that nobody waits for is dropped when its turn comes', async () => {
    const first = pool.run('run', bodyOf('upper-case', 'first'), wanted);
    const unwanted = pool.run('run', bodyOf('exit-thread'), () => false);
    const last = pool.run('run', bodyOf('upper-case', 'last'), wanted);
    assert.equal(resultOf(await first), 'FIRST');
    assert.deepEqual(await unwanted, { kind: 'busy', reason: 'unwanted' });
    assert.equal(resultOf(await last), 'LAST');
  });
});

test('a thread that dies while starting is tried again, and the pool is not full until it is up', async () => {
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

test('a pool that is stopped leaves no thread, whatever its threads were doing', async () => {
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
  assert.equal((await running).kind, 'crash');
  // Whatever answers to the end of a thread has done so a turn later.
  await new Promise((resolve) => setTimeout(resolve, 50));
  unsubscribe('worker_threads', listen);
  assert.equal(threads.length, 4);
  for (const { threadId } of threads) assert.equal(threadId, -1, 'an ended thread has no id any more');
});
