import { type ReadonlySignal, signal } from '@preact/signals';
import { isRateLimited, Retries } from '#gateway/client/retry-policy.js';
import { realTiming, type Timing } from '#gateway/client/timing.js';
import { reachable } from './reachability-store.js';
import { RequestFailure } from './request.js';
import { tooManyRequests, withSlowNotice } from './slow-request-notice.js';

/** `waiting` is before a run: for the end of typing, for the next retry, or for a gateway that is unavailable. */
export type RunState = 'idle' | 'waiting' | 'running' | 'done' | 'failed';

/** Calls back once after a delay. @returns a function that cancels it. */
export type Schedule = (callback: () => void, ms: number) => () => void;

/** How much of a run is done: the step that runs, from 1, of all; or what is done of something else. */
export interface RunProgress {
  readonly step: number;
  readonly of: number;
}

export interface LatestRunOptions<Input, Output> {
  /** Does the work. After the signal is aborted, its result is ignored. */
  readonly run: (input: Input, signal: AbortSignal, onProgress: (progress: RunProgress) => void) => Promise<Output>;
  /** Whether an input goes to the gateway: all do by default. Others neither wait for it nor are repeated. */
  readonly needsGateway?: (input: Input) => boolean;
  /** How long the input must stay unchanged before a run, in milliseconds. */
  readonly debounceMs: number | ((input: Input) => number);
  /** These two are replaced in tests. */
  readonly schedule?: Schedule;
  readonly timing?: Pick<Timing, 'now' | 'random'>;
}

/** Runs the latest input. */
export interface LatestRun<Input, Output> {
  readonly state: ReadonlySignal<RunState>;
  /** The result of the last successful run. It stays while the next one runs. Undefined before the first. */
  readonly output: ReadonlySignal<Output | undefined>;
  /** Why the last run failed; undefined unless it did. */
  readonly failure: ReadonlySignal<Error | undefined>;
  /** What the run waits for; '' if that need not be shown. */
  readonly note: ReadonlySignal<string>;
  /** Whether the run takes so long that the user may want to stop it. */
  readonly isLong: ReadonlySignal<boolean>;
  /** How far it is; undefined if that is not known. */
  readonly progress: ReadonlySignal<RunProgress | undefined>;
  /** Requests a run in place of the one before. The same input runs again only after a failure. */
  ask(input: Input): void;
  /** Cancels the run, which has failed then. The output of the run before stays. */
  stop(): void;
  /** Cancels the run and drops the output. */
  reset(): void;
}

/** How long a refused run is retried, in milliseconds. */
const maxWaitMs = 60_000;
/** A user wants to see immediately that a text takes too long. */
const triesAtTimeLimit = 1;

/** The wait if the gateway was unavailable and another request has reached it since, in milliseconds. */
const backMs = 500;

/** How long a run takes before it can be stopped, in milliseconds. */
const longMs = 600;
const stopped = 'The run was stopped.';

const busy = 'The gateway is busy. Trying again…';
const stillTooMany = 'Still too many requests after a minute. Try again later.';

/**
 * Runs only the latest input: debounced, with the earlier run cancelled, so that an older result never replaces a newer
 * one. The client's policy decides what is retried and when; a run without a response waits for the gateway.
 */
export function createLatestRun<Input, Output>(options: LatestRunOptions<Input, Output>): LatestRun<Input, Output> {
  const { run, debounceMs, needsGateway = () => true, schedule = scheduleInTime, timing = realTiming } = options;
  const state = signal<RunState>('idle');
  const output = signal<Output | undefined>(undefined);
  const failure = signal<Error | undefined>(undefined);
  const note = signal('');
  const isLong = signal(false);
  const progress = signal<RunProgress | undefined>(undefined);
  /** The input to run; undefined without one. */
  let wanted: { readonly input: Input } | undefined;
  /** The retries of the current run; undefined while it has not been refused. */
  let refused: { readonly retries: Retries; readonly since: number } | undefined;
  let controller = new AbortController();
  let forget = () => {};
  let forgetLong = () => {};
  let isHeldBack = false;

  function cancel(): void {
    controller.abort();
    forget();
    endProgress();
  }

  function endProgress(): void {
    forgetLong();
    isLong.value = false;
    progress.value = undefined;
  }

  function wait(ms: number, because: string): void {
    state.value = 'waiting';
    note.value = because;
    failure.value = undefined;
    forget = schedule(start, ms);
  }

  /** The subscription below starts the run. */
  function waitForGateway(): void {
    state.value = 'waiting';
    // The frame of the page shows it.
    note.value = '';
  }

  function start(): void {
    if (wanted === undefined) return;
    isHeldBack = false;
    if (!reachable.peek() && needsGateway(wanted.input)) {
      waitForGateway();
      return;
    }
    controller = new AbortController();
    state.value = 'running';
    forgetLong = schedule(() => {
      isLong.value = true;
    }, longMs);
    void settle(wanted.input, controller.signal);
  }

  function begun(input: Input, aborted: AbortSignal): Promise<Output> {
    const running = run(input, aborted, (done) => {
      if (!aborted.aborted) progress.value = done;
    });
    if (!needsGateway(input)) return running;
    return withSlowNotice(running, {
      signal: aborted,
      onWait: (message) => {
        note.value = message;
      },
    });
  }

  async function settle(input: Input, aborted: AbortSignal): Promise<void> {
    try {
      const result = await begun(input, aborted);
      if (aborted.aborted) return;
      output.value = result;
      end('done', undefined);
    } catch (error) {
      if (aborted.aborted) return;
      endProgress();
      if (needsGateway(input)) fail(error);
      else end('failed', asError(error));
    }
  }

  function fail(error: unknown): void {
    const reason = asError(error);
    // A quota error is final. It is not a RequestFailure.
    if (!(reason instanceof RequestFailure)) end('failed', reason);
    else if (reason.status !== 0) retry(reason);
    else {
      refused = undefined;
      if (reachable.peek()) wait(backMs, '');
      else waitForGateway();
    }
  }

  function retry(failure: RequestFailure): void {
    refused ??= { retries: new Retries({ maxWaitMs, triesAtTimeLimit, timing }), since: timing.now() };
    const isFinal = refused.retries.count(failure) === 'final';
    const delayMs = isFinal ? undefined : refused.retries.delayMs(failure, refused.since);
    const isLimited = isRateLimited(failure);
    if (delayMs !== undefined) {
      isHeldBack = true;
      wait(delayMs, isLimited ? tooManyRequests : busy);
    } else end('failed', isLimited ? new RequestFailure(429, stillTooMany) : failure);
  }

  function end(reached: RunState, because: Error | undefined): void {
    endProgress();
    refused = undefined;
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
    isLong,
    progress,
    ask(input) {
      if (wanted?.input === input && state.peek() !== 'failed') return;
      wanted = { input };
      // Typing does not shorten the wait: the newest input runs when it is over.
      if (isHeldBack) return;
      cancel();
      wait(typeof debounceMs === 'number' ? debounceMs : debounceMs(input), '');
    },
    stop() {
      cancel();
      isHeldBack = false;
      end('failed', new Error(stopped));
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

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

const scheduleInTime: Schedule = (callback, ms) => {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
};
