import { LRUCache } from 'lru-cache';
import type { CatalogueEntry, ToolSource } from '../catalogue/catalogue.js';
import { RequestError, requestError, unknownOption, unknownTool } from '../core/errors.js';
import { maxConfigDepth } from '../core/limits.js';

/** A step in a request: a tool's slug, or a slug with options. */
export type RequestedStep = string | { readonly toolSlug: string; readonly config?: object };

/** A validated step. */
export interface Step {
  /** 1 for the first, as in errors. */
  readonly position: number;
  readonly tool: CatalogueEntry['tool'];
  /** With its defaults, frozen. */
  readonly config: unknown;
  readonly heavy: boolean;
}

export interface Workflow {
  readonly steps: readonly Step[];
  /** Whether any step is. */
  readonly heavy: boolean;
}

/** In UTF-16 code units of keys; the configs take about as much. */
const maxCachedCharacters = 2_000_000;
const maxKeyCharacters = 20_000;
const maxWorkflows = 1_000;

/** The workflows of one source of tools. */
class WorkflowCache {
  readonly #workflows = new LRUCache<string, Workflow>({
    max: maxWorkflows,
    maxSize: maxCachedCharacters,
    sizeCalculation: (_, key) => key.length,
  });
  /** The last workflow: a batch requests the same one thousands of times in a row. */
  #lastSteps: readonly RequestedStep[] = [];
  #last: Workflow | undefined;

  /** @param compile - called if the workflow is not cached. */
  get(steps: readonly RequestedStep[], compile: () => Workflow): Workflow {
    if (this.#last !== undefined && areSameSlugs(steps, this.#lastSteps)) return this.#last;
    const key = keyOf(steps);
    if (key === undefined || key.length > maxKeyCharacters) return compile();
    let workflow = this.#workflows.get(key);
    if (workflow === undefined) {
      workflow = compile();
      this.#workflows.set(key, workflow);
    }
    this.#last = workflow;
    this.#lastSteps = steps;
    return workflow;
  }
}

const caches = new WeakMap<ToolSource, WorkflowCache>();

/**
 * Validates the steps of a request: tools and options. The result is cached, so that repeated steps are validated once.
 *
 * @throws {ToolsNotLoaded} if the source of tools is lazy.
 * @throws {RequestError} for the first invalid step.
 */
export function compileWorkflow(requested: readonly RequestedStep[], tools: ToolSource): Workflow {
  let cache = caches.get(tools);
  if (cache === undefined) {
    cache = new WorkflowCache();
    caches.set(tools, cache);
  }
  return cache.get(requested, () => {
    tools.require?.(requested.map((step) => (typeof step === 'string' ? step : step.toolSlug)));
    const steps = requested.map((step, index) => compileStep(step, index, tools));
    return { steps, heavy: steps.some(({ heavy }) => heavy) };
  });
}

/** Whether both are the same list of plain slugs. */
function areSameSlugs(a: readonly RequestedStep[], b: readonly RequestedStep[]): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (typeof a[at] !== 'string' || a[at] !== b[at]) return false;
  return true;
}

/**
 * Returns a unique key of steps: JSON text, or plain slugs after their number, which distinguishes two slugs from one
 * with a NUL. Undefined if JSON text is not unique or impossible.
 */
function keyOf(steps: readonly RequestedStep[]): string | undefined {
  let key = `${steps.length}`;
  for (const step of steps) {
    if (typeof step !== 'string') return steps.every(isToldByJson) ? JSON.stringify(steps) : undefined;
    key += `\0${step}`;
  }
  return key;
}

/** Whether no other value has the same JSON text: infinity becomes null, and minus zero 0. */
function isToldByJson(value: unknown): boolean {
  return (
    isNestedWithin(value, maxConfigDepth) &&
    everyNumber(value, (number) => Number.isFinite(number) && !Object.is(number, -0))
  );
}

function compileStep(step: RequestedStep, index: number, tools: ToolSource): Step {
  const { toolSlug, config = {} } = typeof step === 'string' ? { toolSlug: step } : step;
  const entry = tools.get(toolSlug);
  if (entry === undefined) throw unknownTool(toolSlug, tools.keys(), index + 1);
  const path = `steps[${index}].config`;
  const problem = entry.validateConfig(config, path);
  if (problem?.code === 'unknown-field') {
    const options = Object.keys(entry.tool.config.properties);
    const where = { step: index + 1, path: problem.details.path };
    throw unknownOption(toolSlug, problem.details.field, options, where);
  }
  if (problem !== undefined) throw new RequestError(problem);
  if (!isNestedWithin(config, maxConfigDepth)) throw requestError('nested-too-deep', { path, limit: maxConfigDepth });
  return { position: index + 1, tool: entry.tool, config: freeze(config), heavy: entry.tool.isHeavy(config) };
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

/** @param value - with limited nesting. */
function everyNumber(value: unknown, predicate: (number: number) => boolean): boolean {
  if (typeof value === 'number') return predicate(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every((member) => everyNumber(member, predicate));
}
