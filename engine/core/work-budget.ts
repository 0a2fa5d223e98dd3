import { maxOutputCharacters, wallClockFactor } from './limits.js';
import { limitWallClock, type StepRunner } from './step-runner.js';

/** Thrown when work turns out to be more than its budget: not a failure, it is done elsewhere from the start. */
export class WorkBudgetExceeded extends Error {
  override readonly name = 'WorkBudgetExceeded';
}

/** A busy machine takes several times as long for the same work. */
const unwatched = limitWallClock(wallClockFactor);

/** What bounds a step where it runs. */
export interface StepBounds {
  /** What a step may write, in UTF-16 code units; less than usual where there is little memory. */
  readonly maxOutput?: number;
  /** Runs each step, and limits its time. */
  readonly runStep?: StepRunner;
}

/**
 * How much work may be done here. On the event loop little, so that nobody else waits; on a thread all of it.
 *
 * A request's size says what it costs to read, not what its steps do with it: a few bytes can ask for twenty-five
 * steps, for a heavy tool, or for a text that grows a thousandfold. Operations are pure, so giving up and starting
 * again on a thread is safe.
 */
export class WorkBudget {
  #characters: number;
  /** What one step may write, in UTF-16 code units; where the budget is left, it is done elsewhere, here it fails. */
  readonly maxOutput: number;
  /** Runs each step. */
  readonly runStep: StepRunner;

  /** @param characters - what the steps may read and write in all, in UTF-16 code units. */
  constructor(characters: number, { maxOutput = maxOutputCharacters, runStep = unwatched }: StepBounds = {}) {
    this.#characters = characters;
    this.maxOutput = maxOutput;
    this.runStep = runStep;
  }

  /** For a pool thread: whatever the limits of the operations allow. */
  static unlimited(bounds?: StepBounds): WorkBudget {
    return new WorkBudget(Number.POSITIVE_INFINITY, bounds);
  }

  /** Characters that are left. */
  get remaining(): number {
    return this.#characters;
  }

  /** @throws {WorkBudgetExceeded} if that is more than what is left. */
  spend(characters: number): void {
    this.#characters -= characters;
    if (this.#characters < 0) throw new WorkBudgetExceeded();
  }

  /** Asks for a tool that is marked heavy. @throws {WorkBudgetExceeded} unless the budget is unlimited. */
  spendOnHeavyTool(): void {
    this.spend(Number.MAX_VALUE);
  }
}
