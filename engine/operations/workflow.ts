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

/**
 * Validates the steps of a request: tools and options.
 *
 * @throws {RequestError} for the first invalid step.
 */
export function compileWorkflow(requested: readonly RequestedStep[], tools: ToolSource): Workflow {
  const steps = requested.map((step, index) => compileStep(step, index, tools));
  return { steps, heavy: steps.some(({ heavy }) => heavy) };
}

/**
 * Decides what a workflow costs, as `Plan.work` tells it. Nothing else decides that.
 *
 * @param characters - length of the text. Most steps read and write as much.
 */
export function expectedWork({ steps, heavy }: Workflow, characters: number): number {
  return heavy ? Number.POSITIVE_INFINITY : 2 * steps.length * characters;
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
