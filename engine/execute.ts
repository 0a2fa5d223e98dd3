import type { ToolSource } from './catalogue/catalogue.js';
import { ToolsNotLoaded } from './catalogue/lazy-catalogue.js';
import { engineProblem } from './core/error-table.js';
import { RequestError, StepInterruptedError } from './core/errors.js';
import { encodeAroundText, encodeJson, encodeText, parseJsonObject } from './core/json.js';
import { LoadError, type LoadFailure } from './core/load-error.js';
import type { Problem } from './core/problem.js';
import type { TObject } from './core/schema.js';
import { stackFrames } from './core/stack-frames.js';
import { lazyValidator, type Validator } from './core/validation.js';
import { type StepBounds, WorkBudget, WorkBudgetExceeded } from './core/work-budget.js';
import type { EngineOperation, Operation, OperationName } from './operations/operation.js';
import { type PageRequest, pageOptions } from './operations/result-page.js';
import { run } from './operations/run.js';
import { sanitize } from './operations/sanitize.js';
import { sortDedupe } from './operations/sort-dedupe.js';

/** The engine's result: an HTTP status and a JSON body in UTF-8. */
export interface EngineResult {
  readonly status: number;
  readonly body: Uint8Array;
  /** The problem, unless the status is 200: for error bodies in another format, so that nobody parses the message. */
  readonly problem?: Problem;
  /** With 500 only: stack frames for the log, without the message, which may quote user text. */
  readonly trace?: string;
  /** With 500 only: the module that could not be loaded, if that is the reason. */
  readonly loadFailure?: LoadFailure;
  /** A step was interrupted: its thread should be replaced. */
  readonly interrupted?: true;
}

/** The only entry into the engine. */
export interface Engine {
  /**
   * Runs an operation on a request body. Never throws: a user's mistake gives a 400 result, a bug a 500 result.
   *
   * @param body - the request's JSON, in UTF-8.
   * @param outputBuffer - memory for the result, used if it fits. It may be the memory of the body, which has been read
   *   by then.
   */
  execute(operation: EngineOperation, body: Uint8Array, outputBuffer?: Uint8Array): EngineResult;
  /**
   * The same on the event loop: returns undefined if the work is too much for it, and has no effect then. The result is
   * the same, byte for byte.
   */
  executeInline(operation: EngineOperation, body: Uint8Array, outputBuffer?: Uint8Array): EngineResult | undefined;
}

/**
 * Most characters that the steps of one request may read and write on the event loop: a fifth of a millisecond for most
 * tools, and under two for the slowest that is not marked heavy. `WorkBudget.beginStep` bounds the time of several steps.
 */
const inlineCharacters = 32_768;

const operations: readonly Operation[] = [run, sanitize, sortDedupe];

/** The schemas of requests, for descriptions. */
export const requestSchemas: ReadonlyMap<OperationName, TObject> = new Map(
  operations.map(({ name, request }) => [name, request]),
);

/** The member of requests that may be a long text: they all have it. */
const longMember = 'input';

/** A runnable operation. */
interface Handler {
  readonly validate: Validator;
  readonly execute: Operation['execute'];
}

const handlers: ReadonlyMap<EngineOperation, Handler> = new Map(
  operations.flatMap((operation): (readonly [EngineOperation, Handler])[] => [
    [operation.name, { validate: lazyValidator(operation.request), execute: operation.execute }],
    [`${operation.name}-page`, handlerOfPage(operation)],
  ]),
);

function handlerOfPage({ request, executePage }: Operation): Handler {
  return {
    validate: lazyValidator({ ...request, properties: { ...request.properties, ...pageOptions } }),
    execute: ({ resultOffset, resultLimit, ...rest }, tools, budget) =>
      executePage(rest, { resultOffset, resultLimit } as PageRequest, tools, budget),
  };
}

/** Returns the result of an invalid request. */
export function refusal({ problem }: RequestError): EngineResult {
  return { status: problem.status, body: encodeJson({ error: problem.sentence }), problem };
}

/** Returns the result of a request that failed because of a bug. */
export function internalError(error: unknown): EngineResult {
  return {
    ...refusal(new RequestError(engineProblem('internal-error'))),
    trace: stackFrames(error),
    ...(error instanceof LoadError && { loadFailure: error.failure }),
  };
}

function noOperation(name: string): never {
  throw new Error(`No operation ${name}`);
}

/**
 * @param tools - with a lazy source the engine throws {@link ToolsNotLoaded}; see `LazyEngine`.
 * @param bounds - of each step. On the event loop only the clock applies: its budget is less than every other bound.
 */
export function createEngine(tools: ToolSource, bounds: StepBounds = {}): Engine {
  const clock: StepBounds = bounds.now === undefined ? {} : { now: bounds.now };
  const handle = (
    name: EngineOperation,
    body: Uint8Array,
    outputBuffer: Uint8Array | undefined,
    budget: WorkBudget,
  ): EngineResult | undefined => {
    try {
      const { validate, execute } = handlers.get(name) ?? noOperation(name);
      const request = parseJsonObject(body, longMember);
      const problem = validate(request);
      if (problem !== undefined) throw new RequestError(problem);
      const result = execute(request, tools, budget);
      const encoded =
        typeof result === 'string' ? encodeText(result, outputBuffer) : encodeAroundText(result, outputBuffer);
      return { status: 200, body: encoded };
    } catch (error) {
      if (error instanceof WorkBudgetExceeded) return undefined;
      if (error instanceof ToolsNotLoaded) throw error;
      if (error instanceof RequestError) {
        return error instanceof StepInterruptedError ? { ...refusal(error), interrupted: true } : refusal(error);
      }
      return internalError(error);
    }
  };
  return {
    execute: (name, body, outputBuffer) =>
      handle(name, body, outputBuffer, WorkBudget.unlimited(bounds)) as EngineResult,
    executeInline: (name, body, outputBuffer) =>
      handle(name, body, outputBuffer, new WorkBudget(inlineCharacters, clock)),
  };
}
