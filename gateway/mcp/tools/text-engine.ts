import type { Problem } from '#engine/core/problem.js';
import type { PagedOperationName } from '#engine/operations/operation.js';

/** The arguments of a call, or the fields of its result. */
export type Fields = Readonly<Record<string, unknown>>;

/** The outcome of an operation: its JSON, or the problem. */
export type EngineResponse =
  | { readonly kind: 'done'; readonly response: Readonly<Record<string, unknown>> }
  | { readonly kind: 'refused' /** As the HTTP API says it. */; readonly problem: Problem };

/** Runs the operations of agents: on this thread for `textmill mcp`, by the gateway's dispatch for `/mcp`. */
export interface TextEngine {
  /** Whose texts the calls may read again. */
  readonly account: string;
  /**
   * Runs an operation.
   *
   * @param request - the fields of the HTTP request, not validated.
   */
  execute(operation: PagedOperationName, request: Readonly<Record<string, unknown>>): Promise<EngineResponse>;
}
