import { messages, RequestError, StepInterruptedError } from './errors.js';
import { TimeLimitExceeded, withTimeLimit } from './time-limit.js';

/** A step that is about to run. */
export interface StepToRun {
  /** 1 for the first. */
  readonly position: number;
  readonly slug: string;
  readonly heavy: boolean;
  /** Processor time that it may take, in milliseconds. */
  readonly timeLimitMs: number;
}

/** Runs the steps of workflows one at a time, and sees to it that none of them takes too long. */
export type StepRunner = <Result>(step: StepToRun, perform: () => Result) => Result;

/**
 * Limits the wall-clock time of heavy steps, where nobody watches the thread from outside.
 *
 * @param factor - how many times the processor time that a step may take.
 * @returns a runner that throws {@link StepInterruptedError} if a heavy step takes too long; else what the step throws.
 */
export function limitWallClock(factor: number): StepRunner {
  return ({ position, slug, heavy, timeLimitMs }, perform) => {
    if (!heavy) return perform();
    const wallClockMs = factor * timeLimitMs;
    try {
      return withTimeLimit(wallClockMs, perform);
    } catch (error) {
      if (!(error instanceof TimeLimitExceeded)) throw error;
      throw new StepInterruptedError(messages.stepFailed(position, slug, messages.tookTooLong(wallClockMs)));
    }
  };
}

/** The refusal of a request whose step had to be stopped from outside. */
export function stoppedStepError(
  { position, slug }: Pick<StepToRun, 'position' | 'slug'>,
  reason: { readonly processorTimeMs: number } | { readonly memoryMb: number },
): RequestError {
  const sentence =
    'memoryMb' in reason
      ? messages.neededTooMuchMemory(reason.memoryMb)
      : messages.tookTooMuchProcessorTime(reason.processorTimeMs);
  return new RequestError(messages.stepFailed(position, slug, sentence));
}
