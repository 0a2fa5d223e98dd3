import { microsecondsOf } from '../catalogue/tool-costs.js';
import { TextTooLongError } from '../core/errors.js';
import { OutputLimit } from '../core/tool.js';
import type { WorkBudget } from '../core/work-budget.js';
import { asSplitAgain, joinedLength, joinLines, type Lines, splitLines } from '../text/lines/lines.js';
import type { Failures } from './failures.js';
import { GroupReport, runGroupStep } from './group-run.js';
import { explained, maxTextOfTool, stepToRun } from './tool-run.js';
import { type Group, isToolStep, type Step, type ToolStep } from './workflow.js';

/** Gets to know what each step did. */
export interface StepObserver {
  /** Called after a step that did not fail. */
  stepEnded(step: Step, run: StepRun): void;
}

/** What a step did. */
export interface StepRun {
  readonly input: string;
  readonly output: string;
  /** In milliseconds, by the clock of the budget. */
  readonly ms: number;
  /** What a group did; undefined for a tool. */
  readonly group?: GroupReport;
}

/** What a run of steps reports beside its result. */
export interface StepReports {
  readonly observer?: StepObserver | undefined;
  /** Gets the parts that failed and were forgiven. */
  readonly failures?: Failures | undefined;
}

/**
 * Returns the text after the last step.
 *
 * @param reports - an observer gets the text after each step, so that no step hands on lines.
 * @throws {RequestError} `Step 2 (csv-json-converter) failed: …`.
 */
export function runSteps(steps: readonly Step[], input: string, budget: WorkBudget, reports: StepReports = {}): string {
  let text: StepText = input;
  for (const [index, step] of steps.entries()) {
    // A single step needs no clock, which would cost small requests a twentieth of a microsecond.
    if (steps.length > 1) budget.beginStep();
    if (!isToolStep(step)) text = runGroup(step, asText(text), budget, reports);
    else if (reports.observer === undefined) text = runStep(step, text, budget, steps[index + 1]);
    else text = runObserved(step, asText(text), budget, reports.observer);
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

function runGroup(group: Group, text: string, budget: WorkBudget, { observer, failures }: StepReports): string {
  if (observer === undefined) return runGroupStep(group, text, budget, failures);
  const began = budget.now();
  const report = new GroupReport();
  const output = runGroupStep(group, text, budget, failures, report);
  observer.stepEnded(group, { input: text, output, ms: budget.now() - began, group: report });
  return output;
}

function runObserved(step: ToolStep, text: string, budget: WorkBudget, observer: StepObserver): string {
  const began = budget.now();
  const output = asText(runStep(step, text, budget, undefined));
  observer.stepEnded(step, { input: text, output, ms: budget.now() - began });
  return output;
}

/** @param next - the step that gets the result; undefined if a text is wanted. */
function runStep(step: ToolStep, text: StepText, budget: WorkBudget, next: Step | undefined): StepText {
  const length = lengthOf(text);
  const cost = microsecondsOf(step.cost, length);
  budget.spend(cost);
  const maxText = maxTextOfTool(step.tool, budget);
  const limit = new OutputLimit(budget.maxOutput, 0, budget);
  return explained(step, budget, () => {
    if (length > maxText) throw new TextTooLongError(length, maxText);
    const output = budget.runStep(stepToRun(step, cost), () => transformed(text, step, next, limit));
    limit.check(lengthOf(output));
    return output;
  });
}

/** Hands lines on if both steps work on lines: joining and splitting a long text takes longer than most of them. */
function transformed(text: StepText, { tool, config }: ToolStep, next: Step | undefined, limit: OutputLimit): StepText {
  const handsOn = next !== undefined && isToolStep(next) && next.tool.transformLines !== undefined;
  const given = typeof text !== 'string' ? text : handsOn ? splitFor(tool, text) : undefined;
  if (given === undefined || tool.transformLines === undefined) return tool.run(asText(text), config, limit);
  const lines = tool.transformLines(given.lines, config);
  return handsOn ? asSplitAgain(lines, given) : joinLines(lines, given);
}

/** Returns undefined if the tool does not work on the lines of this text. */
function splitFor({ transformLines, keepsMixedLineEnds }: ToolStep['tool'], text: string): Lines | undefined {
  const worksOnLines = transformLines !== undefined && !(keepsMixedLineEnds && text.includes('\r'));
  return worksOnLines ? splitLines(text) : undefined;
}
