import type { CatalogueEntry, ToolSource } from '../catalogue/catalogue.js';
import { type Cost, costOfTool, measuredCost, microsecondsOf } from '../catalogue/tool-costs.js';
import { RequestError, requestError, unknownOption, unknownTool } from '../core/errors.js';
import { maxConfigDepth, maxGroupDepth, maxSteps } from '../core/limits.js';
import { keepsLinesWith } from '../core/line-keeping.js';
import type { Tool } from '../core/tool.js';
import { type PartTest, testOf } from '../text/parts/condition.js';
import type { CsvOptions } from '../text/parts/csv-parts.js';
import { type EachPart, isCutByLibrary, isCutByLines, type OnError, partCutter } from '../text/parts/part-cutter.js';
import type { PartCutter } from '../text/parts/parts.js';
import { checkedGroup } from './group-check.js';
import { isGroup, type RequestedGroup, type RequestedStep, type RequestedTool } from './requested-step.js';

/** Where a step is in a workflow. */
interface StepPlace {
  /** 1 for the first tool in reading order, as in errors. A group has the number of its first tool. */
  readonly position: number;
  /** In the request: `steps[0].steps[1]`. */
  readonly path: string;
}

/** A validated step that runs a tool. */
export interface ToolStep extends StepPlace {
  readonly tool: CatalogueEntry['tool'];
  /** With its defaults, frozen. */
  readonly config: unknown;
  /** What it costs with its options, which are read too. */
  readonly cost: Cost;
  /** Whether it makes one line of each line, see `Tool.keepsLines`. */
  readonly keepsLines: boolean;
}

/** A validated group: steps that run on parts of the text. */
export interface Group extends StepPlace {
  /** Undefined if the whole text is the only part. */
  readonly cutter: PartCutter | undefined;
  readonly each: EachPart | undefined;
  /** Undefined if all parts run through the steps. */
  readonly when: PartTest | undefined;
  readonly steps: readonly Step[];
  /** For the parts that do not meet the condition; none leave them as they are. */
  readonly otherwise: readonly Step[];
  readonly onError: OnError;
}

/** A validated step. */
export type Step = ToolStep | Group;

export interface Workflow {
  readonly steps: readonly Step[];
  /** How many tools it has, in groups and outside. */
  readonly toolCount: number;
  /** Whether a failure can be reported in a response that is not an error. */
  readonly forgivesFailures: boolean;
}

export function isToolStep(step: Step): step is ToolStep {
  return 'tool' in step;
}

/**
 * Validates the steps of a user: their number, tools and options, in groups and outside.
 *
 * @throws {RequestError} for the first error.
 */
export function compileWorkflow(requested: readonly RequestedStep[], tools: ToolSource): Workflow {
  if (requested.length === 0) throw requestError('no-steps');
  if (requested.length > maxSteps) throw requestError('too-many-steps', { count: requested.length, limit: maxSteps });
  if (requested.some(isGroup)) checkGroups(requested);
  const compiler = new Compiler(tools);
  const steps = compiler.steps(requested, 'steps');
  return {
    steps,
    toolCount: compiler.toolCount,
    forgivesFailures: steps.some(forgivesFailures),
  };
}

/** Slugs of the tools in a workflow that may be invalid; none for a workflow with too many. */
export function slugsIn(requested: readonly RequestedStep[]): readonly string[] {
  const slugs: string[] = [];
  collectSlugs(requested, 0, slugs);
  return slugs.length > maxSteps ? [] : slugs;
}

function collectSlugs(steps: readonly unknown[], depth: number, slugs: string[]): void {
  for (const step of steps) {
    if (slugs.length > maxSteps) return;
    if (typeof step === 'string') slugs.push(step);
    if (typeof step !== 'object' || step === null) continue;
    const { toolSlug, steps: inner, else: otherwise } = step as Record<string, unknown>;
    if (typeof toolSlug === 'string') slugs.push(toolSlug);
    if (depth >= maxGroupDepth) continue;
    if (Array.isArray(inner)) collectSlugs(inner, depth + 1, slugs);
    if (Array.isArray(otherwise)) collectSlugs(otherwise, depth + 1, slugs);
  }
}

/** Validates the groups and counts the tools. @throws {RequestError} for the first error. */
function checkGroups(requested: readonly RequestedStep[]): void {
  let count = 0;
  const visit = (steps: readonly RequestedStep[], path: string, depth: number): void => {
    for (const [index, step] of steps.entries()) {
      const place = `${path}[${index}]`;
      if (!isGroup(step)) {
        count++;
        continue;
      }
      if (depth === maxGroupDepth) throw requestError('nested-too-deep', { path: place, limit: maxGroupDepth });
      checkedGroup(step, place);
      visit(step.steps, `${place}.steps`, depth + 1);
      visit(step.else ?? [], `${place}.else`, depth + 1);
    }
  };
  visit(requested, 'steps', 0);
  if (count > maxSteps) throw requestError('too-many-steps', { count, limit: maxSteps });
}

/** All of a request but its steps. */
const requestCost = measuredCost('run');
/**
 * To cut a text into parts, to test one of them, and to join them: for a group and its text, and for parts in place of
 * characters.
 */
const groupCost = measuredCost('group');
const partCost = measuredCost('group:parts');
/** Parts are not counted before the text is cut. They are expected to be at least so long on average. */
const charactersPerPart = 16;

/**
 * Decides what a workflow costs, as `Plan.work` tells it. Nothing else decides that.
 *
 * @param characters - length of all texts.
 * @param texts - how many there are.
 */
export function expectedWork({ steps }: Workflow, characters: number, texts = 1): number {
  return microsecondsOf(requestCost, characters) + stepsCost(steps, characters, texts);
}

function stepsCost(steps: readonly Step[], characters: number, texts: number): number {
  return steps.reduce((sum, step) => sum + stepCost(step, characters, texts), 0);
}

/** Returns what a step is expected to cost for some texts together, in microseconds. */
export function stepCost(step: Step, characters: number, texts: number): number {
  if (isToolStep(step)) {
    // The texts are given to it in one call.
    if (step.keepsLines && texts > 1) return microsecondsOf(step.cost, characters + texts) + partsCost(texts);
    return microsecondsOf(step.cost, characters, texts);
  }
  const parts = step.each === undefined ? texts : texts + Math.ceil(characters / charactersPerPart);
  const inner = stepsCost(step.steps, characters, parts) + stepsCost(step.otherwise, characters, parts);
  return cutCost(step, characters, texts) + partsCost(parts) + inner;
}

/** Returns what it costs to cut a text into parts and to test these; infinitely much if that needs a library. */
export function cutCost({ each, when }: Group, characters: number, texts = 1): number {
  if (isCutByLibrary(each) || when?.hasPattern === true) return Number.POSITIVE_INFINITY;
  return microsecondsOf(groupCost, characters * (1 + (when?.readings ?? 0)), texts);
}

/** Returns what parts cost in addition to the steps that run on them. */
export function partsCost(count: number): number {
  return microsecondsOf(partCost, count, 0);
}

/**
 * Whether a step can be run on one piece of a text after another. See `ToolDefinition.lineByLine`; a group that drops
 * lines keeps to it but for the line end before a last line that it drops.
 */
export function isLineByLine(step: Step): boolean {
  return isToolStep(step) ? step.tool.isLineByLine(step.config) : isCutByLines(step.each);
}

/**
 * Whether a step does with each line of a text what it does with that line alone, and writes the first line end of the
 * text behind all of them. So it can be run on one piece of a text after another, if that line end is known:
 * `run(a + b) = run(a) + run(b)` for every text a that ends with a line end, and b that is not empty, if all line ends of
 * both are the same.
 */
export function isLineAfterLine(step: Step): boolean {
  if (!isToolStep(step) || step.tool.keepsMixedLineEnds === true) return false;
  const { tool, config, keepsLines } = step;
  return keepsLines || tool.isEachLineAlone(config) || dropsLines(tool, config as Readonly<Record<string, unknown>>);
}

/** The options that leave out a line; otherwise it stays. */
const dropping = ['invalid', 'undelimited'] as const;

/** Whether a tool would keep all lines if it did not leave out those that it cannot read. */
function dropsLines(tool: Tool, config: Readonly<Record<string, unknown>>): boolean {
  return dropping.some(
    (option) => config[option] === 'drop' && keepsLinesWith(tool.keepsLines, { ...config, [option]: 'keep' }),
  );
}

/** Whether a step is a group whose parts are cells of rows that a header names: the rows can be run one after the other. */
export function isRowByRow(step: Step): step is Group & { readonly each: { readonly csv: CsvOptions } } {
  return !isToolStep(step) && typeof step.each === 'object' && 'csv' in step.each && step.each.csv.hasHeaders;
}

/** Whether a step can be run on a text that arrives in pieces, so that the text may have any size. */
export function takesAnySize(step: Step): boolean {
  return isLineByLine(step) || isLineAfterLine(step) || isRowByRow(step);
}

/** Returns what messages call a step: its tool, or `group`. */
export function nameOfStep(step: Step): string {
  return isToolStep(step) ? step.tool.slug : 'group';
}

/** Whether a step is a group that forgives failures, or has one inside. */
export function forgivesFailures(step: Step): boolean {
  if (isToolStep(step)) return false;
  return step.onError !== 'error' || step.steps.some(forgivesFailures) || step.otherwise.some(forgivesFailures);
}

/** Makes steps of requested ones. */
class Compiler {
  toolCount = 0;
  readonly #tools: ToolSource;

  constructor(tools: ToolSource) {
    this.#tools = tools;
  }

  steps(requested: readonly RequestedStep[], path: string): readonly Step[] {
    return requested.map((step, index) => {
      const place = `${path}[${index}]`;
      return isGroup(step) ? this.#group(step, place) : this.#tool(step, place);
    });
  }

  #group({ each, when, steps, else: otherwise = [], onError = 'error' }: RequestedGroup, path: string): Group {
    const position = this.toolCount + 1;
    const compiled = this.steps(steps, `${path}.steps`);
    const others = this.steps(otherwise, `${path}.else`);
    return {
      position,
      path,
      each,
      cutter: each === undefined ? undefined : partCutter(each),
      when: when && testOf(when),
      steps: compiled,
      otherwise: others,
      onError,
    };
  }

  #tool(step: string | RequestedTool, place: string): ToolStep {
    const { toolSlug, config = {} } = typeof step === 'string' ? { toolSlug: step } : step;
    const position = ++this.toolCount;
    const entry = this.#tools.get(toolSlug);
    if (entry === undefined) throw unknownTool(toolSlug, this.#tools.keys(), position);
    const path = `${place}.config`;
    const problem = entry.validateConfig(config, path);
    if (problem?.code === 'unknown-field') {
      const options = Object.keys(entry.tool.config.properties);
      const where = { step: position, path: problem.details.path };
      throw unknownOption(toolSlug, problem.details.field, options, where);
    }
    if (problem !== undefined) throw new RequestError(problem);
    if (!isNestedWithin(config, maxConfigDepth)) throw requestError('nested-too-deep', { path, limit: maxConfigDepth });
    const { tool } = entry;
    freeze(config);
    const reason = tool.inner?.problemWith(config);
    if (reason !== undefined) throw requestError('invalid-value', { path, reason, rule: 'steps' });
    return {
      position,
      path: place,
      tool,
      config,
      cost: costOfTool(tool, config),
      keepsLines: keepsLinesWith(tool.keepsLines, config as Record<string, unknown>),
    };
  }
}

/** Deep-freezes a JSON value: a change by one request's tool would affect the next request. */
function freeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null)
    for (const member of Object.values(Object.freeze(value))) freeze(member);
  return value;
}

/** Returns whether arrays and objects are nested at most this deep. Recurses no deeper itself. */
function isNestedWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((member) => isNestedWithin(member, levels - 1));
}
