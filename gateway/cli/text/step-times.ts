import type { StepObserver } from '#engine/operations/steps.js';
import type { Step } from '#engine/operations/workflow.js';
import { columnsText } from '../core/io.js';

interface StepTotal {
  readonly tool: string;
  ms: number;
  length: number;
}

/** Adds up what each step did: a text may run through the steps in many pieces. */
export class StepTimes implements StepObserver {
  readonly #totals: StepTotal[] = [];

  stepEnded({ position, tool }: Step, output: string, ms: number): void {
    this.#totals[position - 1] ??= { tool: tool.slug, ms: 0, length: 0 };
    const total = this.#totals[position - 1] as StepTotal;
    total.ms += ms;
    total.length += output.length;
  }

  /** Returns a line for each step that ended: `2  trim-lines  0.4 ms  1,204 characters`. */
  text(): string {
    return columnsText(
      this.#totals.map(({ tool, ms, length }, index) => [
        `${index + 1}`,
        tool,
        `${ms.toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} ms`,
        `${length.toLocaleString('en')} character${length === 1 ? '' : 's'}`,
      ]),
    );
  }
}
