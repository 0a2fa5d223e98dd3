import type { Exchange } from '../http/server.js';
import type { ApiKey } from '../keys/key-store.js';
import type { OperationLabel } from './operation-label.js';
import type { Refusal } from './refusal.js';

/** What is known of a request when it ends. */
export interface RequestRecord {
  readonly requestId: string;
  readonly exchange: Exchange;
  readonly operation: OperationLabel;
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
