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
 * @throws {ToolsNotLoaded} if the source of tools is lazy.
 * @throws {RequestError} for the first error.
 */
export function checkWorkflow(requested: readonly RequestedStep[], tools: ToolSource): Workflow {
  if (requested.length === 0) throw requestError('no-steps');
  if (requested.length > maxSteps) throw requestError('too-many-steps', { count: requested.length, limit: maxSteps });
  return compileWorkflow(requested, tools);
}

/** Gets to know what each step did. */
export interface StepWitness {
  /** Called after a step that did not fail. @param ms - its time in milliseconds, by the clock of the budget. */
  stepEnded(step: Step, output: string, ms: number): void;
}

/**
 * Returns the text after the last step.
 *
 * @throws {RequestError} `Step 2 (csv-json-converter) failed: …`.
 */
export function runSteps(steps: readonly Step[], input: string, budget: WorkBudget, witness?: StepWitness): string {
  let text = input;
  for (const step of steps) {
    text = witness === undefined ? runStep(step, text, budget) : runWitnessed(step, text, budget, witness);
  }
  return text;
}

function runWitnessed(step: Step, text: string, budget: WorkBudget, witness: StepWitness): string {
  const began = budget.now();
  const output = runStep(step, text, budget);
  witness.stepEnded(step, output, budget.now() - began);
  return output;
}

function runStep({ position, tool, config, heavy }: Step, text: string, budget: WorkBudget): string {
  budget.spend(text.length);
  const { slug, timeLimitMs = stepTimeMs, heapBytesPerCharacter = usualHeapBytesPerCharacter } = tool;
  const maxText = maxTextOf(heapBytesPerCharacter, budget.maxOutput);
  const limit = new OutputLimit(Math.min(budget.maxOutput, budget.remaining));
  takeLoadError();
  try {
    if (text.length > maxText) throw new TextTooLongError(text.length, maxText);
    const output = budget.runStep({ position, slug, heavy, timeLimitMs }, () => tool.run(text, config, limit));
    limit.check(output.length);
    budget.spend(output.length);
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
