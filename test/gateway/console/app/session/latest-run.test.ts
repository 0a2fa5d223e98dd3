import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { QuotaError } from '#gateway/client/errors.js';
import { createLatestRun, type LatestRun, type RunProgress } from '#gateway/console/app/session/latest-run.js';
import { noteResponse, noteSilence } from '#gateway/console/app/session/reachability-store.js';
import { RequestFailure } from '#gateway/console/app/session/request.js';

/** A run that a test can end. */
interface Call {
  readonly input: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: RunProgress) => void;
  succeed(output: string): Promise<void>;
  fail(error: unknown): Promise<void>;
}

class Runs {
  readonly #isLocal: boolean;
  readonly calls: Call[] = [];
  /** Pending callbacks with their delays in milliseconds. */
  readonly timers: { readonly ms: number; readonly callback: () => void }[] = [];
  #now = 0;
  readonly run: LatestRun<string, string> = createLatestRun<string, string>({
    debounceMs: 250,
    needsGateway: () => !this.#isLocal,
    run: (input, signal, onProgress) =>
      new Promise((resolve, reject) => {
        const settled = (settle: () => void) => {
          settle();
          return setImmediate();
        };
        this.calls.push({
          input,
          signal,
          onProgress,
          succeed: (output) => settled(() => resolve(output)),
          fail: (error) => settled(() => reject(error)),
        });
      }),
    // The longest waits: jitter shortens none.
    timing: { now: () => this.#now, random: () => 1 },
    schedule: (callback, ms) => {
      const timer = { ms, callback };
      this.timers.push(timer);
      return () => {
        const at = this.timers.indexOf(timer);
        if (at !== -1) this.timers.splice(at, 1);
      };
    },
  });

  constructor({ isLocal = false } = {}) {
    this.#isLocal = isLocal;
  }

  /** Fires the only timer. @returns its delay. */
  pass(): number {
    assert.equal(this.timers.length, 1);
    const [timer] = this.timers.splice(0);
    this.#now += timer?.ms ?? 0;
    timer?.callback();
    return timer?.ms ?? Number.NaN;
  }

  /** The last run. */
  get last(): Call {
    const call = this.calls.at(-1);
    assert.ok(call !== undefined, 'nothing has run');
    return call;
  }

  get shown() {
    const { state, output, failure, note } = this.run;
    return [state.value, output.value, failure.value?.message, note.value];
  }
}

/** After this time a run can be stopped. */
const longMs = 600;

const tooMany = () => new RequestFailure(429, 'Rate limit exceeded');
const silence = () => {
  noteSilence();
  return new RequestFailure(0, 'The gateway does not respond.');
};

afterEach(noteResponse);

describe('a run of the latest input', () => {
  test('waits until the user stops typing, runs, and is done', async () => {
    const runs = new Runs();
    assert.deepEqual(runs.shown, ['idle', undefined, undefined, '']);
    runs.run.ask('a');
    runs.run.ask('ab');
    assert.deepEqual(runs.shown, ['waiting', undefined, undefined, '']);
    assert.equal(runs.pass(), 250);
    assert.deepEqual(runs.shown, ['running', undefined, undefined, '']);
    assert.deepEqual(
      runs.calls.map(({ input }) => input),
      ['ab'],
    );
    await runs.last.succeed('AB');
    assert.deepEqual(runs.shown, ['done', 'AB', undefined, '']);
  });

  test('cancels the run before, whose result comes too late', async () => {
    const runs = new Runs();
    runs.run.ask('a');
    runs.pass();
    const [older] = runs.calls;
    runs.run.ask('b');
    assert.equal(older?.signal.aborted, true);
    runs.pass();
    await runs.last.succeed('B');
    await older.succeed('A');
    assert.deepEqual(runs.shown, ['done', 'B', undefined, '']);
  });

  test('an older result or failure does not show while the newer run is in progress', async () => {
    for (const end of ['succeed', 'fail'] as const) {
      const runs = new Runs();
      runs.run.ask('a');
      runs.pass();
      const older = runs.last;
      runs.run.ask('b');
      runs.pass();
      await older[end]('A');
      assert.deepEqual(runs.shown, ['running', undefined, undefined, '']);
    }
  });

  test('the output stays during the next run, and after its failure', async () => {
    const runs = new Runs();
    runs.run.ask('a');
    runs.pass();
    await runs.last.succeed('A');
    runs.run.ask('b');
    runs.pass();
    assert.deepEqual(runs.shown, ['running', 'A', undefined, '']);
    await runs.last.fail(new RequestFailure(400, 'No URLs provided'));
    assert.deepEqual(runs.shown, ['failed', 'A', 'No URLs provided', '']);
    runs.run.ask('c');
    assert.deepEqual(runs.shown, ['waiting', 'A', undefined, '']);
  });

  test('the same input runs again only after a failure', async () => {
    const runs = new Runs();
    for (const state of ['waiting', 'running'] as const) {
      runs.run.ask('a');
      runs.run.ask('a');
      assert.equal(runs.run.state.value, state === 'waiting' ? 'waiting' : 'running');
      if (state === 'waiting') runs.pass();
    }
    await runs.last.fail(new Error('broken'));
    runs.run.ask('a');
    runs.pass();
    await runs.last.succeed('A');
    runs.run.ask('a');
    assert.equal(runs.calls.length, 2);
    assert.deepEqual(runs.shown, ['done', 'A', undefined, '']);
  });

  test('after a reset there is no timer, and late results are ignored', async () => {
    const runs = new Runs();
    runs.run.ask('a');
    runs.pass();
    await runs.last.succeed('A');
    runs.run.ask('b');
    runs.pass();
    const { last } = runs;
    runs.run.reset();
    assert.equal(last.signal.aborted, true);
    await last.succeed('B');
    assert.deepEqual(runs.shown, ['idle', undefined, undefined, '']);
    runs.run.ask('b');
    runs.run.reset();
    assert.deepEqual(runs.timers, []);
    runs.run.ask('b');
    assert.equal(runs.pass(), 250);
  });
});

describe('a refused run', () => {
  test('is retried after 429, with growing waits, and says so', async () => {
    const runs = new Runs();
    const note = 'Too many requests for a moment. Trying again…';
    runs.run.ask('a');
    runs.pass();
    await runs.last.fail(tooMany());
    assert.deepEqual(runs.shown, ['waiting', undefined, undefined, note]);
    assert.equal(runs.pass(), 250);
    assert.deepEqual(runs.shown, ['running', undefined, undefined, note]);
    await runs.last.fail(tooMany());
    assert.equal(runs.pass(), 500);
    await runs.last.succeed('A');
    assert.deepEqual(runs.shown, ['done', 'A', undefined, '']);
  });

  test('typing does not shorten the wait, and then the newest input runs', async () => {
    const runs = new Runs();
    runs.run.ask('a');
    runs.pass();
    await runs.last.fail(tooMany());
    runs.run.ask('ab');
    runs.run.ask('abc');
    assert.equal(runs.calls.length, 1);
    assert.equal(runs.pass(), 250);
    assert.equal(runs.last.input, 'abc');
  });

  test('is given up after a minute', async () => {
    const runs = new Runs();
    runs.run.ask('a');
    let waitedMs = -250;
    while (runs.run.state.value === 'waiting') {
      waitedMs += runs.pass();
      await runs.last.fail(tooMany());
    }
    assert.equal(waitedMs, 60_000);
    const sentence = 'Still too many requests after a minute. Try again later.';
    assert.deepEqual(runs.shown, ['failed', undefined, sentence, '']);
    // A new run starts with the shortest wait again.
    runs.run.ask('a');
    runs.pass();
    await runs.last.fail(tooMany());
    assert.equal(runs.pass(), 250);
  });

  test('is not retried when the daily quota is used up', async () => {
    const runs = new Runs();
    runs.run.ask('a');
    runs.pass();
    await runs.last.fail(new QuotaError(1_000, new Date(0)));
    assert.equal(runs.run.state.value, 'failed');
    assert.match(runs.run.failure.value?.message ?? '', /^The daily quota of 1,000 requests is /);
    assert.deepEqual(runs.timers, []);
  });

  test('waits for the Retry-After of a busy gateway, and retries a 502 of a proxy', async () => {
    const runs = new Runs();
    runs.run.ask('a');
    runs.pass();
    await runs.last.fail(new RequestFailure(503, 'Server busy', { retryAfterMs: 3_000 }));
    assert.equal(runs.pass(), 3_250);
    await runs.last.fail(new RequestFailure(502, 'unexpected response: 502 Bad Gateway'));
    assert.equal(runs.pass(), 500);
    await runs.last.succeed('A');
    assert.deepEqual(runs.shown, ['done', 'A', undefined, '']);
  });

  test('has a whole minute again after the gateway was unavailable', async () => {
    const runs = new Runs();
    runs.run.ask('a');
    for (let waitedMs = 0; waitedMs < 20_000; ) {
      waitedMs += runs.pass();
      await runs.last.fail(tooMany());
    }
    runs.pass();
    await runs.last.fail(silence());
    noteResponse();
    await runs.last.fail(tooMany());
    assert.equal(runs.pass(), 250);
  });

  test('is retried after 503, unless the text itself takes too long', async () => {
    const runs = new Runs();
    runs.run.ask('a');
    runs.pass();
    await runs.last.fail(new RequestFailure(503, 'Server busy'));
    assert.deepEqual(runs.shown, ['waiting', undefined, undefined, 'The gateway is busy. Trying again…']);
    runs.pass();
    await runs.last.fail(new RequestFailure(503, 'Processing time limit exceeded', { code: 'job-time-limit' }));
    assert.deepEqual(runs.shown, ['failed', undefined, 'Processing time limit exceeded', '']);
    assert.deepEqual(runs.timers, []);
  });
});

describe('a long run', () => {
  test('shows how far it is, and can be stopped: its result is dropped, and the one before stays', async () => {
    const runs = new Runs();
    runs.run.ask('a');
    runs.pass();
    await runs.last.succeed('A');
    runs.run.ask('b');
    runs.pass();
    assert.equal(runs.run.isLong.value, false);
    assert.equal(runs.pass(), longMs);
    runs.last.onProgress({ step: 2, of: 3 });
    assert.deepEqual([runs.run.isLong.value, runs.run.progress.value], [true, { step: 2, of: 3 }]);
    runs.run.stop();
    const { last } = runs;
    assert.equal(last.signal.aborted, true);
    last.onProgress({ step: 3, of: 3 });
    await last.succeed('B');
    assert.deepEqual(runs.shown, ['failed', 'A', 'The run was stopped.', '']);
    assert.deepEqual([runs.run.isLong.value, runs.run.progress.value, runs.timers], [false, undefined, []]);
    runs.run.ask('b');
    runs.pass();
    await runs.last.succeed('B');
    assert.deepEqual(runs.shown, ['done', 'B', undefined, '']);
  });
});

describe('a run in this browser', () => {
  test('needs no gateway, and is not repeated when it fails', async () => {
    const runs = new Runs({ isLocal: true });
    noteSilence();
    runs.run.ask('a');
    runs.pass();
    await runs.last.fail(new RequestFailure(500, 'Internal error'));
    assert.deepEqual(runs.shown, ['failed', undefined, 'Internal error', '']);
    assert.deepEqual(runs.timers, []);
  });
});

describe('a run without a response', () => {
  test('runs by itself when the gateway is back', async () => {
    const runs = new Runs();
    runs.run.ask('a');
    runs.pass();
    await runs.last.fail(silence());
    assert.deepEqual(runs.shown, ['waiting', undefined, undefined, '']);
    assert.equal(runs.calls.length, 1);
    noteResponse();
    assert.equal(runs.calls.length, 2);
    await runs.last.succeed('A');
    assert.deepEqual(runs.shown, ['done', 'A', undefined, '']);
  });

  test('input that is typed meanwhile is sent only then, and once', () => {
    const runs = new Runs();
    noteSilence();
    runs.run.ask('a');
    runs.pass();
    assert.deepEqual(runs.calls, []);
    runs.run.ask('b');
    noteResponse();
    assert.deepEqual(
      runs.calls.map(({ input }) => input),
      ['b'],
    );
    // The only timer is the one of a long run.
    assert.deepEqual(
      runs.timers.map(({ ms }) => ms),
      [longMs],
    );
  });

  test('a wait after too many requests continues when the gateway is back', async () => {
    const runs = new Runs();
    runs.run.ask('a');
    runs.pass();
    await runs.last.fail(tooMany());
    noteSilence();
    noteResponse();
    assert.equal(runs.calls.length, 1);
    noteSilence();
    runs.pass();
    assert.deepEqual(runs.shown, ['waiting', undefined, undefined, '']);
    noteResponse();
    assert.equal(runs.calls.length, 2);
  });

  test('tries again soon if another request has reached the gateway meanwhile', async () => {
    const runs = new Runs();
    runs.run.ask('a');
    runs.pass();
    const failure = silence();
    noteResponse();
    await runs.last.fail(failure);
    assert.equal(runs.run.state.value, 'waiting');
    assert.equal(runs.pass(), 500);
    await runs.last.succeed('A');
    assert.deepEqual(runs.shown, ['done', 'A', undefined, '']);
  });

  test('does not run after a reset', async () => {
    const runs = new Runs();
    runs.run.ask('a');
    runs.pass();
    await runs.last.fail(silence());
    runs.run.reset();
    noteResponse();
    assert.equal(runs.calls.length, 1);
    assert.equal(runs.run.state.value, 'idle');
  });
});
