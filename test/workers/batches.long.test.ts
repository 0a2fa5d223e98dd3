import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { toolsDirectory } from '../../engine/catalogue/catalogue.js';
import { type OwnedBytes, ownBytes, viewOf } from '../../workers/owned-bytes.js';
import { type PoolOutcome, WorkerPool } from '../../workers/pool.js';

const faultyTools = fileURLToPath(new URL('../fixtures/tools', import.meta.url));

function bodyOf(slug: string, input: string, config: object = {}): OwnedBytes {
  return ownBytes(new TextEncoder().encode(JSON.stringify({ input, steps: [{ toolSlug: slug, config }] })));
}

function resultOf(outcome: PoolOutcome): string {
  if (outcome.kind !== 'reply') return outcome.kind;
  return JSON.parse(Buffer.from(viewOf(outcome.reply.body)).toString()).result;
}

/** A pool that knows that jobs of the owner `a` are short, and whose threads are then kept busy until `free`. */
async function poolWithBacklog(threads: number) {
  const pool = new WorkerPool({
    ...{ threads, maxQueue: 1_000, jobTimeoutMs: 60_000, memoryMb: 64 },
    toolDirectories: [toolsDirectory, faultyTools],
    onStartFailure: () => {},
  });
  await pool.start();
  const run = (body: OwnedBytes, owner = 'a'): Promise<PoolOutcome> => pool.run('run', body, () => true, owner);
  // The first loads the tool.
  for (let i = 0; i < 30; i++) await run(bodyOf('upper-case', 'x'.repeat(1_000)));
  const blockers = Array.from({ length: threads }, (_, index) => {
    return run(bodyOf('wait-for', 'x', { milliseconds: 200 }), `blocker ${index}`);
  });
  return { pool, run, free: Promise.all(blockers) };
}

/** A single body is transferred, so that nothing is left of it; the bodies of a batch are copied. */
function countCopied(bodies: readonly OwnedBytes[]): number {
  return bodies.filter(({ memory }) => memory.byteLength > 0).length;
}

describe('short jobs of a backlog go to a thread together', () => {
  test('and each has its own reply', async () => {
    const { pool, run, free } = await poolWithBacklog(2);
    const inputs = Array.from({ length: 300 }, (_, index) => `${index} `.repeat(1 + ((index * 37) % 400)).trim());
    const bodies = inputs.map((input) => bodyOf('trim-lines', input));
    const outcomes = await Promise.all(bodies.map((body, index) => run(body, `owner ${index % 3}`)));
    assert.deepEqual(outcomes.map(resultOf), inputs);
    assert.ok(countCopied(bodies) > 0, 'no job had company');
    for (const outcome of outcomes) {
      assert.equal(outcome.kind, 'reply');
      assert.ok(outcome.times.queueMs >= 0 && outcome.times.runMs > 0, JSON.stringify(outcome.times));
    }
    await free;
    await pool.stop();
  });

  test('and one that ends the thread does not take the others with it', async () => {
    const { pool, run, free } = await poolWithBacklog(1);
    const bodies = [
      ...['a', 'b'].map((input) => bodyOf('upper-case', input)),
      bodyOf('exit-thread', ''),
      ...['c', 'd'].map((input) => bodyOf('upper-case', input)),
    ];
    const outcomes = await Promise.all(bodies.map((body) => run(body)));
    assert.deepEqual(outcomes.map(resultOf), ['A', 'B', 'crash', 'C', 'D']);
    assert.ok(countCopied(bodies) > 0, 'no job had company');
    assert.equal(pool.restarts.get('crash'), 1);
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
    assert.equal(endless?.kind === 'reply' && endless.reply.status, 400);
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
