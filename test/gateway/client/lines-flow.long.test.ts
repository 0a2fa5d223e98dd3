import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { TextmillError } from '#gateway/client/errors.js';
import { runLines } from '#gateway/client/lines.js';
import type { RequestOptions } from '#gateway/client/sender.js';
import { all, EngineSender } from '../../support/fake-sender.js';

const steps = ['upper-case'];

/** Endless rows that count reads, and whether they were closed. */
class EndlessRows {
  read = 0;
  closed = 0;

  [Symbol.iterator](): Iterator<string> {
    return {
      next: () => ({ done: false, value: `row ${++this.read}` }),
      return: () => {
        this.closed++;
        return { done: true, value: undefined };
      },
    };
  }
}

/** The same rows from an async iterator. */
class EndlessLaterRows extends EndlessRows {
  [Symbol.asyncIterator](): AsyncIterator<string> {
    const rows = this[Symbol.iterator]();
    return { next: async () => rows.next(), return: async () => rows.return?.() ?? { done: true, value: undefined } };
  }
}

/** A request that ends only when it is aborted, like those of a connection. */
function hanging({ signal }: RequestOptions): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });
}

async function turns(count = 50) {
  for (let i = 0; i < count; i++) await turn();
}

for (const makeRows of [() => new EndlessRows(), () => new EndlessLaterRows()]) {
  describe(makeRows().constructor.name, () => {
    test('are read only a few batches ahead', async () => {
      const rows = makeRows();
      const sender = new EngineSender();
      const run = runLines(sender, rows, steps, { connections: 2 });
      for (let i = 0; i < 1_000; i++) await run.next();
      await turns();
      const requests = sender.sent.length;
      await turns();
      assert.equal(sender.sent.length, requests, 'nothing goes on by itself');
      assert.ok(requests <= 9, `${requests} requests`);
      assert.ok(rows.read <= 9 * 20_000 + 1, `${rows.read} rows`);
      await run.return();
    });

    test('are closed when the consumer stops, and the requests are aborted', async () => {
      const rows = makeRows();
      const signals: (AbortSignal | undefined)[] = [];
      const sender = new EngineSender((_, options) => {
        signals.push(options.signal);
        return sender.sent.length > 1 ? hanging(options) : undefined;
      });
      for await (const _ of runLines(sender, rows, steps, { connections: 3 })) {
        await turns();
        break;
      }
      assert.equal(rows.closed, 1);
      assert.deepEqual(
        signals.map((signal) => signal?.aborted),
        [true, true, true, true],
      );
    });

    test('are closed when a request fails', async () => {
      const rows = makeRows();
      const sender = new EngineSender(() => Promise.reject(new TextmillError(401, 'Invalid API key')));
      await assert.rejects(all(runLines(sender, rows, steps)), { status: 401, done: 0 });
      assert.equal(rows.closed, 1);
    });

    test('are closed after an invalid row', async () => {
      const rows = makeRows();
      await assert.rejects(all(runLines(new EngineSender(), breaking(rows), steps)), /Row 6 has a line end/);
      assert.equal(rows.closed, 1);
    });
  });
}

/** The same rows, with a line end in the sixth. */
function breaking(rows: EndlessRows): Iterable<string> {
  const iterator = rows[Symbol.iterator]();
  return {
    [Symbol.iterator]: () => ({
      next: () => (rows.read === 5 ? { done: false, value: 'a\nb' } : iterator.next()),
      return: () => iterator.return?.() ?? { done: true, value: undefined },
    }),
  };
}

describe('a signal', () => {
  test('ends a run that waits for a response, with its reason', async () => {
    const stop = new AbortController();
    const rows = new EndlessRows();
    const run = all(runLines(new EngineSender((_, options) => hanging(options)), rows, steps, stop));
    await turns();
    stop.abort(new Error('enough'));
    await assert.rejects(run, { message: 'enough' });
    assert.equal(rows.closed, 1);
  });

  test('ends a run that waits for a row', async () => {
    const stop = new AbortController();
    let closed = 0;
    const never = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise<IteratorResult<string>>(() => {}),
        return: async () => ({ done: true as const, value: `${++closed}` }),
      }),
    };
    const run = all(runLines(new EngineSender(), never, steps, stop));
    await turns();
    stop.abort(new Error('enough'));
    await assert.rejects(run, { message: 'enough' });
    assert.equal(closed, 1);
  });

  test('ends a run between two rows', async () => {
    const stop = new AbortController();
    const given: string[] = [];
    await assert.rejects(
      async () => {
        for await (const text of runLines(new EngineSender(), new EndlessRows(), steps, stop)) {
          given.push(text);
          if (given.length === 3) stop.abort(new Error('enough'));
        }
      },
      { message: 'enough' },
    );
    assert.equal(given.length, 3);
  });

  test('that was aborted before starts nothing', async () => {
    const sender = new EngineSender();
    const rows = new EndlessRows();
    await assert.rejects(all(runLines(sender, rows, steps, { signal: AbortSignal.abort(new Error('early')) })), {
      message: 'early',
    });
    assert.deepEqual([rows.read, sender.sent.length], [0, 0]);
  });
});

test('an error of the input is thrown after the results before it', async () => {
  function* failing() {
    for (let i = 0; i < 2_500; i++) yield 'a';
    throw new RangeError('the disk is gone');
  }
  async function* failingLater() {
    yield* failing();
  }
  for (const rows of [failing(), failingLater()]) {
    let given = 0;
    await assert.rejects(
      async () => {
        for await (const _ of runLines(new EngineSender(), rows, steps)) given++;
      },
      { name: 'RangeError', message: 'the disk is gone' },
    );
    assert.equal(given, 2_500);
  }
});

test('results arrive while the input waits for more rows', async () => {
  let feed = (_: string): void => {};
  async function* slowly() {
    for (let i = 0; i < 1_000; i++) yield 'a';
    yield await new Promise<string>((resolve) => {
      feed = resolve;
    });
  }
  const run = runLines(new EngineSender(), slowly(), steps);
  for (let i = 0; i < 1_000; i++) assert.equal((await run.next()).value, 'A');
  feed('b');
  assert.equal((await run.next()).value, 'B');
  assert.equal((await run.next()).done, true);
});

test('a failure after the consumer stopped is not an unhandled rejection', async (t) => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => void unhandled.push(reason);
  process.on('unhandledRejection', note);
  t.after(() => process.off('unhandledRejection', note));
  const failures: ((error: Error) => void)[] = [];
  const sender = new EngineSender(() =>
    sender.sent.length === 1 ? undefined : new Promise((_, reject) => failures.push(reject)),
  );
  for await (const _ of runLines(sender, new EndlessRows(), steps)) {
    await turns();
    break;
  }
  assert.equal(failures.length, 4);
  for (const fail of failures) fail(new TextmillError(0, 'too late'));
  await turns();
  const abandoned = runLines(sender, new EndlessRows(), steps);
  abandoned.next().catch(() => {});
  await turns();
  for (const fail of failures) fail(new TextmillError(0, 'too late'));
  await turns();
  assert.deepEqual(unhandled, []);
});
