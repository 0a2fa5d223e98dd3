import { BucketHistogram, durationBounds } from './bucket-histogram.js';
import type { RecordedRoute, RequestRecord } from './request-record.js';
import { type Refusal, refusals } from './request-record.js';

/** One more than the highest status there is. */
const statusCount = 600;

/** What is counted of the requests for one route. */
export class RouteCounters {
  readonly route: RecordedRoute;
  /** Answers by their status. */
  readonly statuses = new Float64Array(statusCount);
  readonly duration = new BucketHistogram(durationBounds);
  /** Requests whose client was gone before there was an answer. */
  aborted = 0;
  /** Bytes of bodies. */
  received = 0;
  sent = 0;

  constructor(route: RecordedRoute) {
    this.route = route;
  }
}

/**
 * Counts what requests come to, in counters that are all there from the start: a request costs some lookups and
 * additions. The exporter reads them when somebody looks.
 */
export class RequestMetrics {
  /** By the labels of the routes. */
  readonly routes: ReadonlyMap<string, RouteCounters>;
  readonly refused: ReadonlyMap<Refusal, { count: number }> = new Map(
    refusals.map((refusal) => [refusal, { count: 0 }]),
  );
  /** Seconds that jobs waited for the thread that took them. */
  readonly queueWait = new BucketHistogram(durationBounds);
  /** Seconds of work, by where it was done. */
  readonly run = { inline: new BucketHistogram(durationBounds), pool: new BucketHistogram(durationBounds) };

  /** @param routes - all that there are, `none` among them. */
  constructor(routes: Iterable<RecordedRoute>) {
    this.routes = new Map(Array.from(routes, (route) => [route.label, new RouteCounters(route)]));
  }

  /**
   * Counts a request that has ended.
   *
   * @param status - 0 if its client was gone.
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
