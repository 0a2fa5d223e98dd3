import { type ReadonlySignal, signal } from '@preact/signals';
import { tooManyRequests, whileWaiting } from './patience.js';
import { reachable } from './reachability.js';
import { RequestFailure } from './request.js';

/** `waiting` is before a run: until nobody types, until there may be another request, or until the gateway is back. */
export type RunState = 'idle' | 'waiting' | 'running' | 'done' | 'failed';

/** Calls back once, after so many milliseconds. @returns what makes it forget. */
export type Schedule = (callback: () => void, ms: number) => () => void;

export interface LatestRunOptions<Input, Output> {
  /** Does the work. May go on when the signal has been aborted: what it then gives is dropped. */
  readonly run: (input: Input, signal: AbortSignal) => Promise<Output>;
  /** How long nothing new must have been asked for before it runs, in milliseconds. */
  readonly debounceMs: number | ((input: Input) => number);
  readonly schedule?: Schedule;
}

/** A run of what was asked for last. */
export interface LatestRun<Input, Output> {
  readonly state: ReadonlySignal<RunState>;
  /** Of the last run that succeeded; stays while the next one is on its way. Undefined before the first. */
  readonly output: ReadonlySignal<Output | undefined>;
  /** Why the last run failed; undefined unless it did. */
  readonly failure: ReadonlySignal<Error | undefined>;
  /** What it is waiting for, as a sentence; '' if that need not be said. */
  readonly note: ReadonlySignal<string>;
  /** Asks for a run, in the place of the one before. The very same input is not run twice unless it has failed. */
  ask(input: Input): void;
  /** Nothing is wanted any more, and there is no output. */
  reset(): void;
}

/** Waits between tries of one run that was refused for the time being: buckets are refilled at 2 requests a second. */
const retryDelaysMs = [2_000, 4_000, 8_000, 16_000, 30_000];

/** When to try again if the gateway was away and another request has found it back meanwhile, in milliseconds. */
const backMs = 500;

const busy = 'The gateway is busy. Trying again…';
const stillTooMany = 'Rate limit exceeded, for a minute now: the daily quota may be used up.';
/** The error of status 503 that would come again. */
const timeLimit = 'job-time-limit';

/**
 * Runs what is asked for last, and nothing else: debounced, the run before it cancelled, never an older answer over a
 * newer one. What is refused with 429 or 503 is tried again a little later, what finds no gateway when it is back.
 */
export function createLatestRun<Input, Output>(options: LatestRunOptions<Input, Output>): LatestRun<Input, Output> {
  const { run, debounceMs, schedule = scheduleInTime } = options;
  const state = signal<RunState>('idle');
  const output = signal<Output | undefined>(undefined);
  const failure = signal<Error | undefined>(undefined);
  const note = signal('');
  /** What is wanted; undefined if nothing is. */
  let wanted: { readonly input: Input } | undefined;
  let tries = 0;
  let controller = new AbortController();
  let forget = () => {};
  let isHeldBack = false;

  function cancel(): void {
    controller.abort();
    forget();
  }

  function wait(ms: number, because: string): void {
    state.value = 'waiting';
    note.value = because;
    failure.value = undefined;
    forget = schedule(start, ms);
  }

  /** The subscription below starts it. */
  function waitForGateway(): void {
    state.value = 'waiting';
    // The frame of the page says it.
    note.value = '';
  }

  function start(): void {
    if (wanted === undefined) return;
    isHeldBack = false;
    if (!reachable.peek()) {
      waitForGateway();
      return;
    }
    controller = new AbortController();
    state.value = 'running';
    void settle(wanted.input, controller.signal);
  }

  async function settle(input: Input, aborted: AbortSignal): Promise<void> {
    try {
      const result = await whileWaiting(run(input, aborted), {
        signal: aborted,
        onWait: (message) => {
          note.value = message;
        },
      });
      if (aborted.aborted) return;
      output.value = result;
      end('done', undefined);
    } catch (error) {
      if (!aborted.aborted) fail(error);
    }
  }

  function fail(error: unknown): void {
    const reason = error instanceof Error ? error : new Error(String(error));
    const { status, code } = reason instanceof RequestFailure ? reason : { status: undefined, code: '' };
    const isRefused = status === 429 || (status === 503 && code !== timeLimit);
    const delayMs = retryDelaysMs[tries];
    if (status === 0 && reachable.peek()) wait(backMs, '');
    else if (status === 0) waitForGateway();
    else if (!isRefused) end('failed', reason);
    else if (delayMs === undefined) end('failed', status === 429 ? new RequestFailure(429, stillTooMany) : reason);
    else {
      tries++;
      isHeldBack = true;
      wait(delayMs, status === 429 ? tooManyRequests : busy);
    }
  }

  function end(reached: RunState, because: Error | undefined): void {
    tries = 0;
    state.value = reached;
    failure.value = because;
    note.value = '';
  }

  reachable.subscribe((isReachable) => {
    if (!isReachable || state.peek() !== 'waiting' || isHeldBack) return;
    forget();
    start();
  });

  return {
    state,
    output,
    failure,
    note,
    ask(input) {
      if (wanted?.input === input && state.peek() !== 'failed') return;
      wanted = { input };
      // Whoever is held back stays so while more is typed: the newest input is what runs when the time has come.
      if (isHeldBack) return;
      cancel();
      wait(typeof debounceMs === 'number' ? debounceMs : debounceMs(input), '');
    },
    reset() {
      cancel();
      wanted = undefined;
      isHeldBack = false;
      output.value = undefined;
      end('idle', undefined);
    },
  };
}

const scheduleInTime: Schedule = (callback, ms) => {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
};
