import { engineProblem } from './error-table.js';
import { type RequestError, requestError, StepInterruptedError } from './errors.js';
import { TimeLimitExceeded, withTimeLimit } from './time-limit.js';

/** A step that is about to run. */
export interface StepToRun {
  /** 1 for the first. */
  readonly position: number;
  readonly slug: string;
  /** Processor time that it is expected to take at most, in milliseconds. */
  readonly expectedMs: number;
  /** Processor time that it may take, in milliseconds. */
  readonly timeLimitMs: number;
}

/** A tool of a group that is about to run. */
export type NamedStep = Pick<StepToRun, 'position' | 'slug'>;

/**
 * Runs the steps of workflows one at a time, and sees to it that none of them takes too long.
 *
 * @param execute - does the work. A group is one step for the limit; it tells which of its tools runs, for the error.
 */
export type StepRunner = <Result>(step: StepToRun, execute: (enter: EnterTool) => Result) => Result;

/** Tells which tool of a group runs from now on. */
export type EnterTool = (tool: NamedStep) => void;

/** Steps that are expected to take no longer, in milliseconds, need no limit: to set one takes 70 µs. */
const shortMs = 1;

/**
 * Limits the wall-clock time of all but short steps, where nobody watches the thread from outside.
 *
 * @param factor - how many times the processor time that a step may take.
 * @returns a runner that throws {@link StepInterruptedError} if a step takes too long; else what the step throws.
 */
export function limitWallClock(factor: number): StepRunner {
  return (step, execute) => {
    if (step.expectedMs <= shortMs) return execute(ignore);
    let running: NamedStep = step;
    const enter = (tool: NamedStep) => {
      running = tool;
    };
    const wallClockMs = factor * step.timeLimitMs;
    try {
      return withTimeLimit(wallClockMs, () => execute(enter));
    } catch (error) {
      if (!(error instanceof TimeLimitExceeded)) throw error;
      throw new StepInterruptedError(
        engineProblem('step-wall-clock-limit', { step: running.position, tool: running.slug, limit: wallClockMs }),
      );
    }
  };
}

const ignore = (): void => undefined;

/** The step that was stopped from outside. */
export type StoppedStep = Pick<StepToRun, 'position' | 'slug' | 'timeLimitMs'>;

/** The refusal of a request with a step that took too much processor time. */
export function stepTimeError({ position, slug, timeLimitMs }: StoppedStep): RequestError {
  return requestError('step-time-limit', { step: position, tool: slug, limit: timeLimitMs });
}

/** The refusal of a request that needed too much memory, in a step or outside of one. */
export function memoryError(memoryMb: number, step: StoppedStep | undefined): RequestError {
  if (step === undefined) return requestError('memory-limit', { limit: memoryMb });
  return requestError('step-memory-limit', { step: step.position, tool: step.slug, limit: memoryMb });
}
