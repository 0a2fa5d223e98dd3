import assert from 'node:assert/strict';
import { on } from 'node:events';
import { describe, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { maxBufferBytes, SharedChannel, WakeSignal } from '#workers/channel.js';
import { type JobCodings, noCodings } from '#workers/content-coding.js';
import { type OwnedBytes, ownBytes } from '#workers/owned-bytes.js';
import { maxJobs, type ThreadJob } from '#workers/protocol.js';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString();

/** Both ends of a channel. */
function channel() {
  const loop = new SharedChannel();
  return { loop, thread: new SharedChannel(loop.memory) };
}

/** A body in memory of another size. */
function inMemory(text: string, bytes: number): OwnedBytes {
  const memory = new Uint8Array(bytes);
  memory.set(bytesOf(text));
  return { memory, length: bytesOf(text).length };
}

function run(body: OwnedBytes): ThreadJob {
  return { operation: 'run', body, codings: noCodings };
}

/** Writes the result of a job in place. */
function writeResult(thread: SharedChannel, index: number, text: string, runMs = 1): void {
  thread.job(index).outputBuffer.set(bytesOf(text));
  const length = bytesOf(text).length;
  thread.write(index, { status: 200, length, coding: 'br', charactersIn: 1, charactersOut: text.length, runMs });
}

describe('a shared channel', () => {
  test('takes jobs to a thread, and results back into their memory', () => {
    const { loop, thread } = channel();
    const packed: JobCodings = { body: 'zstd', result: { short: 'br', long: 'gzip' } };
    const jobs: ThreadJob[] = [
      { operation: 'sort-dedupe-page', codings: noCodings, body: inMemory('first', 64) },
      { operation: 'sanitize', codings: packed, body: inMemory('second', 4_096) },
    ];
    loop.send(jobs);
    assert.equal(loop.isCompleted, false);
    assert.equal(thread.receive(), 2);
    assert.deepEqual(
      [0, 1].map((index) => {
        const { operation, codings, body, outputBuffer } = thread.job(index);
        return [operation, codings, textOf(body), outputBuffer.byteLength];
      }),
      [
        ['sort-dedupe-page', noCodings, 'first', 64],
        ['sanitize', packed, 'second', 4_096],
      ],
    );
    writeResult(thread, 0, 'the first result', 1.5);
    writeResult(thread, 1, 'the second result', 2.5);
    thread.complete(2, 0);
    assert.equal(loop.isCompleted, true);
    assert.deepEqual([loop.results, loop.posted], [2, 0]);
    assert.deepEqual(
      jobs.map(({ body }, index) => {
        const length = loop.copyResult(index, body.memory);
        const { charactersIn, charactersOut } = loop.characters(index);
        const result = [loop.status(index), textOf(body.memory.subarray(0, length)), loop.coding(index)];
        return [...result, loop.runMs(index), charactersIn, charactersOut];
      }),
      [
        [200, 'the first result', 'br', 1.5, 1, 16],
        [200, 'the second result', 'br', 2.5, 1, 17],
      ],
    );
  });

  test('says which results were posted, and leaves out those that there are not', () => {
    const { loop, thread } = channel();
    loop.send(['a', 'b', 'c'].map((text) => run(ownBytes(bytesOf(text)))));
    thread.receive();
    writeResult(thread, 0, 'A');
    thread.writePosted(1, 3);
    thread.complete(2, 1);
    assert.deepEqual([loop.results, loop.posted], [2, 1]);
    assert.deepEqual([loop.status(0), loop.status(1), loop.runMs(1)], [200, undefined, 3]);
  });

  test('announces a posted message as no jobs', () => {
    const { loop, thread } = channel();
    loop.sendPosted();
    assert.equal(thread.receive(), 0);
    thread.complete(0, 0);
    assert.equal(loop.isCompleted, true);
    assert.equal(thread.isEmpty, true);
  });

  test('has room for as many jobs as go together, each as long as fits', () => {
    const { loop, thread } = channel();
    const jobs = Array.from({ length: maxJobs }, (_, index) =>
      run({ memory: new Uint8Array(2 * maxBufferBytes).fill(index + 1), length: maxBufferBytes }),
    );
    assert.ok(SharedChannel.fits(jobs));
    loop.send(jobs);
    assert.equal(thread.receive(), maxJobs);
    for (const [index] of jobs.entries()) {
      const { body, outputBuffer } = thread.job(index);
      assert.equal(body.byteLength, maxBufferBytes);
      assert.equal(outputBuffer.byteLength, maxBufferBytes);
      assert.ok(body.every((byte) => byte === index + 1));
    }
    const tooLong = run({ memory: new Uint8Array(2 * maxBufferBytes), length: maxBufferBytes + 1 });
    assert.equal(SharedChannel.fits([tooLong]), false);
  });

  test('works on when its counters wrap around', () => {
    const { loop, thread } = channel();
    // Words 0 and 2 count what was sent, and what was completed last; word 1 says that the thread sleeps.
    const words = new Int32Array(loop.memory, 0, 3);
    words.fill(2 ** 31 - 2);
    words[1] = 0;
    thread.receive();
    for (let turn = 0; turn < 4; turn++) {
      loop.send([run(ownBytes(bytesOf(`${turn}`)))]);
      assert.equal(thread.isEmpty, false);
      thread.receive();
      assert.equal(textOf(thread.job(0).body), `${turn}`);
      thread.complete(1, 0);
      assert.equal(loop.isCompleted, true);
      assert.equal(thread.isEmpty, true);
    }
  });

  test('wakes a thread that sleeps, thousands of times, whoever is faster', { timeout: 60_000 }, async (t) => {
    const { loop } = channel();
    const wakeSignal = new WakeSignal();
    const module = new URL('../fixtures/threads/channel-echo.ts', import.meta.url);
    const worker = new Worker(module, { workerData: { channel: loop.memory, wakeSignal: wakeSignal.memory } });
    t.after(() => worker.terminate());
    const messages = on(worker, 'message');
    const turns = 5_000;
    for (let turn = 0; turn < turns; turn++) {
      loop.send([run(inMemory(`job ${turn}`, 64))]);
      await messages.next();
      wakeSignal.clear();
      assert.ok(loop.isCompleted);
      const memory = new Uint8Array(64);
      assert.equal(textOf(memory.subarray(0, loop.copyResult(0, memory))), `JOB ${turn}`);
      // Now at once, now when the thread sleeps again.
      if (turn % 3 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  });
});

test('a wake signal needs one message until the event loop clears it', () => {
  const loop = new WakeSignal();
  const threads = [new WakeSignal(loop.memory), new WakeSignal(loop.memory)];
  assert.deepEqual(
    threads.map((thread) => thread.raise()),
    [true, false],
  );
  loop.clear();
  assert.deepEqual(
    threads.map((thread) => thread.raise()),
    [true, false],
  );
});
