import assert from 'node:assert/strict';
import { after, describe, mock, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { toolsDirectory } from '#engine/catalogue/tool-files.js';
import { SharedChannel } from '#workers/channel.js';
import { type OwnedBytes, ownBytes, viewOf } from '#workers/owned-bytes.js';
import { type PoolOutcome, WorkerPool } from '#workers/pool.js';

const faultyTools = fileURLToPath(new URL('../fixtures/tools', import.meta.url));

function bodyOf(slug: string, input: string, config: object = {}): OwnedBytes {
  return ownBytes(new TextEncoder().encode(JSON.stringify({ input, steps: [{ toolSlug: slug, config }] })));
}

function resultOf(outcome: PoolOutcome): string {
  if (outcome.kind !== 'result') return outcome.kind;
  return JSON.parse(Buffer.from(viewOf(outcome.result.body)).toString()).result;
}

/** The body in memory of this size, which has room for a short result. */
function inMemory({ memory, length }: OwnedBytes, bytes = 4_096): OwnedBytes {
  const longer = new Uint8Array(bytes);
  longer.set(memory);
  return { memory: longer, length };
}

const pools: WorkerPool[] = [];
// Threads keep the process alive, also when a test fails before it stops them.
after(() => Promise.all(pools.map((pool) => pool.stop())));

/** A pool that knows that jobs of the tenant `a` are short, and whose threads are then kept busy until `free`. */
async function poolWithBacklog(threads: number) {
  const pool = new WorkerPool({
    threads,
    maxQueue: 1_000,
    jobTimeoutMs: 60_000,
    memoryMb: 64,
    maxBodyBytes: 8_388_608,
    toolDirectories: [toolsDirectory, faultyTools],
    onStartFailure: () => {},
  });
  pools.push(pool);
  await pool.start();
  const run = (body: OwnedBytes, tenant = 'a'): Promise<PoolOutcome> => pool.run('run', body, () => true, tenant);
  // The first loads the tool.
  for (let i = 0; i < 30; i++) await run(bodyOf('upper-case', 'x'.repeat(1_000)));
  const sent = mock.method(SharedChannel.prototype, 'send');
  const blockers = Array.from({ length: threads }, (_, index) => {
    return run(bodyOf('wait-for', 'x', { milliseconds: 200 }), `blocker ${index}`);
  });
  /** The number of jobs that threads have taken together, each time. */
  const batches = () => sent.mock.calls.map(({ arguments: [jobs] }) => jobs.length);
  return { pool, run, free: Promise.all(blockers), batches };
}

describe('short jobs of a backlog go to a thread together', () => {
  test('and each has its own result', async () => {
    const { pool, run, free, batches } = await poolWithBacklog(2);
    const inputs = Array.from({ length: 300 }, (_, index) => `${index} `.repeat(1 + ((index * 37) % 400)).trim());
    const bodies = inputs.map((input) => bodyOf('trim-lines', input));
    const outcomes = await Promise.all(bodies.map((body, index) => run(body, `tenant ${index % 3}`)));
    assert.deepEqual(outcomes.map(resultOf), inputs);
    assert.ok(Math.max(...batches()) > 1, 'no job had company');
    for (const outcome of outcomes) {
      assert.equal(outcome.kind, 'result');
      assert.ok(outcome.times.queueMs >= 0 && outcome.times.runMs > 0, JSON.stringify(outcome.times));
    }
    await free;
    await pool.stop();
  });

  test('and each has its own result if some are refused, or longer than their bodies', async () => {
    const { pool, run, free, batches } = await poolWithBacklog(1);
    const bodies = Array.from({ length: 40 }, (_, index) => {
      if (index % 4 === 1) return inMemory(bodyOf('no-such-tool', ''));
      if (index % 4 === 2) return inMemory(bodyOf('repeat-text', `${index} `.repeat(50), { times: 60 }));
      return inMemory(bodyOf('upper-case', `a${index}`));
    });
    const outcomes = await Promise.all(bodies.map((body) => run(body)));
    for (const [index, outcome] of outcomes.entries()) {
      assert.equal(outcome.kind, 'result');
      assert.equal(outcome.result.status, index % 4 === 1 ? 400 : 200);
      if (index % 4 === 1) assert.match(outcome.result.problem?.sentence ?? '', /no-such-tool/);
      else assert.equal(resultOf(outcome), index % 4 === 2 ? `${index} `.repeat(3_000) : `A${index}`);
      assert.ok(outcome.times.runMs > 0);
      // The memory of its body comes back, so that the next request can use it.
      const { result } = outcome;
      const isInBody = index % 4 === 0 || index % 4 === 3;
      assert.equal((isInBody ? result.body.memory : result.spare)?.byteLength, 4_096);
    }
    assert.ok(Math.max(...batches()) > 1, 'no job had company');
    await free;
    await pool.stop();
  });

  test('and one that ends the thread does not take the others with it', async (t) => {
    // Without the watch, which would put it back if the first takes long: it would end a second thread.
    t.mock.method(globalThis, 'setInterval', () => setTimeout(() => {}));
    const { pool, run, free, batches } = await poolWithBacklog(1);
    const bodies = [
      ...['a', 'b'].map((input) => bodyOf('upper-case', input)),
      bodyOf('exit-thread', ''),
      ...['c', 'd'].map((input) => bodyOf('upper-case', input)),
    ];
    const outcomes = await Promise.all(bodies.map((body) => run(body)));
    assert.deepEqual(outcomes.map(resultOf), ['A', 'B', 'crash', 'C', 'D']);
    assert.ok(Math.max(...batches()) > 1, 'no job had company');
    assert.equal(pool.restarts.get('crash'), 1);
    await free;
    await pool.stop();
  });

  test('and those behind one that ends the thread go to another thread, before the replacement is up', async (t) => {
    // Without the watch, which would put them back as soon as the first takes long.
    t.mock.method(globalThis, 'setInterval', () => setTimeout(() => {}));
    const { pool, run, free } = await poolWithBacklog(2);
    const ended: string[] = [];
    // The thread that becomes free first takes the first two together. When it ends, the other one has nothing to do.
    const steps = [{ toolSlug: 'wait-for', config: { milliseconds: 2_000 } }, 'exit-thread'];
    const exits = ownBytes(Buffer.from(JSON.stringify({ input: '', steps })));
    const bodies = [exits, ...['c', 'd', 'e'].map((input) => bodyOf('upper-case', input))];
    await Promise.all(bodies.map(async (body) => ended.push(`${resultOf(await run(body))}, ${pool.threadsUp} up`)));
    const [crash, taken] = ['crash, 1 up', 'C, 1 up'].map((end) => ended.indexOf(end));
    assert.ok(crash !== undefined && taken !== undefined && crash >= 0 && crash < taken, ended.join());
    await free;
    await pool.stop();
  });

  test('and one that exceeds its limit is named, and the others run', async () => {
    const { pool, run, free } = await poolWithBacklog(1);
    const bodies = [bodyOf('upper-case', 'a'), bodyOf('endless-step', ''), bodyOf('upper-case', 'b')];
    const [first, endless, last] = await Promise.all(bodies.map((body) => run(body)));
    assert.deepEqual(
      [first, last].map((outcome) => outcome && resultOf(outcome)),
      ['A', 'B'],
    );
    assert.equal(endless?.kind === 'result' && endless.result.status, 400);
    await free;
    await pool.stop();
  });

  test('and those behind one that takes long go to another thread', async () => {
    const { pool, run, free } = await poolWithBacklog(2);
    const done: string[] = [];
    const slow = bodyOf('wait-for', 'slow', { milliseconds: 3_000 });
    const bodies = [bodyOf('upper-case', 'a'), slow, ...['b', 'c', 'd', 'e'].map((name) => bodyOf('upper-case', name))];
    await Promise.all(bodies.map(async (body) => done.push(resultOf(await run(body)))));
    assert.equal(done.at(-1), 'slow');
    assert.deepEqual(done.toSorted(), ['A', 'B', 'C', 'D', 'E', 'slow']);
    await free;
    await pool.stop();
  });

  test('and are refused if the pool stops before they have run', async () => {
    const { pool, run, free } = await poolWithBacklog(1);
    const slow = bodyOf('wait-for', 'slow', { milliseconds: 60_000 });
    const bodies = [slow, ...['b', 'c', 'd'].map((name) => bodyOf('upper-case', name))];
    const outcomes = Promise.all(bodies.map((body) => run(body)));
    await free;
    await pool.stop();
    for (const outcome of await outcomes) assert.ok(['crash', 'busy'].includes(outcome.kind), outcome.kind);
  });
});
