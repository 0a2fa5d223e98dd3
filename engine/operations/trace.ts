import { RequestError, StepInterruptedError } from '../core/errors.js';
import { maxTracedCharacters } from '../core/limits.js';
import type { TracedStep } from '../core/traced-step.js';
import { textPage } from './result-page.js';
import type { StepObserver } from './steps.js';
import type { Step } from './workflow.js';

const beginning = { resultOffset: 0, resultLimit: maxTracedCharacters };

/** Records the steps of one workflow. */
export class Trace implements StepObserver {
  readonly steps: TracedStep[] = [];

  stepEnded({ tool }: Step, output: string, ms: number): void {
    const { text, truncated } = textPage(output, beginning);
    this.steps.push({
      tool: tool.slug,
      ms: Math.round(ms * 1_000) / 1_000,
      length: output.length,
      text: truncated ? copied(text) : text,
      truncated,
    });
  }

  /** Returns the error of a failing step with the steps before it. */
  addedTo(error: RequestError): RequestError {
    const { problem } = error;
    const traced = { ...problem, details: { ...problem.details, trace: this.steps } };
    return error instanceof StepInterruptedError ? new StepInterruptedError(traced) : new RequestError(traced);
  }
}

/** V8 keeps the whole text as long as a part of it is used: 25 of them would be hundreds of megabytes. */
function copied(part: string): string {
  return Buffer.from(part, 'utf16le').toString('utf16le');
}
