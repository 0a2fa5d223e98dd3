import type { GatheredMetrics, MetricsReport, SeriesValues } from '../core/metrics-report.js';
import type { GatewayChild } from './gateway-child.js';

/** How long to wait for the metrics of the other gateways, in milliseconds: a scrape must not wait for one that hangs. */
const patienceMs = 500;

/**
 * How often metrics are gathered without a request, in milliseconds: a process that is killed takes along what it counted
 * since then.
 */
const intervalMs = 5_000;

/** A process that serves, as far as its metrics are concerned. */
interface Reporter {
  readonly gateway: number;
  last: MetricsReport | undefined;
  /** Called with its next report. */
  readonly waiting: Set<() => void>;
}

/**
 * Gathers the metrics of all gateways for the one that was asked.
 *
 * Sums must not fall when a process ends, because Prometheus would take that for a restart of the service and count
 * everything again. So what a process counted is kept after its end.
 */
export class Gathering {
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
    for (const resolve of reporter.waiting) resolve();
    reporter.waiting.clear();
  }

  /** Sends the metrics of all other processes to one. @param report - its own metrics, for when it has ended. */
  async gather(asking: GatewayChild, id: number, report: MetricsReport): Promise<void> {
    this.reported(asking, report);
    const others = [...this.#reporters.keys()].filter((child) => child !== asking);
    const silent = await this.#askAll(others);
    asking.tell({ type: 'gathered', id, metrics: this.#metrics(asking, silent) });
  }

  /** @returns the number of processes that did not answer in time. */
  async #askAll(children: readonly GatewayChild[]): Promise<number> {
    const silent = new Set(children);
    const all = children.map(
      (child) =>
        new Promise<void>((resolve) => {
          const answered = (): void => {
            silent.delete(child);
            resolve();
          };
          this.#reporters.get(child)?.waiting.add(answered);
          // One that has ended has nothing more to say.
          void child.ended.then(answered);
        }),
    );
    this.#ask(children);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, patienceMs);
    });
    await Promise.race([Promise.all(all), late]);
    clearTimeout(timer);
    return silent.size;
  }

  #ask(children: readonly GatewayChild[]): void {
    for (const child of children) child.tell({ type: 'report' });
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
    const { last } = this.#reporters.get(child) ?? {};
    if (last !== undefined) add(this.#ended, last.counters);
    this.#reporters.delete(child);
  }
}

function add(sums: Map<string, number>, values: SeriesValues): void {
  for (const [series, value] of Object.entries(values)) sums.set(series, (sums.get(series) ?? 0) + value);
}
