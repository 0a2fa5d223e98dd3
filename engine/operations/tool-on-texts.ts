import { microsecondsOf } from '../catalogue/tool-costs.js';
import { RequestError, TextTooLongError, ToolError } from '../core/errors.js';
import { OutputLimit } from '../core/tool.js';
import type { WorkBudget } from '../core/work-budget.js';
import { isForgivable } from './failures.js';
import { explained, maxTextOfTool } from './tool-run.js';
import type { ToolStep } from './workflow.js';

/** Most characters that a tool gets in one call for several parts: the clock is read between two calls. */
const batchCharacters = 100_000;
/** After so many parts that run one at a time the clock is read. */
export const partsBetweenClocks = 32;
/** A batch that a tool refused is not divided further than into so many parts. */
const smallestBatch = 8;

/** The result of a text that ran through steps, or why it failed. */
export type TextResult = string | RequestError;

/** A tool at work on several texts, each by itself. Its limits hold for all of them together. */
export class ToolOnTexts {
  readonly #step: ToolStep;
  readonly #budget: WorkBudget;
  readonly #texts: TextResult[];
  readonly #maxText: number;
  /** Length of the results so far. */
  #written = 0;
  /** How many texts it got. */
  parts = 0;

  /** @param texts - are replaced by their results; those that failed before stay. */
  constructor(step: ToolStep, budget: WorkBudget, texts: TextResult[]) {
    this.#step = step;
    this.#budget = budget;
    this.#texts = texts;
    this.#maxText = maxTextOfTool(step.tool, budget);
  }

  /** Runs it on the first texts. @throws {RequestError} for a limit that is exceeded. */
  all(count: number): void {
    const batch: number[] = [];
    let length = 0;
    const runBatch = () => {
      if (batch.length > 0) this.#budget.beginStep();
      this.#batch(batch);
      batch.length = 0;
      length = 0;
    };
    for (let index = 0; index < count; index++) {
      const text = this.#texts[index];
      if (typeof text !== 'string') continue;
      this.parts++;
      if (!this.#step.keepsLines || text === '' || text.includes('\n') || text.includes('\r')) {
        if (this.parts % partsBetweenClocks === 0) this.#budget.beginStep();
        this.#texts[index] = this.#alone(text);
        continue;
      }
      if (length + text.length >= Math.min(batchCharacters, this.#maxText)) runBatch();
      batch.push(index);
      length += text.length + 1;
    }
    runBatch();
  }

  #alone(text: string): TextResult {
    const { tool, config } = this.#step;
    return forgiven(() =>
      this.#limited(text.length, (limit) => {
        const output = tool.run(text, config, limit);
        limit.check(output.length);
        this.#wrote(output.length);
        return output;
      }),
    );
  }

  /**
   * Runs the tool on texts of one line each in one call; on parts of them if it refuses some.
   *
   * @param batch - the indexes of the texts.
   */
  #batch(batch: readonly number[]): void {
    const [first] = batch;
    if (first === undefined) return;
    const texts = batch.map((index) => this.#texts[index] as string);
    if (texts.length === 1) {
      this.#texts[first] = this.#alone(texts[0] ?? '');
      return;
    }
    const results = forgiven(() => this.#together(texts));
    if (!(results instanceof RequestError)) {
      for (const [index, at] of batch.entries()) this.#texts[at] = results[index] ?? '';
      return;
    }
    const size = batch.length <= smallestBatch ? 1 : Math.ceil(batch.length / 2);
    for (let start = 0; start < batch.length; start += size) this.#batch(batch.slice(start, start + size));
  }

  #together(texts: string[]): readonly string[] {
    const { tool, config } = this.#step;
    const length = texts.reduce((sum, text) => sum + text.length + 1, 0);
    return this.#limited(length, (limit) => {
      const results = tool.transformLines?.(texts, config) ?? linesOf(tool.run(`${texts.join('\n')}\n`, config, limit));
      if (results.length !== texts.length) throw notKept(tool);
      const written = results.reduce((sum, text) => sum + text.length, 0);
      limit.check(written);
      this.#wrote(written);
      return results;
    });
  }

  #limited<Result>(length: number, execute: (limit: OutputLimit) => Result): Result {
    const budget = this.#budget;
    budget.spend(microsecondsOf(this.#step.cost, length));
    return explained(
      this.#step,
      budget,
      () => {
        if (length > this.#maxText) throw new TextTooLongError(length, this.#maxText);
        return execute(new OutputLimit(budget.maxOutput, this.#written, budget));
      },
      this.#step.path,
    );
  }

  #wrote(length: number): void {
    this.#written += length;
  }
}

/** A tool of an operator is then given each text by itself, as after any error. */
function notKept({ slug, isOwn }: ToolStep['tool']): Error {
  const message = `${slug} does not keep lines`;
  return isOwn ? new ToolError(message) : new Error(message);
}

/** Returns the lines of a text that ends with a line feed, if it is not empty. */
function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  lines.pop();
  return lines;
}

/** Returns what a function returns, or the error of the text that it throws. Limits that are exceeded are thrown. */
export function forgiven<Result>(execute: () => Result): Result | RequestError {
  try {
    return execute();
  } catch (error) {
    if (error instanceof RequestError && isForgivable(error)) return error;
    throw error;
  }
}
