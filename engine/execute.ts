import { isAscii } from 'node:buffer';
import { LRUCache } from 'lru-cache';
import type { ToolSource } from './catalogue/catalogue.js';
import { copyBytes } from './core/copy-bytes.js';
import { engineProblem } from './core/error-table.js';
import { RequestError, StepInterruptedError } from './core/errors.js';
import {
  encodeAroundText,
  encodeJson,
  encodeText,
  guessText,
  maxShapeBytes,
  parseJsonObject,
  parseShape,
  readText,
  type SplitBody,
  splitBody,
  type TextPlace,
  textMember,
} from './core/json.js';
import { LoadError, type LoadFailure } from './core/load-error.js';
import type { Problem } from './core/problem.js';
import type { TObject } from './core/schema.js';
import { stackFrames } from './core/stack-frames.js';
import { noUrlRules, type ReplaceableUrlRules, useUrlRules } from './core/url-rules.js';
import { lazyValidator, type Validator } from './core/validation.js';
import {
  inlineCharacters,
  mostInlineMicroseconds,
  type StepBounds,
  WorkBudget,
  WorkBudgetExceeded,
} from './core/work-budget.js';
import { type Kernels, loadKernels } from './kernels/kernels.js';
import type { ByteResult } from './kernels/lists.js';
import { ListRequests } from './list-requests.js';
import {
  type NeededWorkflow,
  WorkflowNeededError,
  withNoSteps,
  workflowMember,
  workflowNeeded,
} from './needed-workflow.js';
import type { EngineOperation, Operation, OperationName, Plan } from './operations/operation.js';
import { type PageRequest, pageOptions } from './operations/result-page.js';
import { run } from './operations/run.js';
import { sanitize } from './operations/sanitize.js';
import { sortDedupe } from './operations/sort-dedupe.js';

/** The engine's result: an HTTP status and a JSON body in UTF-8. */
export interface EngineResult {
  readonly status: number;
  readonly body: Uint8Array;
  /**
   * Length of the request's text, or of all its texts together, in UTF-16 code units; 0 unless the status is 200. Options,
   * ids and names are not among them.
   */
  readonly charactersIn: number;
  /** That of the text of the response, of which a call for a page has only the page. */
  readonly charactersOut: number;
  /** The problem, unless the status is 200: for error bodies in another format, so that nobody parses the message. */
  readonly problem?: Problem;
  /** With 500 only: stack frames for the log, without the message, which may quote user text. */
  readonly trace?: string;
  /** With 500 only: the module that could not be loaded, if that is the reason. */
  readonly loadFailure?: LoadFailure;
  /** A step was interrupted: its thread should be replaced. */
  readonly interrupted?: true;
  /** The request names a workflow in place of steps. Who knows it sends the rest of the request again, with its steps. */
  readonly needs?: NeededWorkflow;
}

/** A request that was read: parsed and validated, or refused. */
export interface EngineRequest {
  /** Slugs of the tools that must be loaded before it runs; some may not exist. */
  readonly slugs: readonly string[];
  /** What it asks for. Undefined until it runs, unless its shape is known or it was refused. */
  plan: Plan | undefined;
  /** Where its text is, unless the text is one of {@link members}. */
  readonly split: SplitBody | undefined;
  /** What was parsed and validated; nothing if that was not necessary. */
  readonly members: Readonly<Record<string, unknown>>;
  /** Undefined if the request was refused. */
  readonly reader: Reader | undefined;
}

/** The only entry into the engine. */
export interface Engine {
  /** Reads a request. Never throws. @param body - the request's JSON, in UTF-8. Unchanged until the request has run. */
  read(operation: EngineOperation, body: Uint8Array): EngineRequest;
  /**
   * Runs a request that was read. Never throws: a user's mistake gives a 400 result, a bug a 500 result.
   *
   * @param outputBuffer - memory for the result, used if it fits. It may be the memory of the body, which has been read
   *   by then.
   */
  run(request: EngineRequest, outputBuffer?: Uint8Array): EngineResult;
  /**
   * Reads and runs a request on the bytes of its body, which for lists takes a fraction of the time. The result is the same,
   * byte for byte.
   *
   * @returns undefined if this is not possible, as for all requests that are refused. Then it has no effect.
   */
  executeOnBytes(operation: EngineOperation, body: Uint8Array, outputBuffer?: Uint8Array): EngineResult | undefined;
  /** Reads and runs a request whose tools are loaded. */
  execute(operation: EngineOperation, body: Uint8Array, outputBuffer?: Uint8Array): EngineResult;
  /**
   * The same on the event loop: returns undefined if the work is too much for it, and has no effect then. The result is
   * the same, byte for byte.
   *
   * Decides before it works: from the length of the body, then from its shape (see `SplitBody`), which is parsed and
   * validated only if it is new. The text itself is read only if it is also worked on.
   */
  executeInline(operation: EngineOperation, body: Uint8Array, outputBuffer?: Uint8Array): EngineResult | undefined;
  /** To be called when the tools have been replaced: forgets what was made with the old ones. */
  forgetTools(): void;
}

/** A longer body has a longer text than that, or a shape that nobody remembers. */
const inlineBytes = inlineCharacters + maxShapeBytes;

const operations: readonly Operation[] = [run, sanitize, sortDedupe];

/** The schemas of requests, for descriptions. */
export const requestSchemas: ReadonlyMap<OperationName, TObject> = new Map(
  operations.map(({ name, request }) => [name, request]),
);

/** An operation, whole or in pages. */
interface Handler {
  readonly name: EngineOperation;
  readonly operation: Operation;
  readonly validate: Validator;
  /** Validates a request with several texts; undefined if there are none. */
  readonly validateMany: Validator | undefined;
  readonly isPaged: boolean;
}

const handlers: readonly Handler[] = operations.flatMap((operation): Handler[] => {
  const { name, request, requestOfMany } = operation;
  const validateMany = requestOfMany && lazyValidator(requestOfMany);
  const paged = { ...request, properties: { ...request.properties, ...pageOptions, ...operation.pagedOptions } };
  return [
    { name, operation, validate: lazyValidator(request), validateMany, isPaged: false },
    { name: `${name}-page`, operation, validate: lazyValidator(paged), validateMany: undefined, isPaged: true },
  ];
});

/** Returns the result of an invalid request. */
export function refusal({ problem }: RequestError): EngineResult {
  const body = encodeJson({ error: problem.sentence });
  return { status: problem.status, body, charactersIn: 0, charactersOut: 0, problem };
}

/** Returns the result of a request that failed because of a bug. */
function internalError(error: unknown): EngineResult {
  return {
    ...refusal(new RequestError(engineProblem('internal-error'))),
    trace: stackFrames(error),
    ...(error instanceof LoadError && { loadFailure: error.failure }),
  };
}

/** Returns the result of a request that was not completed. */
function failure(error: unknown): EngineResult {
  if (!(error instanceof RequestError)) return internalError(error);
  if (error instanceof WorkflowNeededError) return { ...refusal(error), needs: error.needs };
  return error instanceof StepInterruptedError ? { ...refusal(error), interrupted: true } : refusal(error);
}

function noOperation(name: string): never {
  throw new Error(`No operation ${name}`);
}

/**
 * Most remembered plans of an operation, and most characters of their shapes. A plan may take several times as much memory
 * as its shape, on each thread.
 */
const maxPlans = 1_000;
const maxShapeCharacters = 200_000;

interface RememberedPlan {
  readonly shape: string;
  readonly plan: Plan;
}

/** How an engine reads requests of one name. */
interface Reader extends Handler {
  /** Plans by the shapes of requests; undefined before the first. */
  plans: LRUCache<string, RememberedPlan> | undefined;
  /** The last that was used: a batch sends one shape thousands of times in a row. */
  last: RememberedPlan | undefined;
  /** Whether there ever was a plan that can be executed on bytes. */
  hasPlansOnBytes: boolean;
  /** Undefined if none of its requests is run on the bytes of a list. */
  readonly lists: ListRequests | undefined;
}

const noSlugs: readonly string[] = [];
const noMembers: Readonly<Record<string, unknown>> = {};

/**
 * Creates an engine. It remembers by their shapes what requests ask for.
 *
 * @param tools - must have the tools of a request once it runs.
 * @param bounds - of each step. On the event loop only the clock applies: its budget is less than every other bound.
 * @param urlRules - of the operator. Replaced rules are used from the next request on.
 * @param kernels - returns what requests with lists are run by; undefined if there are none.
 */
export function createEngine(
  tools: ToolSource,
  bounds: StepBounds = {},
  urlRules: ReplaceableUrlRules = { current: noUrlRules },
  kernels: () => Kernels | undefined = loadKernels,
): Engine {
  const clock: StepBounds = bounds.now === undefined ? {} : { now: bounds.now };
  const readers = new Map(
    handlers.map((handler): [string, Reader] => {
      const lists = listRequests(handler, kernels);
      return [handler.name, { ...handler, plans: undefined, last: undefined, hasPlansOnBytes: false, lists }];
    }),
  );

  const forgetPlans = (): void => {
    for (const reader of readers.values()) {
      reader.plans = reader.last = undefined;
      reader.lists?.forget();
    }
  };

  let knownRules = urlRules.current;
  /** A plan keeps to the rules that were in force when it was made, so replaced rules make all plans obsolete. */
  const useRules = (): void => {
    const { current } = urlRules;
    useUrlRules(current);
    if (current === knownRules) return;
    knownRules = current;
    forgetPlans();
  };

  /** @throws {RequestError} if the request is malformed or invalid. */
  const read = (name: EngineOperation, body: Uint8Array): EngineRequest => {
    const reader = readers.get(name) ?? noOperation(name);
    const found = splitBody(body, reader.operation.firstBytes);
    const plan = found?.shape === undefined ? undefined : rememberedPlan(reader, found.shape);
    if (plan !== undefined) return { plan, split: found, members: noMembers, reader, slugs: noSlugs };
    const aroundText = found === undefined ? undefined : parseShape(found);
    const split = aroundText === undefined ? undefined : found;
    const members = aroundText ?? parseJsonObject(body);
    const { validate, validateMany } = reader;
    const isNamed = workflowMember in members && reader.operation.name === 'run';
    // Their steps are checked when they are there.
    const checked = isNamed ? withNoSteps(members) : members;
    const problem = (validateMany !== undefined && 'inputs' in members ? validateMany : validate)(checked);
    if (problem !== undefined) {
      // A malformed text is reported first.
      if (split !== undefined) readText(split);
      throw new RequestError(problem);
    }
    if (isNamed) throw workflowNeeded(members, split);
    return { plan: undefined, split, members, reader, slugs: reader.operation.slugsOf?.(members) ?? noSlugs };
  };

  const planOf = (request: EngineRequest): Plan => {
    request.plan ??= newPlan(request, tools);
    return request.plan;
  };

  /** @throws {Error} whatever the operation throws. */
  const respond = (request: EngineRequest, budget: WorkBudget, outputBuffer: Uint8Array | undefined): EngineResult => {
    const { split, members } = request;
    const text = split === undefined ? (members[textMember] as string | undefined) : readText(split);
    const { body: json, charactersIn, charactersOut } = planOf(request).execute(text, budget);
    const body = typeof json === 'string' ? encodeText(json, outputBuffer) : encodeAroundText(json, outputBuffer);
    return { status: 200, body, charactersIn, charactersOut };
  };

  /** Runs a request whose shape is known, and so its tools are loaded. */
  const runTextOnBytes = (
    reader: Reader | undefined,
    body: Uint8Array,
    outputBuffer: Uint8Array | undefined,
  ): EngineResult | undefined => {
    const { otherMember, firstBytes } = reader?.operation ?? {};
    if (reader?.hasPlansOnBytes !== true || otherMember === undefined || firstBytes === undefined) return undefined;
    useRules();
    const place = guessText(body, firstBytes, otherMember);
    const plan = place && rememberedPlan(reader, place.shape);
    return place && plan && executeOnBytes(plan, body, place, WorkBudget.unlimited(bounds), outputBuffer);
  };

  const executeOnBytes = (
    plan: Plan,
    body: Uint8Array,
    place: TextPlace,
    budget: WorkBudget,
    outputBuffer: Uint8Array | undefined,
  ): EngineResult | undefined => {
    const loaded = plan.executeOnBytes && kernels();
    if (loaded === undefined) return undefined;
    try {
      const result = plan.executeOnBytes?.(body, place, budget, loaded);
      return result && resultOf(result, outputBuffer);
    } catch (error) {
      return failure(error);
    }
  };

  /** @param mostWork - see `Plan.work`. */
  const runListOnBytes = (
    name: EngineOperation,
    body: Uint8Array,
    outputBuffer: Uint8Array | undefined,
    mostWork: number,
  ): EngineResult | undefined => {
    const lists = readers.get(name)?.lists;
    if (lists === undefined) return undefined;
    useRules();
    try {
      const result = lists.execute(body, mostWork);
      return result && resultOf(result, outputBuffer);
    } catch (error) {
      return failure(error);
    }
  };

  const engine: Engine = {
    read(name, body) {
      useRules();
      try {
        return read(name, body);
      } catch (error) {
        return { plan: refusing(error), split: undefined, members: noMembers, reader: undefined, slugs: noSlugs };
      }
    },
    run(request, outputBuffer) {
      // Again: the rules may have been replaced while tools were loaded.
      useRules();
      try {
        return respond(request, WorkBudget.unlimited(bounds), outputBuffer);
      } catch (error) {
        return failure(error);
      }
    },
    executeOnBytes: (name, body, outputBuffer) =>
      runListOnBytes(name, body, outputBuffer, Number.POSITIVE_INFINITY) ??
      runTextOnBytes(readers.get(name), body, outputBuffer),
    execute: (name, body, outputBuffer) =>
      engine.executeOnBytes(name, body, outputBuffer) ?? engine.run(engine.read(name, body), outputBuffer),
    executeInline(name, body, outputBuffer) {
      if (body.byteLength > inlineBytes || expectedWork(readers.get(name), body) > mostInlineMicroseconds)
        return undefined;
      const onBytes = runListOnBytes(name, body, outputBuffer, mostInlineMicroseconds);
      if (onBytes !== undefined) return onBytes;
      useRules();
      try {
        const request = read(name, body);
        if (!isLittleWork(planOf(request), request, body)) return undefined;
        const budget = WorkBudget.ofEventLoop(clock);
        const { split } = request;
        return (
          (split && executeOnBytes(planOf(request), body, split, budget, outputBuffer)) ??
          respond(request, budget, outputBuffer)
        );
      } catch (error) {
        return error instanceof WorkBudgetExceeded ? undefined : failure(error);
      }
    },
    forgetTools: forgetPlans,
  };
  return engine;
}

function listRequests(
  { operation, validate, isPaged }: Handler,
  kernels: () => Kernels | undefined,
): ListRequests | undefined {
  const { list, firstBytes } = operation;
  if (list === undefined || isPaged) return undefined;
  return new ListRequests(list, firstBytes, { validate, kernels });
}

/** Returns a result whose bytes do not change any more. */
function resultOf(
  { json, charactersIn, charactersOut }: ByteResult,
  outputBuffer: Uint8Array | undefined,
): EngineResult {
  return { status: 200, body: copyOf(json, outputBuffer), charactersIn, charactersOut };
}

/** Copies bytes into the output buffer, if they fit there. */
function copyOf(bytes: Uint8Array, outputBuffer: Uint8Array | undefined): Uint8Array {
  const { byteLength: length } = bytes;
  const target =
    outputBuffer !== undefined && length <= outputBuffer.byteLength
      ? outputBuffer.subarray(0, length)
      : Buffer.allocUnsafeSlow(length);
  copyBytes(bytes, target, { from: 0, to: 0, length });
  return target;
}

/** Bytes of a body that its work is estimated from; a shorter one is little work. */
const sampleBytes = 1_000;

/** Estimates the work of a request that is not read yet. */
function expectedWork(reader: Reader | undefined, body: Uint8Array): number {
  const operation = reader?.operation;
  if (body.byteLength < sampleBytes || operation?.expectedWork === undefined) return 0;
  const start = Buffer.from(body.buffer, body.byteOffset, sampleBytes).toString('latin1');
  return operation.expectedWork(start, body.byteLength);
}

/** Whether a request may run on the event loop. */
function isLittleWork(plan: Plan, request: EngineRequest, body: Uint8Array): boolean {
  const atMost = lengthOf(request, body);
  if (plan.work(atMost) <= mostInlineMicroseconds) return true;
  // A Chinese text has three bytes for each character. They are counted only if that decides.
  if (plan.work(Math.ceil(atMost / 3)) > mostInlineMicroseconds) return false;
  const { split } = request;
  const bytes = split === undefined ? body : body.subarray(split.start, split.end);
  return !isAscii(bytes) && plan.work(codeUnitsOf(bytes)) <= mostInlineMicroseconds;
}

/** Returns the length of a text in UTF-8, in UTF-16 code units. */
function codeUnitsOf(bytes: Uint8Array): number {
  let units = 0;
  for (const byte of bytes) {
    // Not the bytes that continue a character; one of four bytes has two code units.
    if ((byte & 0xc0) !== 0x80) units += byte >= 0xf0 ? 2 : 1;
  }
  return units;
}

/** Returns how long the texts of a request are at most, in UTF-16 code units: none is longer than its bytes. */
function lengthOf({ split, members }: EngineRequest, body: Uint8Array): number {
  if (split !== undefined) return split.end - split.start;
  const text = members[textMember];
  return typeof text === 'string' ? text.length : body.byteLength;
}

/** Plans a request, and remembers the plan if there may be others of its shape. */
function newPlan({ reader, members, split }: EngineRequest, tools: ToolSource): Plan {
  if (reader === undefined) throw new Error('A refused request has its plan');
  const page = reader.isPaged ? pageOf(members as unknown as PageRequest) : undefined;
  const plan = reader.operation.plan(members, tools, page);
  const shape = split?.shape;
  if (shape === undefined || !plan.isForOtherTexts) return plan;
  if (plan.executeOnBytes !== undefined) reader.hasPlansOnBytes = true;
  reader.plans ??= new LRUCache({
    max: maxPlans,
    maxSize: maxShapeCharacters,
    sizeCalculation: (_, key) => key.length,
  });
  // A copy: a part of a string keeps all of it.
  reader.last = { shape: Buffer.from(shape, 'latin1').toString('latin1'), plan };
  reader.plans.set(reader.last.shape, reader.last);
  return plan;
}

/** Returns the page alone: a plan must not keep the other members. */
function pageOf({ resultOffset, resultLimit }: PageRequest): PageRequest {
  return { resultOffset, resultLimit };
}

/** Returns the plan of a shape; undefined if it is new or was forgotten. */
function rememberedPlan(reader: Reader, shape: string): Plan | undefined {
  if (shape === reader.last?.shape) return reader.last.plan;
  const remembered = reader.plans?.get(shape);
  if (remembered !== undefined) reader.last = remembered;
  return remembered?.plan;
}

function refusing(error: unknown): Plan {
  return {
    isForOtherTexts: false,
    work: () => 0,
    execute() {
      throw error;
    },
  };
}
