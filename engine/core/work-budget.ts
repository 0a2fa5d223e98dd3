import { maxOutputCharacters, wallClockFactor } from './limits.js';
import { limitWallClock, type StepRunner } from './step-runner.js';

/**
 * Thrown when work exceeds its budget. Not a failure: the work restarts on a thread. It is the safety net for what
 * nobody knows before: a text that grows, its number of lines, steps that take long. Heavy tools and long texts are
 * recognized before the work begins, see `Plan.work`.
 */
export class WorkBudgetExceeded extends Error {
  override readonly name = 'WorkBudgetExceeded';
}

/** After this time, in milliseconds, a request on the event loop begins no further step there. */
const mostInlineMs = 1;

/** A busy machine takes several times as long for the same work. */
const unwatched = limitWallClock(wallClockFactor);

const readClock = (): number => performance.now();

/** How steps run: their limits, and their clock. */
export interface StepBounds {
  /** Longest output of a step, in UTF-16 code units; shorter with little memory. */
  readonly maxOutput?: number;
  /** Runs each step, and limits its time. */
  readonly runStep?: StepRunner;
  /** The clock of a trace, in milliseconds. */
  readonly now?: () => number;
}

/**
 * Limits the work: little on the event loop, so that no other request waits; unlimited on a thread.
 *
 * What is known of a request before its work does not predict the cost: a text can grow a thousandfold. Nor do
 * characters alone: some texts and options cost a tool twenty times as much for a character as others. So between steps
 * the clock counts, too. Operations are pure, so a restart on a thread is safe.
 */
export class WorkBudget {
  #characters: number;
  #firstStepAt: number | undefined;
  /** Longest output of one step, in UTF-16 code units; a longer output fails the step. */
  readonly maxOutput: number;
  /** Runs each step. */
  readonly runStep: StepRunner;
  /** The clock of a trace, in milliseconds. */
  readonly now: () => number;

  /** @param characters - most characters that the steps may read and write in total, in UTF-16 code units. */
  constructor(
    characters: number,
    { maxOutput = maxOutputCharacters, runStep = unwatched, now = readClock }: StepBounds = {},
  ) {
    this.#characters = characters;
    this.maxOutput = maxOutput;
    this.runStep = runStep;
    this.now = now;
  }

  /** Returns the budget of a pool thread: only the limits of the operations apply. */
  static unlimited(bounds?: StepBounds): WorkBudget {
    return new WorkBudget(Number.POSITIVE_INFINITY, bounds);
  }

  /** Characters that are left. */
  get remaining(): number {
    return this.#characters;
  }

  /** Spends characters. @throws {WorkBudgetExceeded} if fewer are left. */
  spend(characters: number): void {
    this.#characters -= characters;
    if (this.#characters < 0) throw new WorkBudgetExceeded();
  }

  /**
   * Called before each step of several. Never refuses the first.
   *
   * @throws {WorkBudgetExceeded} if the steps before it have taken too long, unless the budget is unlimited.
   */
  beginStep(): void {
    if (this.#characters === Number.POSITIVE_INFINITY) return;
    const now = this.now();
    this.#firstStepAt ??= now;
    if (now - this.#firstStepAt > mostInlineMs) throw new WorkBudgetExceeded();
  }
}
