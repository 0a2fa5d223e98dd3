/** What the engine does in a browser: the operations of the API, and steps on a file. */
export type LocalOperation = 'run' | 'sanitize' | 'sort-dedupe' | 'file';

/** A request to the worker, which works on one after the other. */
export interface ToWorker {
  readonly id: number;
  readonly operation: LocalOperation;
  /** That of the request to the gateway, as an object or as JSON; of a file, its steps or its next piece. */
  readonly body: object | string;
}

/** What the worker sends: steps that begin, and then a response, or why there is none. */
export type FromWorker = { readonly id: number } & (
  | { readonly step: number; readonly of: number }
  | { readonly status: number; readonly body: object }
  | { readonly failure: string }
);
