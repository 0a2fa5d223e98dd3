import { LRUCache } from 'lru-cache';
import type { CatalogueEntry, ToolSource } from '../catalogue.js';
import { messages, RequestError } from '../errors.js';
import { nearestName } from '../suggestion.js';

/** A step as a request has it: a tool's slug, or that with options. */
export type RequestedStep = string | { readonly toolSlug: string; readonly config?: object };

/** A step that was checked. */
export interface Step {
  /** 1 for the first: as errors count. */
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

/** In UTF-16 code units of keys; the configs take about as much again. */
const maxCachedCharacters = 2_000_000;
const maxKeyCharacters = 20_000;
const maxWorkflows = 1_000;

const caches = new WeakMap<ToolSource, LRUCache<string, Workflow>>();

/**
 * Checks the steps of a request: that the tools exist, and their options. A client that sends the same steps with one
 * text after another has them checked once.
 *
 * @throws {ToolsNotLoaded} if the source of tools is loaded bit by bit.
 * @throws {RequestError} for the first step that is wrong.
 */
export function compileWorkflow(requested: readonly RequestedStep[], tools: ToolSource): Workflow {
  const cache = cacheOf(tools);
  const key = keyOf(requested);
  const known = cache.get(key);
  if (known !== undefined) return known;
  tools.require?.(requested.map((step) => (typeof step === 'string' ? step : step.toolSlug)));
  const steps = requested.map((step, index) => compileStep(step, index, tools));
  const workflow = { steps, heavy: steps.some(({ heavy }) => heavy) };
  if (key.length <= maxKeyCharacters) cache.set(key, workflow);
  return workflow;
}

function cacheOf(tools: ToolSource): LRUCache<string, Workflow> {
  let cache = caches.get(tools);
  if (cache === undefined) {
    const sizeCalculation = (_: Workflow, key: string) => Math.max(1, key.length);
    cache = new LRUCache({ max: maxWorkflows, maxSize: maxCachedCharacters, sizeCalculation });
    caches.set(tools, cache);
  }
  return cache;
}

/**
 * The same for the same steps only: JSON text, or plain slugs behind their number, which tells two slugs from one that
 * has a NUL in it.
 */
function keyOf(steps: readonly RequestedStep[]): string {
  let key = `${steps.length}`;
  for (const step of steps) {
    if (typeof step !== 'string') return JSON.stringify(steps);
    key += `\0${step}`;
  }
  return key;
}

function compileStep(step: RequestedStep, index: number, tools: ToolSource): Step {
  const { toolSlug, config = {} } = typeof step === 'string' ? { toolSlug: step } : step;
  const entry = tools.get(toolSlug);
  if (entry === undefined) {
    throw new RequestError(messages.unknownTool(toolSlug, nearestName(toolSlug, tools.keys())));
  }
  const problem = entry.validateConfig(config, `steps[${index}].config`);
  if (problem?.kind === 'unknown') {
    const options = Object.keys(entry.tool.config.properties);
    throw new RequestError(messages.unknownOption(toolSlug, problem.name, nearestName(problem.name, options)));
  }
  if (problem !== undefined) throw new RequestError(problem.sentence);
  return { position: index + 1, tool: entry.tool, config: freeze(config), heavy: entry.tool.isHeavy(config) };
}

/** Freezes a JSON value in depth: what one request's tool did to it would be there for the next. */
function freeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null)
    for (const member of Object.values(Object.freeze(value))) freeze(member);
  return value;
}
