import type { HttpErrorCode } from '../core/errors.js';
import type { Exchange } from '../http/server.js';
import type { ApiKey } from '../keys/key-store.js';

/** What was asked for, for those who count and log it. */
export interface RecordedRoute {
  /** `none` for a path that leads nowhere. */
  readonly label: string;
  /** An operation on texts or on messages of agents, what load balancers ask, or anything else. */
  readonly kind: 'text' | 'messages' | 'probe' | 'other';
}

/** What is known of a request when it ends. */
export interface RequestRecord {
  readonly requestId: string;
  readonly exchange: Exchange;
  readonly route: RecordedRoute;
  /** When its head had arrived, by `performance.now()`. */
  readonly startedAt: number;
  /** When its checks began, in milliseconds since the epoch; NaN as long as there is no key. */
  readonly checkedAt: number;
  /** Undefined if it named none that is valid, or asked for something that needs none. */
  readonly key: ApiKey | undefined;
  /** Length of the body that was read. */
  readonly bytesIn: number;
  readonly refusal: Refusal | undefined;
  /** Where the work was done, if any was. */
  readonly where: 'inline' | 'pool' | undefined;
  /** Milliseconds in the queue; NaN unless a thread took it. */
  readonly queueMs: number;
  /** Milliseconds of work; NaN if none was done. */
  readonly runMs: number;
}

/**
 * Why a request was turned away that had nothing wrong with it: limits (429) and a gateway that is full (503), and the
 * error that each is answered with.
 */
export const refusalErrors = {
  'burst-address': 'rate-limited',
  'burst-key': 'rate-limited',
  quota: 'rate-limited',
  queue: 'server-busy',
  'queue-timeout': 'server-busy',
  'body-memory': 'server-busy',
  'requests-in-flight': 'server-busy',
  stopping: 'server-busy',
} as const satisfies Readonly<Record<string, HttpErrorCode>>;

export type Refusal = keyof typeof refusalErrors;

export const refusals = Object.keys(refusalErrors) as readonly Refusal[];
