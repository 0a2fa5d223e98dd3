import type { GatheredMetrics, MetricsReport, SeriesValues } from '#gateway/core/metrics-report.js';
import type { GatewayChild } from './gateway-child.js';

/** How long to wait for the metrics of the other gateways, in milliseconds: a scrape must not wait for one that hangs. */
const timeoutMs = 500;

/**
 * How often metrics are gathered without a request, in milliseconds: a process that is killed takes along what it counted
 * since then.
 */
const intervalMs = 5_000;

/** A process that serves, as far as its metrics are concerned. */
interface Reporter {
  readonly gateway: number;
  last: MetricsReport | undefined;
  /** Called once: with its next report, or its end. */
  readonly waiting: Set<() => void>;
}

/**
 * Gathers the metrics of all gateways for the one that was asked.
 *
 * Sums must not fall when a process ends, because Prometheus would take that for a restart of the service and count
 * everything again. So what a process counted is kept after its end.
 */
export class MetricsAggregator {
  readonly #reporters = new Map<GatewayChild, Reporter>();
  /** The sums of all processes that have ended. */
  readonly #ended = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  /** A process serves. @param gateway - its number. */
  add(child: GatewayChild, gateway: number): void {
    this.#reporters.set(child, { gateway, last: undefined, waiting: new Set() });
    void child.ended.then(() => this.#remove(child));
  }

  /** Gathers from time to time; only if there are several gateways. */
  start(): void {
    this.#timer ??= setInterval(() => this.#ask([...this.#reporters.keys()]), intervalMs).unref();
  }

  /** Handles a report of a process. */
  reported(child: GatewayChild, report: MetricsReport): void {
    const reporter = this.#reporters.get(child);
    if (reporter === undefined) return;
    reporter.last = report;
    settle(reporter);
  }

  /** Sends the metrics of all other processes to one. @param report - its own metrics, for when it has ended. */
  async gather(asking: GatewayChild, id: number, report: MetricsReport): Promise<void> {
    this.reported(asking, report);
    const others = [...this.#reporters.keys()].filter((child) => child !== asking);
    const silent = await this.#askAll(others);
    asking.notify({ type: 'gathered', id, metrics: this.#metrics(asking, silent) });
  }

  /** @returns the number of processes that did not respond in time. */
  async #askAll(children: readonly GatewayChild[]): Promise<number> {
    let silent = children.length;
    await new Promise<void>((resolve) => {
      const responded = (): void => {
        if (--silent === 0) finish();
      };
      const finish = (): void => {
        clearTimeout(timer);
        // A process that hangs must not collect those who have given up.
        for (const child of children) this.#reporters.get(child)?.waiting.delete(responded);
        resolve();
      };
      const timer = setTimeout(finish, timeoutMs);
      // Not by `child.ended`: what waits for that is kept for as long as the process runs.
      for (const child of children) this.#reporters.get(child)?.waiting.add(responded);
      if (silent === 0) finish();
      else this.#ask(children);
    });
    return silent;
  }

  #ask(children: readonly GatewayChild[]): void {
    for (const child of children) child.notify({ type: 'report' });
  }

  #metrics(asking: GatewayChild, silent: number): GatheredMetrics {
    const sums = new Map(this.#ended);
    const gauges: { gateway: number; values: SeriesValues }[] = [];
    for (const [child, { gateway, last }] of this.#reporters) {
      if (child === asking || last === undefined) continue;
      add(sums, last.counters);
      gauges.push({ gateway, values: last.gauges });
    }
    return { counters: Object.fromEntries(sums), gauges, silent };
  }

  #remove(child: GatewayChild): void {
    const reporter = this.#reporters.get(child);
    if (reporter === undefined) return;
    this.#reporters.delete(child);
    if (reporter.last !== undefined) add(this.#ended, reporter.last.counters);
    // It has nothing more to say.
    settle(reporter);
  }
}

function settle({ waiting }: Reporter): void {
  for (const resolve of waiting) resolve();
  waiting.clear();
}

function add(sums: Map<string, number>, values: SeriesValues): void {
  for (const [series, value] of Object.entries(values)) sums.set(series, (sums.get(series) ?? 0) + value);
}
