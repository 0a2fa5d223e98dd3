import { LazyCatalogue } from './catalogue/lazy-catalogue.js';
import { RequestError, requestError } from './core/errors.js';
import type { Problem } from './core/problem.js';
import { type StepBounds, WorkBudget } from './core/work-budget.js';
import type { OperationName } from './operations/operation.js';
import { checkRequest, executePlan, type Members, planRequest, slugsOf } from './parsed-requests.js';

/** An engine for programs without Node.js: it has no kernels, and works on JSON as strings. */
export interface PortableEngine {
  /**
   * Runs a request.
   *
   * @param body - its JSON.
   * @param onTools - gets to know how many tools will run, before the first one does.
   * @returns the response, or why the request was refused; both as those of the gateway.
   * @throws {Error} for a bug, or a module that cannot be loaded.
   */
  execute(operation: OperationName, body: string, onTools?: (count: number) => void): Promise<object | RequestRefused>;
}

/** A request was refused. */
export class RequestRefused {
  readonly problem: Problem;

  constructor(problem: Problem) {
    this.problem = problem;
  }
}

/** Creates an engine that loads a tool when it is first used. @param bounds - of each step. */
export function createPortableEngine(bounds: StepBounds): PortableEngine {
  const catalogue = new LazyCatalogue();
  return {
    async execute(operation, body, onTools) {
      try {
        const request = parsed(body);
        const { input } = request;
        checkRequest(operation, request);
        const plan = await planRequest(operation, request, catalogue);
        onTools?.(slugsOf(operation, request).length);
        return executePlan(operation, plan, input as string | undefined, WorkBudget.unlimited(bounds));
      } catch (error) {
        if (error instanceof RequestError) return new RequestRefused(error.problem);
        throw error;
      }
    },
  };
}

/** @throws {RequestError} as the gateway refuses a body. */
function parsed(body: string): Members {
  let value: unknown;
  try {
    value = JSON.parse(body.replace(/^\ufeff/, ''));
  } catch {
    throw requestError('invalid-json');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw requestError('not-an-object');
  return value as Members;
}
