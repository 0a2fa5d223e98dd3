import type { StepObserver, StepRun } from '#engine/operations/steps.js';
import { nameOfStep, type Step } from '#engine/operations/workflow.js';
import { columnsText } from '../core/io.js';

interface StepTotal {
  readonly position: number;
  readonly tool: string;
  ms: number;
  length: number;
}

/** Adds up what each step did: a text may run through the steps in many pieces. */
export class StepTimes implements StepObserver {
  readonly #totals: StepTotal[] = [];

  stepEnded(step: Step, { output, ms }: StepRun): void {
    let total = this.#totals.find(({ position }) => position === step.position);
    if (total === undefined) {
      total = { position: step.position, tool: nameOfStep(step), ms: 0, length: 0 };
      this.#totals.push(total);
    }
    total.ms += ms;
    total.length += output.length;
  }

  /** Returns a line for each step that ended: `2  trim-lines  0.4 ms  1,204 characters`. */
  text(): string {
    return columnsText(
      this.#totals.map(({ position, tool, ms, length }) => [
        `${position}`,
        tool,
        `${ms.toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} ms`,
        `${length.toLocaleString('en')} character${length === 1 ? '' : 's'}`,
      ]),
    );
  }
}
