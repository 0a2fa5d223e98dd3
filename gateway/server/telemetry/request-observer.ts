import type { RequestLog } from './request-log.js';
import type { RequestMetrics } from './request-metrics.js';
import type { RequestRecord } from './request-record.js';
import type { UsageHistory } from './usage-history.js';

/** Called once at the end of each request: counts it, also for its account, and logs it. */
export class RequestObserver {
  readonly #metrics: RequestMetrics;
  readonly #history: UsageHistory;
  readonly #log: RequestLog;

  constructor(metrics: RequestMetrics, history: UsageHistory, log: RequestLog) {
    this.#metrics = metrics;
    this.#history = history;
    this.#log = log;
  }

  /**
   * @param status - of the response; 0 if the client left before it.
   * @param bytesOut - length of the response body.
   * @param ms - from the head of the request to its end.
   */
  ended(record: RequestRecord, status: number, bytesOut: number, ms: number): void {
    this.#metrics.count(record, status, bytesOut, ms);
    const { key, route } = record;
    if (key !== undefined && (route.kind === 'text' || route.kind === 'messages')) {
      this.#history.count(key, route.label, status, record);
    }
    this.#log.write(record, status, bytesOut, ms);
  }
}
