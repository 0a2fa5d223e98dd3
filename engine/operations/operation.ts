import type { ToolSource } from '../catalogue/catalogue.js';
import type { Static, TObject } from '../core/schema.js';
import type { WorkBudget } from '../core/work-budget.js';
import type { PartRequest } from './result-part.js';

export type OperationName = 'run' | 'sanitize' | 'sort-dedupe';

/** The same operation with a part of a long result for an answer: its request has a {@link PartRequest}'s fields besides. */
export type PartOperationName = `${OperationName}-part`;

/** All that the engine carries out. */
export type EngineOperation = OperationName | PartOperationName;

/** One of the things that Textmill does to text: what it takes, and how the answer comes of it. */
export interface Operation<Request extends TObject = TObject> {
  readonly name: OperationName;
  /** The request's shape and defaults. Limits with a message of their own are checked by `perform`. */
  readonly request: Request;
  /**
   * Carries the operation out.
   *
   * @param request - validated against the schema, defaults filled in.
   * @returns the body of the answer as JSON text.
   * @throws {ToolsNotLoaded} before anything else has happened, if the source of tools is loaded bit by bit.
   * @throws {RequestError} if the request breaks a limit or its text does not suit a tool.
   */
  perform(request: Static<Request>, tools: ToolSource, budget: WorkBudget): string;
  /**
   * The same, with a part of the result in its place.
   *
   * @throws {RequestError} if there is nothing at the offset as well.
   */
  performPart(request: Static<Request>, part: PartRequest, tools: ToolSource, budget: WorkBudget): string;
}
