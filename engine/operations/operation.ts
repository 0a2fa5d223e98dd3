import type { ToolSource } from '../catalogue/catalogue.js';
import type { JsonAroundText } from '../core/json.js';
import type { Static, TObject } from '../core/schema.js';
import type { WorkBudget } from '../core/work-budget.js';
import type { PageRequest } from './result-page.js';

export type OperationName = 'run' | 'sanitize' | 'sort-dedupe';

/** The same operation returning a page of a long result: its request also has the fields of a {@link PageRequest}. */
export type PagedOperationName = `${OperationName}-page`;

/** Everything that the engine runs. */
export type EngineOperation = OperationName | PagedOperationName;

/** The body of a response: its JSON, which names one text apart if that may be long. */
export type ResponseBody = string | JsonAroundText;

/** An operation on text: its request, and how to run it. */
export interface Operation<Request extends TObject = TObject> {
  readonly name: OperationName;
  /** The request's shape and defaults. `execute` checks limits that have their own message. */
  readonly request: Request;
  /**
   * Runs the operation.
   *
   * @param request - validated against the schema, defaults filled in.
   * @throws {ToolsNotLoaded} before any work, if the source of tools is lazy.
   * @throws {RequestError} if the request exceeds a limit or a tool cannot process the text.
   */
  execute(request: Static<Request>, tools: ToolSource, budget: WorkBudget): ResponseBody;
  /**
   * The same, returning a page of the result.
   *
   * @throws {RequestError} also if the offset is out of range.
   */
  executePage(request: Static<Request>, page: PageRequest, tools: ToolSource, budget: WorkBudget): ResponseBody;
}
