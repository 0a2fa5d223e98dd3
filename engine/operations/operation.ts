import type { ToolSource } from '../catalogue/catalogue.js';
import type { JsonAroundText } from '../core/json.js';
import type { Static, TObject } from '../core/schema.js';
import type { WorkBudget } from '../core/work-budget.js';
import type { PartRequest } from './result-part.js';

export type OperationName = 'run' | 'sanitize' | 'sort-dedupe';

/** The same operation returning a part of a long result: its request also has the fields of a {@link PartRequest}. */
export type PartOperationName = `${OperationName}-part`;

/** Everything that the engine runs. */
export type EngineOperation = OperationName | PartOperationName;

/** The body of a response: its JSON, which names one text apart if that may be long. */
export type ResponseBody = string | JsonAroundText;

/** An operation on text: its request, and how to run it. */
export interface Operation<Request extends TObject = TObject> {
  readonly name: OperationName;
  /** The request's shape and defaults. `perform` checks limits that have their own message. */
  readonly request: Request;
  /**
   * Runs the operation.
   *
   * @param request - validated against the schema, defaults filled in.
   * @throws {ToolsNotLoaded} before any work, if the source of tools is lazy.
   * @throws {RequestError} if the request exceeds a limit or a tool cannot process the text.
   */
  perform(request: Static<Request>, tools: ToolSource, budget: WorkBudget): ResponseBody;
  /**
   * The same, returning a part of the result.
   *
   * @throws {RequestError} also if the offset is out of range.
   */
  performPart(request: Static<Request>, part: PartRequest, tools: ToolSource, budget: WorkBudget): ResponseBody;
}
