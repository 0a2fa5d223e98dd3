import { performance } from 'node:perf_hooks';
import { RequestError, requestError } from '../core/errors.js';
import { maxInputs } from '../core/limits.js';
import type { WorkBudget } from '../core/work-budget.js';
import { Failures } from './failures.js';
import { runStepsOnTexts } from './group-run.js';
import type { OperationResult, Plan } from './operation.js';
import type { TextResult } from './tool-on-texts.js';
import { expectedWork, type Workflow } from './workflow.js';

/** A text of a request that has several. */
export type TextOfMany = string | { readonly id?: string; readonly input: string };

/** Runs a workflow on each of several texts. A text that fails leaves the others alone. */
export class ManyTextsPlan implements Plan {
  readonly isForOtherTexts = false;
  readonly #workflow: Workflow;
  readonly #inputs: readonly TextOfMany[];
  readonly #stopsAtFailure: boolean;

  /** @param stopsAtFailure - whether the first text that fails fails the request. */
  constructor(workflow: Workflow, inputs: readonly TextOfMany[], stopsAtFailure: boolean) {
    this.#workflow = workflow;
    this.#inputs = inputs;
    this.#stopsAtFailure = stopsAtFailure;
  }

  work(characters: number): number {
    return expectedWork(this.#workflow, characters, this.#inputs.length);
  }

  execute(input: string | undefined, budget: WorkBudget): OperationResult {
    const started = performance.now();
    if (input !== undefined) throw requestError('only-one-of', { fields: ['input', 'inputs'] });
    const texts = this.#inputs.map((element) => (typeof element === 'string' ? element : element.input));
    const inputLength = checkedLength(texts, budget.limits.input);
    const { steps, toolCount, forgivesFailures } = this.#workflow;
    const failures = forgivesFailures ? texts.map(() => new Failures()) : [];
    const results = runStepsOnTexts(steps, texts, budget, {
      failuresOf: (index) => failures[index],
      stopsAtFailure: this.#stopsAtFailure,
    });
    if (this.#stopsAtFailure) throwFirst(results);
    const elements = results.map((result, index) => ({
      ...idOf(this.#inputs[index]),
      ...resultOf(result),
      ...(typeof result === 'string' && failedOf(failures[index])),
    }));
    const outputLength = results.reduce((sum, result) => sum + (typeof result === 'string' ? result.length : 0), 0);
    const meta = {
      stepsExecuted: toolCount,
      inputs: texts.length,
      failed: results.filter((result) => typeof result !== 'string').length,
      inputLength,
      outputLength,
      processingTimeMs: Math.round(performance.now() - started),
    };
    const body = JSON.stringify({ results: elements, meta });
    return { body, charactersIn: inputLength, charactersOut: outputLength };
  }
}

/** Returns the length of all texts. @throws {RequestError} if there are none, too many, or too long ones. */
function checkedLength(texts: readonly string[], limit: number): number {
  const count = texts.length;
  if (count === 0) throw requestError('no-inputs');
  if (count > maxInputs) throw requestError('too-many-inputs', { count, limit: maxInputs });
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (length > limit) throw requestError('input-too-large', { length, limit });
  return length;
}

function throwFirst(results: readonly TextResult[]): void {
  const index = results.findIndex((result) => typeof result !== 'string');
  const failure = results[index];
  if (failure === undefined || typeof failure === 'string') return;
  const { problem } = failure;
  const sentence = `inputs[${index}]: ${problem.sentence}`;
  throw new RequestError({ ...problem, sentence, details: { ...problem.details, input: index } });
}

function idOf(element: TextOfMany | undefined): { readonly id?: string } {
  return typeof element === 'object' && element.id !== undefined ? { id: element.id } : {};
}

function resultOf(result: TextResult): object {
  if (typeof result === 'string') return { result };
  const { sentence, code, details } = result.problem;
  const { step, path, part, line, column } = details as Record<string, unknown>;
  // JSON leaves out what is undefined.
  return { error: sentence, code, step, ...(part !== undefined && { path, part }), line, column };
}

/** The parts of a text that failed and were forgiven. */
function failedOf(failures: Failures | undefined): object {
  return failures === undefined ? {} : { failed: { count: failures.count, first: failures.first } };
}
