import {
  isStackOverflow,
  OutputTooLongError,
  type RequestError,
  requestError,
  shortReason,
  TextTooLongError,
  ToolError,
} from '../core/errors.js';
import { maxTextOf, stepTimeMs, usualHeapBytesPerCharacter } from '../core/limits.js';
import { takeLoadError } from '../core/load-error.js';
import type { StepToRun } from '../core/step-runner.js';
import { type WorkBudget, WorkBudgetExceeded } from '../core/work-budget.js';
import type { ToolStep } from './workflow.js';

/** What limits and reports a tool's step. @param microseconds - that it is expected to take at most. */
export function stepToRun({ position, tool }: ToolStep, microseconds: number): StepToRun {
  const { slug, timeLimitMs = stepTimeMs } = tool;
  return { position, slug, expectedMs: microseconds / 1_000, timeLimitMs };
}

/** Returns the longest text that a tool reads, in UTF-16 code units. */
export function maxTextOfTool(
  { heapBytesPerCharacter = usualHeapBytesPerCharacter }: ToolStep['tool'],
  budget: WorkBudget,
): number {
  return maxTextOf(heapBytesPerCharacter, budget.maxOutput, budget.limits);
}

/**
 * Runs a tool, and explains what it throws.
 *
 * @param execute - calls the tool.
 * @param path - of the step in the request, for errors of groups.
 * @throws {RequestError} `Step 2 (csv-json-converter) failed: …`.
 * @throws {WorkBudgetExceeded} if the output would be longer than a limited budget allows.
 * @throws {LoadError} if a library of the tool is missing.
 */
export function explained<Result>(
  { position, tool }: ToolStep,
  budget: WorkBudget,
  execute: () => Result,
  path?: string,
): Result {
  takeLoadError();
  try {
    return execute();
  } catch (error) {
    const unloaded = takeLoadError();
    if (unloaded !== undefined) throw unloaded.neededBy(tool.slug);
    if (error instanceof OutputTooLongError && budget.isLimited) throw new WorkBudgetExceeded();
    if (error instanceof ToolError)
      throw stepError({ step: position, tool: tool.slug, ...(path !== undefined && { path }) }, error);
    if (isStackOverflow(error))
      throw requestError('step-nested-too-deep', {
        step: position,
        tool: tool.slug,
        ...(path !== undefined && { path }),
      });
    throw error;
  }
}

interface FailedStep {
  readonly step: number;
  readonly tool: string;
  readonly path?: string;
}

function stepError(failed: FailedStep, error: ToolError): RequestError {
  if (error instanceof OutputTooLongError) {
    return requestError('step-output-too-long', { ...failed, limit: error.limit });
  }
  if (error instanceof TextTooLongError) {
    return requestError('step-text-too-long', { ...failed, length: error.length, limit: error.limit });
  }
  const { place, kind } = error;
  const cause = kind !== undefined && { cause: kind };
  return requestError('step-failed', { ...failed, reason: shortReason(error.message), ...place, ...cause });
}
