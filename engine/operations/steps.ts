import type { ToolSource } from '../catalogue/catalogue.js';
import {
  OutputTooLongError,
  type RequestError,
  requestError,
  shortReason,
  TextTooLongError,
  ToolError,
} from '../core/errors.js';
import { maxSteps, maxTextOf, stepTimeMs, usualHeapBytesPerCharacter } from '../core/limits.js';
import { takeLoadError } from '../core/load-error.js';
import { Type } from '../core/schema.js';
import { OutputLimit } from '../core/tool.js';
import { type WorkBudget, WorkBudgetExceeded } from '../core/work-budget.js';
import { asSplitAgain, joinedLength, joinLines, type Lines, splitLines } from '../text/lines/lines.js';
import { compileWorkflow, type RequestedStep, type Step, type Workflow } from './workflow.js';

const StepRequest = Type.Object(
  {
    toolSlug: Type.String({ description: 'Tool identifier' }),
    config: Type.Optional(Type.Object({}, { additionalProperties: true, description: "The tool's options" })),
  },
  { additionalProperties: false },
);

/** The schema of the steps in `POST /v1/run`. */
export const StepList = Type.Array(Type.Union([Type.String(), StepRequest]), {
  description: 'The tools to run in order, at most 25: each an identifier, or an object with options',
});

/**
 * Validates the steps of a user: their number, tools and options.
 *
 * @throws {RequestError} for the first error.
 */
export function checkWorkflow(requested: readonly RequestedStep[], tools: ToolSource): Workflow {
  if (requested.length === 0) throw requestError('no-steps');
  if (requested.length > maxSteps) throw requestError('too-many-steps', { count: requested.length, limit: maxSteps });
  return compileWorkflow(requested, tools);
}

/** Gets to know what each step did. */
export interface StepObserver {
  /** Called after a step that did not fail. @param ms - its time in milliseconds, by the clock of the budget. */
  stepEnded(step: Step, output: string, ms: number): void;
}

/**
 * Returns the text after the last step.
 *
 * @param observer - gets the text after each step, so that no step hands on lines.
 * @throws {RequestError} `Step 2 (csv-json-converter) failed: …`.
 */
export function runSteps(steps: readonly Step[], input: string, budget: WorkBudget, observer?: StepObserver): string {
  let text: StepText = input;
  for (const [index, step] of steps.entries()) {
    // A single step needs no clock, which would cost small requests a twentieth of a microsecond.
    if (steps.length > 1) budget.beginStep();
    if (observer === undefined) text = runStep(step, text, budget, steps[index + 1]);
    else text = runObserved(step, asText(text), budget, observer);
  }
  return asText(text);
}

/** What steps hand on: a text, or its lines between two steps that work on lines. */
type StepText = string | Lines;

function asText(text: StepText): string {
  return typeof text === 'string' ? text : joinLines(text.lines, text);
}

function lengthOf(text: StepText): number {
  return typeof text === 'string' ? text.length : joinedLength(text.lines, text);
}

function runObserved(step: Step, text: string, budget: WorkBudget, observer: StepObserver): string {
  const began = budget.now();
  const output = asText(runStep(step, text, budget));
  observer.stepEnded(step, output, budget.now() - began);
  return output;
}

/** @param next - the step that gets the result; undefined if a text is wanted. */
function runStep(step: Step, text: StepText, budget: WorkBudget, next?: Step): StepText {
  const { position, tool, heavy } = step;
  const length = lengthOf(text);
  budget.spend(length);
  const { slug, timeLimitMs = stepTimeMs, heapBytesPerCharacter = usualHeapBytesPerCharacter } = tool;
  const maxText = maxTextOf(heapBytesPerCharacter, budget.maxOutput);
  const limit = new OutputLimit(Math.min(budget.maxOutput, budget.remaining));
  takeLoadError();
  try {
    if (length > maxText) throw new TextTooLongError(length, maxText);
    const output = budget.runStep({ position, slug, heavy, timeLimitMs }, () => transformed(text, step, next, limit));
    const outputLength = lengthOf(output);
    limit.check(outputLength);
    budget.spend(outputLength);
    return output;
  } catch (error) {
    const unloaded = takeLoadError();
    if (unloaded !== undefined) throw unloaded.neededBy(slug);
    if (error instanceof OutputTooLongError && budget.remaining < budget.maxOutput) throw new WorkBudgetExceeded();
    if (error instanceof ToolError) throw stepError(position, slug, error);
    if (isStackOverflow(error)) throw requestError('step-nested-too-deep', { step: position, tool: slug });
    throw error;
  }
}

/** Hands lines on if both steps work on lines: joining and splitting a long text takes longer than most of them. */
function transformed(text: StepText, { tool, config }: Step, next: Step | undefined, limit: OutputLimit): StepText {
  const handsOn = next?.tool.transformLines !== undefined;
  const given = typeof text !== 'string' ? text : handsOn ? splitFor(tool, text) : undefined;
  if (given === undefined || tool.transformLines === undefined) return tool.run(asText(text), config, limit);
  const lines = tool.transformLines(given.lines, config);
  return handsOn ? asSplitAgain(lines, given) : joinLines(lines, given);
}

/** Returns undefined if the tool does not work on the lines of this text. */
function splitFor({ transformLines, keepsMixedLineEnds }: Step['tool'], text: string): Lines | undefined {
  const worksOnLines = transformLines !== undefined && !(keepsMixedLineEnds && text.includes('\r'));
  return worksOnLines ? splitLines(text) : undefined;
}

function stepError(step: number, tool: string, error: ToolError): RequestError {
  if (error instanceof OutputTooLongError) {
    return requestError('step-output-too-long', { step, tool, limit: error.limit });
  }
  if (error instanceof TextTooLongError) {
    return requestError('step-text-too-long', { step, tool, length: error.length, limit: error.limit });
  }
  const { place, kind } = error;
  const cause = kind !== undefined && { cause: kind };
  return requestError('step-failed', { step, tool, reason: shortReason(error.message), ...place, ...cause });
}

/**
 * Whether V8's stack overflowed: in functions that recurse for every level of a text, or in a regular expression that
 * backtracks for every character. Tools with a known risk report it themselves.
 */
function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message === 'Maximum call stack size exceeded';
}
