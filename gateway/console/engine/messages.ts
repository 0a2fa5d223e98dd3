import type { TableForm } from '#engine/text/detection/detected.js';
import type { Finding } from './cleaning/cleaning.js';

export type { CleaningStep, Finding } from './cleaning/cleaning.js';

/** What the engine does in a browser: the operations of the API, steps on a file, what a text can be cleaned of, tables. */
export type LocalOperation = 'run' | 'sanitize' | 'sort-dedupe' | 'file' | 'clean' | 'table';

/** Asks what a text can be cleaned of. */
export interface CleanRequest {
  readonly input: string;
  /** What is run before, in the form of a request. */
  readonly steps: readonly unknown[];
  /** What the text is then, if it is a table. */
  readonly table: TableForm | undefined;
}

/** What it can be cleaned of; nothing if the steps before fail. */
export interface CleanResponse {
  readonly findings: readonly Finding[];
}

/** A request to the worker, which works on one after the other. */
export interface ToWorker {
  readonly id: number;
  readonly operation: LocalOperation;
  /**
   * That of the request to the gateway, as an object or as JSON; of a file, its steps or its next piece;
   * {@link CleanRequest}; a `TableRequest`.
   */
  readonly body: object | string;
}

/** What the worker sends: steps that begin, and then a response, or why there is none. */
export type FromWorker = { readonly id: number } & (
  | { readonly step: number; readonly of: number }
  | { readonly status: number; readonly body: object }
  | { readonly failure: string }
);
