import { BucketHistogram, durationBounds } from './bucket-histogram.js';
import type { RecordedRoute, RequestRecord } from './request-record.js';
import { type Refusal, refusals } from './request-record.js';

/** One more than the highest HTTP status. */
const statusCount = 600;

/** The counters of one route. */
export class RouteCounters {
  readonly route: RecordedRoute;
  /** Responses by status. */
  readonly statuses = new Float64Array(statusCount);
  readonly duration = new BucketHistogram(durationBounds);
  /** Requests whose client left before the response. */
  aborted = 0;
  /** Bytes of request bodies. */
  received = 0;
  sent = 0;

  constructor(route: RecordedRoute) {
    this.route = route;
  }
}

/**
 * Counts requests by outcome. All counters exist from the start, so a request costs a few look-ups and additions. `GET
 * /metrics` reads them.
 */
export class RequestMetrics {
  /** By the labels of the routes. */
  readonly routes: ReadonlyMap<string, RouteCounters>;
  readonly refused: ReadonlyMap<Refusal, { count: number }> = new Map(
    refusals.map((refusal) => [refusal, { count: 0 }]),
  );
  /** Seconds that jobs waited for a thread. */
  readonly queueWait = new BucketHistogram(durationBounds);
  /** Seconds of work, by place. */
  readonly run = { inline: new BucketHistogram(durationBounds), pool: new BucketHistogram(durationBounds) };

  /** @param routes - all routes, including `none`. */
  constructor(routes: Iterable<RecordedRoute>) {
    this.routes = new Map(Array.from(routes, (route) => [route.label, new RouteCounters(route)]));
  }

  /**
   * Counts a request that has ended.
   *
   * @param status - 0 if its client has left.
   * @param ms - from its head to its end.
   */
  count({ route, refusal, bytesIn, where, queueMs, runMs }: RequestRecord, status: number, sent: number, ms: number) {
    const counters = this.routes.get(route.label);
    if (counters === undefined) return;
    if (status === 0) {
      counters.aborted++;
    } else {
      counters.statuses[status] = (counters.statuses[status] ?? 0) + 1;
      counters.duration.observe(ms / 1_000);
    }
    counters.received += bytesIn;
    counters.sent += sent;
    if (where !== undefined) this.run[where].observe(runMs / 1_000);
    if (where === 'pool') this.queueWait.observe(queueMs / 1_000);
    if (refusal !== undefined) this.#countRefusal(refusal);
  }

  #countRefusal(refusal: Refusal): void {
    const counter = this.refused.get(refusal);
    if (counter !== undefined) counter.count++;
  }
}
