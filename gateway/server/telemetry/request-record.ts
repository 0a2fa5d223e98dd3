import type { HttpErrorCode } from '#gateway/core/errors.js';
import type { Exchange } from '../http/server.js';
import type { ApiKey } from '../keys/key-store.js';

/** The route of a request, for metrics and log. */
export interface RecordedRoute {
  /** `none` for an unknown path. */
  readonly label: string;
  /** An operation on text or on messages of agents, a health probe, or anything else. */
  readonly kind: 'text' | 'messages' | 'probe' | 'other';
}

/** The facts of a request when it ends. */
export interface RequestRecord {
  readonly requestId: string;
  readonly exchange: Exchange;
  readonly route: RecordedRoute;
  /** When its head arrived, by `performance.now()`. */
  readonly startedAt: number;
  /** When its checks began, in milliseconds since the epoch; NaN without a valid key. */
  readonly checkedAt: number;
  /** Undefined without a valid key, or if none is needed. */
  readonly key: ApiKey | undefined;
  /** Length of the request body. */
  readonly bytesIn: number;
  /** What the daily quota was charged; undefined if nothing is. */
  readonly charge: { readonly counts: boolean } | undefined;
  /** Characters of the texts that were processed, and of their results; see `EngineResult`. */
  readonly charactersIn: number;
  readonly charactersOut: number;
  readonly refusal: Refusal | undefined;
  /** Where the work was done; undefined if there was none. */
  readonly where: 'inline' | 'pool' | undefined;
  /** Milliseconds in the queue; NaN unless a thread ran the job. */
  readonly queueMs: number;
  /** Milliseconds of work; NaN if there was none. */
  readonly runMs: number;
}

/** Reasons to refuse a valid request: limits (429) and a full gateway (503), with the error of each. */
export const refusalErrors = {
  'burst-address': 'rate-limited',
  'burst-key': 'rate-limited',
  quota: 'rate-limited',
  queue: 'server-busy',
  'queue-timeout': 'server-busy',
  'body-memory': 'server-busy',
  'requests-in-flight': 'server-busy',
  stopping: 'server-busy',
  'store-unavailable': 'server-busy',
} as const satisfies Readonly<Record<string, HttpErrorCode>>;

export type Refusal = keyof typeof refusalErrors;

export const refusals = Object.keys(refusalErrors) as readonly Refusal[];
