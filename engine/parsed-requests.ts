import type { LazyCatalogue } from './catalogue/lazy-catalogue.js';
import { RequestError } from './core/errors.js';
import { noUrlRules, useUrlRules } from './core/url-rules.js';
import { lazyValidator, type Validator } from './core/validation.js';
import type { WorkBudget } from './core/work-budget.js';
import type { Operation, OperationName, Plan } from './operations/operation.js';
import { run } from './operations/run.js';
import { sanitize } from './operations/sanitize.js';
import { sortDedupe } from './operations/sort-dedupe.js';

/** A request. */
export type Members = Readonly<Record<string, unknown>>;

interface Handler {
  readonly operation: Operation;
  readonly validate: Validator;
  readonly validateMany: Validator | undefined;
  /** The member of the response that has a text around which the rest is JSON. */
  readonly textMember: string;
}

function handlerOf(operation: Operation, textMember: string): Handler {
  const { request, requestOfMany } = operation;
  const validateMany = requestOfMany && lazyValidator(requestOfMany);
  return { operation, validate: lazyValidator(request), validateMany, textMember };
}

const handlers: Readonly<Record<OperationName, Handler>> = {
  run: handlerOf(run, 'result'),
  sanitize: handlerOf(sanitize, 'sanitized'),
  'sort-dedupe': handlerOf(sortDedupe, 'output'),
};

/**
 * Validates a request that was parsed, and fills in its defaults.
 *
 * @param request - is changed, and parts of it are frozen later.
 * @throws {RequestError}
 */
export function checkRequest(name: OperationName, request: Members): void {
  const { validate, validateMany } = handlers[name];
  const problem = (validateMany !== undefined && 'inputs' in request ? validateMany : validate)(request);
  if (problem !== undefined) throw new RequestError(problem);
}

/** Returns the identifiers of the tools that a checked request names, once for each step; some may not exist. */
export function slugsOf(name: OperationName, request: Members): readonly string[] {
  return handlers[name].operation.slugsOf?.(request) ?? [];
}

/** Plans a checked request. @throws {Error} if a tool cannot be loaded. */
export async function planRequest(name: OperationName, request: Members, tools: LazyCatalogue): Promise<Plan> {
  await tools.load(slugsOf(name, request));
  // Another engine of the process may have rules of its own.
  useUrlRules(noUrlRules);
  return handlers[name].operation.plan(request, tools, undefined);
}

/**
 * Returns the response to a planned request.
 *
 * @param input - the text of the request, if it has one.
 * @throws {Error} as `Plan.execute`.
 */
export function executePlan(name: OperationName, plan: Plan, input: string | undefined, budget: WorkBudget): object {
  useUrlRules(noUrlRules);
  const { body } = plan.execute(input, budget);
  if (typeof body === 'string') return JSON.parse(body) as object;
  const { before, text, after } = body;
  return { ...(JSON.parse(`${before}""${after}`) as object), [handlers[name].textMember]: text };
}
