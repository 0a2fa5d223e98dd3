import type { ToolSource } from '../catalogue/catalogue.js';
import type { JsonAroundText, TextPlace } from '../core/json.js';
import type { Static, TObject } from '../core/schema.js';
import type { WorkBudget } from '../core/work-budget.js';
import type { Kernels } from '../kernels/kernels.js';
import type { ByteList, ByteResult } from '../kernels/lists.js';
import type { PageRequest } from './result-page.js';

export type OperationName = 'run' | 'sanitize' | 'sort-dedupe';

/** The same operation returning a page of a long result: its request also has the fields of a {@link PageRequest}. */
export type PagedOperationName = `${OperationName}-page`;

/** Everything that the engine runs. */
export type EngineOperation = OperationName | PagedOperationName;

/** The body of a response: its JSON, which names one text apart if that may be long. */
export type ResponseBody = string | JsonAroundText;

/** The response to a request that was carried out. */
export interface OperationResult {
  readonly body: ResponseBody;
  /** Length of the text of the request, or of all its texts together, in UTF-16 code units. */
  readonly charactersIn: number;
  /** That of the result; of a page of it, only that of the page. */
  readonly charactersOut: number;
}

/** A request without its text, the member `input`: requests often differ only in that. */
export type WithoutText<Request extends TObject> = Omit<Static<Request>, 'input'>;

/** An operation on text: its request, and how to plan it. */
export interface Operation<Request extends TObject = TObject> {
  readonly name: OperationName;
  /** The request's shape and defaults. A plan checks limits that have their own message. */
  readonly request: Request;
  /** The shape of a request that has the member `inputs` in place of `input`. Absent if there are none. */
  readonly requestOfMany?: TObject;
  /** Further members of a request for a page, which agents send; none of them is required. */
  readonly pagedOptions?: TObject['properties'];
  /**
   * Where the text of a request is looked for, in bytes from its start. To search a list for it takes longer than to
   * know the shape saves.
   */
  readonly firstBytes: number;
  /**
   * The member that mostly follows the text, or comes before it. Needed if plans have {@link Plan.executeOnBytes}: what
   * is around a long text is found without reading it.
   */
  readonly otherMember?: string;
  /**
   * Estimates the work of a request before anything of it is read, as {@link Plan.work}. Absent if the length of the
   * body says enough.
   *
   * @param start - the first bytes of the body, as Latin-1.
   * @param bytes - length of the body.
   */
  expectedWork?(start: string, bytes: number): number;
  /** How requests with a list are run on its bytes. Absent if they never are. */
  readonly list?: ListOperation<Request>;
  /** Returns the slugs of the tools that a plan needs. Absent if it needs none. */
  slugsOf?(request: WithoutText<Request>): readonly string[];
  /**
   * Plans the operation: everything that does not depend on the text. Never throws.
   *
   * @param request - validated against the schema, defaults filled in.
   * @param tools - with the tools of {@link slugsOf}.
   * @param page - which page of the result is wanted; undefined for the whole result.
   */
  plan(request: WithoutText<Request>, tools: ToolSource, page: PageRequest | undefined): Plan;
}

/** An operation on the bytes of a list of strings. */
export interface ListOperation<Request extends TObject = TObject> {
  /** The member that has the list, which is looked for in the first bytes as the text is. */
  readonly member: string;
  /** The member that has the list as a text, one string in a line. Absent if such requests are left to others. */
  readonly textMember?: string;
  /** Longest list. A longer one is left to {@link Operation.plan}, which refuses it. */
  readonly most: number;
  /**
   * Plans the operation without the list.
   *
   * @param request - as for {@link Operation.plan}, with an empty list or text.
   * @returns undefined if the options are left to {@link Operation.plan}.
   */
  plan(request: Static<Request>): ListPlan | undefined;
}

/** What to do with the lists of requests that differ in nothing else. */
export interface ListPlan {
  /** As {@link Plan.work}. */
  work(list: ByteList): number;
  /**
   * Runs the operation on a list that was just read.
   *
   * @returns undefined if the list is left to {@link Plan.execute}, as all lists are that are refused. Then it has no effect.
   */
  execute(list: ByteList, kernels: Kernels): ByteResult | undefined;
}

/** What to do with the texts of requests that differ in nothing else. */
export interface Plan {
  /** Whether it is worth remembering: not if it refuses every text, or if the request has a list in place of one. */
  readonly isForOtherTexts: boolean;
  /**
   * Returns how much work a text is expected to be at most, in microseconds of processor time; infinity if it must not be
   * done on the event loop.
   *
   * @param characters - length of the text, or of all texts in the request, in UTF-16 code units.
   */
  work(characters: number): number;
  /**
   * Runs the operation.
   *
   * @param input - the text; undefined if the request has none.
   * @throws {RequestError} if the request exceeds a limit, a tool cannot process the text, or the result has no such
   *   page.
   * @throws {WorkBudgetExceeded} if the work turns out to be more than the budget.
   */
  execute(input: string | undefined, budget: WorkBudget): OperationResult;
  /**
   * Does the same on the bytes of a body, in which the text is a string of JSON. Absent if it never can.
   *
   * @param place - where the string is likely.
   * @returns undefined if it cannot, as for all texts that are refused.
   *   Then it has no effect.
   */
  readonly executeOnBytes?: ByteExecution | undefined;
}

/** @see Plan.executeOnBytes */
export type ByteExecution = (
  body: Uint8Array,
  place: TextPlace,
  budget: WorkBudget,
  kernels: Kernels,
) => ByteResult | undefined;
