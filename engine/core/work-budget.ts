import { type RequestLimits, requestLimits, wallClockFactor } from './limits.js';
import { limitWallClock, type StepRunner } from './step-runner.js';

/**
 * Thrown when work exceeds its budget. Not a failure: the work restarts on a thread. It is the safety net for what
 * nobody knows before: a text that grows, its number of lines and parts. What a text of its length costs is known before
 * the work begins, see `Plan.work`.
 */
export class WorkBudgetExceeded extends Error {
  override readonly name = 'WorkBudgetExceeded';
}

/**
 * Work that is expected to take longer goes to a thread, in milliseconds. Handing it over costs the event loop a quarter to
 * a half of this.
 */
export const mostInlineMs = 0.2;

/** The same in microseconds, the unit of costs. */
export const mostInlineMicroseconds = 1_000 * mostInlineMs;

/** After this time, in milliseconds, a request on the event loop begins no further step there. */
const mostHeldMs = 1;

/** Work that grows on the event loop may cost so many times what it may be expected to cost. */
const mostGrowth = 2;

/** Longest output of a step on the event loop, in UTF-16 code units. Less than every other bound. */
export const inlineCharacters = 32_768;

/** A busy machine takes several times as long for the same work. */
const unwatched = limitWallClock(wallClockFactor);

const unlimited: StepRunner = (_step, execute) => execute(() => undefined);

const readClock = (): number => performance.now();

/** How steps run: their limits, and their clock. */
export interface StepBounds {
  /** Of the request; those of a gateway by default. */
  readonly limits?: RequestLimits;
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
 * What is known of a request before its work does not predict all of its cost: a text can grow a thousandfold, and cost
 * the next steps as much more. So each step pays for the text that it gets. The clock counts too, between steps.
 * Operations are pure, so a restart on a thread is safe.
 */
export class WorkBudget {
  #microseconds: number;
  /** The budget that pays; undefined for this one. */
  #outer: WorkBudget | undefined;
  #firstStepAt: number | undefined;
  readonly limits: RequestLimits;
  /** Longest output of one step, in UTF-16 code units; a longer output fails the step, or exceeds a limited budget. */
  readonly maxOutput: number;
  /** Runs each step. */
  readonly runStep: StepRunner;
  /** The clock of a trace, in milliseconds. */
  readonly now: () => number;

  private constructor(
    microseconds: number,
    { limits = requestLimits, maxOutput = limits.output, runStep = unwatched, now = readClock }: StepBounds,
  ) {
    this.#microseconds = microseconds;
    this.limits = limits;
    this.maxOutput = maxOutput;
    this.runStep = runStep;
    this.now = now;
  }

  /** Returns the budget of the event loop. */
  static ofEventLoop(bounds: Pick<StepBounds, 'now'> = {}): WorkBudget {
    return new WorkBudget(mostGrowth * mostInlineMicroseconds, { ...bounds, maxOutput: inlineCharacters });
  }

  /** Returns the budget of a pool thread: only the limits of the operations apply. */
  static unlimited(bounds: StepBounds = {}): WorkBudget {
    return new WorkBudget(Number.POSITIVE_INFINITY, bounds);
  }

  /** Whether work that exceeds it restarts on a thread. */
  get isLimited(): boolean {
    return this.#microseconds !== Number.POSITIVE_INFINITY;
  }

  /** Returns the same budget for the steps inside of a step, whose time is limited as a whole. */
  inside(): WorkBudget {
    const { limits, maxOutput, now } = this;
    const budget = new WorkBudget(this.#microseconds, { limits, maxOutput, now, runStep: unlimited });
    budget.#outer = this.#outer ?? this;
    return budget;
  }

  /** Pays for work that is about to be done. @throws {WorkBudgetExceeded} if less is left. */
  spend(microseconds: number): void {
    if (!this.isLimited) return;
    const payer = this.#outer ?? this;
    payer.#microseconds -= microseconds;
    if (payer.#microseconds < 0) throw new WorkBudgetExceeded();
  }

  /**
   * Called before each step of several. Never refuses the first.
   *
   * @throws {WorkBudgetExceeded} if the steps before it have taken too long, unless the budget is unlimited.
   */
  beginStep(): void {
    if (!this.isLimited) return;
    const now = this.now();
    this.#firstStepAt ??= now;
    if (now - this.#firstStepAt > mostHeldMs) throw new WorkBudgetExceeded();
  }
}
