import type { Problem } from '../../../engine/core/problem.js';
import type { PartOperationName } from '../../../engine/operations/operation.js';

/** What came of an operation: the JSON of its answer, or why there is none. */
export type EngineAnswer =
  | { readonly kind: 'done'; readonly answer: Readonly<Record<string, unknown>> }
  | { readonly kind: 'refused' /** As the HTTP API says it. */; readonly problem: Problem };

/** Where the texts of agents are worked on: in this thread for `textmill mcp`, by the gateway's dispatch for `/mcp`. */
export interface TextEngine {
  /**
   * Carries out an operation.
   *
   * @param request - the fields of the operation's request over HTTP; not checked before.
   */
  perform(operation: PartOperationName, request: Readonly<Record<string, unknown>>): Promise<EngineAnswer>;
}
