import { type EngineErrorCode, engineProblem, type PartPlace } from '../core/error-table.js';
import { RequestError, requestError, shortReason, ToolError } from '../core/errors.js';
import { stepTimeMs } from '../core/limits.js';
import type { Problem } from '../core/problem.js';
import type { EnterTool, StepToRun } from '../core/step-runner.js';
import { OutputLimit } from '../core/tool.js';
import type { WorkBudget } from '../core/work-budget.js';
import { type CutText, joinParts, type Outcome, type Part, removed } from '../text/parts/parts.js';
import { compilePattern, type PatternFlags, PatternSource } from '../text/patterns/patterns.js';
import { positionAt } from '../text/position.js';
import type { Failures, PartFailure } from './failures.js';
import { forgiven, partsBetweenClocks, type TextResult, ToolOnTexts } from './tool-on-texts.js';
import { explained, stepToRun } from './tool-run.js';
import {
  cutCost,
  forgivesFailures,
  type Group,
  isToolStep,
  partsCost,
  type Step,
  stepCost,
  type ToolStep,
} from './workflow.js';

/** A part that changed. */
interface ChangedPart {
  readonly part: number;
  readonly line: number;
  readonly before: string;
  readonly after: string;
}

/** Most changed parts in a trace, and most characters of each. */
const maxChanged = 5;
const maxChangedCharacters = 200;

/** What a group did, for traces. */
export class GroupReport {
  parts = 0;
  failed = 0;
  removed = 0;
  /** The first parts that changed. */
  readonly changed: ChangedPart[] = [];
  /** What each tool inside did, in the order in which they first ran. */
  readonly tools = new Map<ToolStep, { readonly ms: number; readonly parts: number }>();

  toolRan(step: ToolStep, parts: number, ms: number): void {
    const { ms: before, parts: earlier } = this.tools.get(step) ?? { ms: 0, parts: 0 };
    this.tools.set(step, { ms: before + ms, parts: earlier + parts });
  }

  partsRan(frame: Frame, outcomes: readonly Outcome[], results: readonly (TextResult | undefined)[]): void {
    const { parts } = frame.cut;
    this.parts = parts.length;
    for (const [index, part] of parts.entries()) {
      const result = results[index];
      if (typeof result === 'object') this.failed++;
      if (outcomes[index] === removed) this.removed++;
      if (typeof result !== 'string' || result === part.text || this.changed.length === maxChanged) continue;
      const { part: number, line } = placeOf(frame, index);
      this.changed.push({ part: number, line, before: beginningOf(part.text), after: beginningOf(result) });
    }
  }
}

/** Returns the beginning of a text; it does not split a surrogate pair. */
function beginningOf(text: string): string {
  return text.slice(0, maxChangedCharacters).toWellFormed();
}

/**
 * Runs a group as one step: the limits of a step hold for it as a whole.
 *
 * @returns the text with the results in the place of the parts.
 * @throws {RequestError} for a part that fails and is not forgiven, and for a limit that is exceeded.
 */
export function runGroupStep(
  group: Group,
  text: string,
  budget: WorkBudget,
  failures?: Failures,
  report?: GroupReport,
): string {
  const { position } = group;
  return budget.runStep(limitsOf(group, text.length, 1), (enter) => {
    prepare(group);
    const run = new PartsRun({ budget, enter, failuresOf: () => failures, report }, [position]);
    return run.group(group, text, report);
  });
}

/**
 * Runs steps on several texts, each by itself.
 *
 * @param failuresOf - returns who collects the failures of a text that groups forgive.
 * @param stopsAtFailure - whether the first failure is all that counts: the results behind it are not complete.
 * @throws {RequestError} for a limit that is exceeded.
 */
export function runStepsOnTexts(
  steps: readonly Step[],
  texts: readonly string[],
  budget: WorkBudget,
  { failuresOf, stopsAtFailure }: Pick<PartsContext, 'failuresOf'> & { readonly stopsAtFailure: boolean },
): readonly TextResult[] {
  const results: TextResult[] = [...texts];
  let count = results.length;
  for (const step of steps) {
    budget.beginStep();
    const length = results.reduce((sum, text) => sum + (typeof text === 'string' ? text.length : 0), 0);
    budget.runStep(limitsOf(step, length, count), (enter) => {
      prepare(step);
      new PartsRun({ budget, enter, failuresOf }).step(step, results, count);
    });
    if (stopsAtFailure) count = untilFailure(results, count);
  }
  return results;
}

/** What limits and reports a step. @param length - of all its texts. */
function limitsOf(step: Step, length: number, texts: number): StepToRun {
  const cost = stepCost(step, length, texts);
  if (isToolStep(step)) return stepToRun(step, cost);
  const { position } = step;
  return { position, slug: firstTool(step).tool.slug, expectedMs: cost / 1_000, timeLimitMs: timeLimitOf(step) };
}

/** Returns how many results there are up to the first failure, and with it. */
function untilFailure(results: readonly TextResult[], count: number): number {
  const failure = results.findIndex((result) => typeof result !== 'string');
  return failure === -1 ? count : failure + 1;
}

/**
 * Reads the patterns and paths of a group, and of those inside: one that is wrong is a mistake in the request, and never
 * forgiven as a fault of the text.
 */
function prepare(step: Step): void {
  if (isToolStep(step)) return;
  groupErrors(step, () => {
    step.cutter?.prepare?.();
    step.when?.prepare();
  });
  for (const inner of [...step.steps, ...step.otherwise]) prepare(inner);
}

/**
 * Reads the patterns and paths of a step without running it.
 *
 * @throws {RequestError} for one that is wrong.
 */
export function checkStep(step: Step, budget: WorkBudget): void {
  prepare(step);
  if (!isToolStep(step)) {
    for (const inner of [...step.steps, ...step.otherwise]) checkStep(inner, budget);
    return;
  }
  if (step.tool.config.properties.pattern !== PatternSource) return;
  const { pattern, flags } = step.config as { readonly pattern: string; readonly flags: PatternFlags };
  explained(step, budget, () => compilePattern(pattern, flags));
}

function firstTool(group: Group): ToolStep {
  const [first] = group.steps;
  if (first === undefined) throw new Error('A group has steps');
  return isToolStep(first) ? first : firstTool(first);
}

/** Returns the time that a group may take: as much as the tool in it that may take longest. */
function timeLimitOf(group: Group): number {
  const inner = [...group.steps, ...group.otherwise];
  return Math.max(
    ...inner.map((step) => (isToolStep(step) ? (step.tool.timeLimitMs ?? stepTimeMs) : timeLimitOf(step))),
  );
}

/** What the parts of a run have in common. */
interface PartsContext {
  readonly budget: WorkBudget;
  readonly enter: EnterTool;
  /** Returns who collects the failures of a text that are forgiven. */
  readonly failuresOf: (index: number) => Failures | undefined;
  readonly report?: GroupReport | undefined;
}

/** Where a part is: its number, line and column. */
type Place = Required<Pick<PartPlace, 'part' | 'line' | 'column'>>;

/** A group at work on a text. */
interface Frame {
  readonly group: Group;
  readonly text: string;
  readonly cut: CutText;
}

/** Some of the parts of a group. */
interface ParentParts {
  readonly frame: Frame;
  readonly indexes: readonly number[];
}

/** One run of a step, with the groups inside. */
class PartsRun {
  readonly #context: PartsContext;
  #failures: Failures | undefined;
  /** Where the part of the outermost group that has parts is. */
  #outerPlace: (() => Place) | undefined;
  /** The numbers of the group at work and of what it is in, see `Failures.add`. */
  #key: readonly number[];

  /** @param key - the number of the group that runs. */
  constructor(context: PartsContext, key: readonly number[] = []) {
    this.#context = context;
    this.#failures = context.failuresOf(0);
    this.#key = key;
  }

  /** Returns the text of a group. @throws {RequestError} */
  group(group: Group, text: string, report?: GroupReport): string {
    const { budget } = this.#context;
    budget.spend(cutCost(group, text.length));
    const frame: Frame = { group, text, cut: cutText(group, text) };
    budget.spend(partsCost(frame.cut.parts.length));
    const results = this.#results(frame);
    const outcomes = this.#outcomes(frame, results);
    report?.partsRan(frame, outcomes, results);
    const limit = new OutputLimit(budget.maxOutput);
    return explained(lastTool(group), budget, () => joinParts(text, frame.cut, outcomes, limit));
  }

  /**
   * Runs a step on each of some texts that did not fail yet.
   *
   * @param texts - the first `count` are run, and replaced by their results.
   * @param parent - the group whose parts the texts are, and which parts they are.
   */
  step(step: Step, texts: TextResult[], count: number, parent?: ParentParts): void {
    if (isToolStep(step)) {
      this.#tool(step, texts, count);
      return;
    }
    const { budget } = this.#context;
    const [key, outerPlace] = [this.#key, this.#outerPlace];
    let length = 0;
    for (let index = 0; index < count; index++) {
      const text = texts[index];
      if (typeof text !== 'string') continue;
      if (index % partsBetweenClocks === 0) budget.beginStep();
      this.#enter(step, index, parent);
      const result = forgiven(() => this.group(step, text));
      [this.#key, this.#outerPlace] = [key, outerPlace];
      texts[index] = result;
      if (typeof result !== 'string') continue;
      length += result.length;
      explained(lastTool(step), budget, () => new OutputLimit(budget.maxOutput).check(length));
    }
  }

  #enter(step: Group, index: number, parent: ParentParts | undefined): void {
    if (parent === undefined) {
      this.#failures = this.#context.failuresOf(index);
      this.#key = [step.position];
      return;
    }
    const { frame, indexes } = parent;
    const part = indexes[index] ?? 0;
    this.#key = [...this.#key, part, step.position];
    this.#outerPlace ??= frame.group.cutter && (() => placeOf(frame, part));
  }

  /** Returns what each part becomes; undefined for those that do not run. */
  #results(frame: Frame): readonly (TextResult | undefined)[] {
    const { group, cut } = frame;
    const results: (TextResult | undefined)[] = new Array(cut.parts.length).fill(undefined);
    const isStopped = group.onError === 'error';
    // Behind a part that ends the group no failure may be counted as forgiven.
    const isOneByOne = isStopped && [...group.steps, ...group.otherwise].some(forgivesFailures);
    const chosen = new Map<readonly Step[], number[]>([
      [group.steps, []],
      [group.otherwise, []],
    ]);
    for (const [index, part] of cut.parts.entries()) {
      const choice = this.#choice(group, part, index);
      if (choice instanceof RequestError) results[index] = choice;
      else if (isOneByOne) this.#run(frame, choice, [index], results);
      else chosen.get(choice)?.push(index);
      if (isStopped && results[index] instanceof RequestError) break;
    }
    for (const [choice, indexes] of chosen) this.#run(frame, choice, indexes, results);
    return results;
  }

  /** Returns the steps that a part runs through, or why it cannot. */
  #choice(group: Group, { text, fault }: Part, index: number): readonly Step[] | RequestError {
    if (index % partsBetweenClocks === 0) this.#context.budget.beginStep();
    const { position: step, path, when, steps, otherwise } = group;
    if (fault !== undefined) return requestError('group-failed', { step, path, reason: shortReason(fault) });
    return when === undefined || groupErrors(group, () => when.passes(text)) ? steps : otherwise;
  }

  /** Runs some of the parts through the same steps. */
  #run(frame: Frame, steps: readonly Step[], indexes: readonly number[], results: (TextResult | undefined)[]): void {
    if (steps.length === 0) return;
    const texts: TextResult[] = indexes.map((index) => frame.cut.parts[index]?.text ?? '');
    let count = texts.length;
    for (const step of steps) {
      this.step(step, texts, count, { frame, indexes });
      if (frame.group.onError === 'error') count = untilFailure(texts, count);
    }
    for (const [index, part] of indexes.entries()) results[part] = texts[index];
  }

  /** Returns how the parts are written. @throws {RequestError} for the first that fails and is not forgiven. */
  #outcomes(frame: Frame, results: readonly (TextResult | undefined)[]): readonly Outcome[] {
    const { cut } = frame;
    return cut.parts.map((part, index) => {
      const result = results[index];
      if (result === undefined || result === part.text) return undefined;
      if (typeof result !== 'string') return this.#failed(frame, index, result);
      const written = forgiven(() => groupErrors(frame.group, () => cut.write(result, part)));
      return typeof written === 'string' ? written : this.#failed(frame, index, written);
    });
  }

  /** Returns what becomes of a part that failed. */
  #failed(frame: Frame, index: number, error: RequestError): Outcome {
    const { group, cut } = frame;
    const part = cut.parts[index];
    if (part === undefined) throw new Error('There is no such part');
    const { onError } = group;
    if (onError === 'error')
      throw group.cutter === undefined ? error : withDetails(inPart(error, part), placeOf(frame, index));
    const place = this.#outerPlace ?? (group.cutter === undefined ? () => wholePlace : () => placeOf(frame, index));
    this.#failures?.add([...this.#key, index], () => failureOf(inPart(error, part), place()));
    if (onError === 'keep') return undefined;
    if (onError === 'drop') return removed;
    // A cell that the row does not have cannot be written.
    if (part.fault !== undefined && part.start === part.end) return undefined;
    const text = onError === 'blank' ? '' : `invalid: ${part.text}`;
    const written = forgiven(() => groupErrors(group, () => cut.write(text, part)));
    // What cannot be written there leaves the part as it is.
    return typeof written === 'string' ? written : undefined;
  }

  #tool(step: ToolStep, texts: TextResult[], count: number): void {
    const { budget, enter, report } = this.#context;
    enter({ position: step.position, slug: step.tool.slug });
    const began = report === undefined ? 0 : budget.now();
    const run = new ToolOnTexts(step, budget, texts);
    run.all(count);
    report?.toolRan(step, run.parts, budget.now() - began);
  }
}

function cutText(group: Group, text: string): CutText {
  const { cutter } = group;
  return cutter === undefined ? wholeText(text) : groupErrors(group, () => cutter.cut(text));
}

/** The whole text as the only part. */
function wholeText(text: string): CutText {
  const whole = { start: 0, end: text.length };
  return { parts: [{ ...whole, text }], write: (result) => result, removal: () => whole, removes: 'characters' };
}

/** @throws {RequestError} that names the group if the function throws a reason. */
function groupErrors<Result>({ position: step, path }: Group, execute: () => Result): Result {
  try {
    return execute();
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    throw requestError('group-failed', { step, path, reason: shortReason(error.message), ...error.place });
  }
}

const wholePlace: Place = { part: 1, line: 1, column: 1 };

function placeOf({ text, cut }: Frame, index: number): Place {
  return { part: index + 1, ...positionAt(text, cut.parts[index]?.start ?? 0) };
}

function failureOf(error: RequestError, place: Place): PartFailure {
  const { problem } = withDetails(error, place);
  const { step = 0, path = '' } = problem.details as { readonly step?: number; readonly path?: string };
  return { step, path, ...place, message: problem.sentence, code: problem.code };
}

/** Returns an error of a part of one line without the number of that line, which is always 1. */
function inPart(error: RequestError, { text }: Part): RequestError {
  const { reason, line, part } = error.problem.details as { reason?: string; line?: number; part?: number };
  if (reason === undefined || line !== 1 || part !== undefined || /[\r\n]/.test(text)) return error;
  return withDetails(error, { reason: reason.replace(/^line 1(?:: |, (?=column \d+: ))/, '') });
}

/** Returns an error with more details, and the message that they give. */
function withDetails({ problem }: RequestError, details: object): RequestError {
  const make = engineProblem as (code: EngineErrorCode, details: object) => Problem;
  return new RequestError(make(problem.code as EngineErrorCode, { ...problem.details, ...details }));
}

/** A step that has tools inside is named by the last of them, whose result it is. */
function lastTool({ steps }: Group): ToolStep {
  const last = steps.at(-1);
  if (last === undefined) throw new Error('A group has steps');
  return isToolStep(last) ? last : lastTool(last);
}
