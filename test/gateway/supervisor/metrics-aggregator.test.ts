import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { GatheredMetrics, MetricsReport } from '#gateway/core/metrics-report.js';
import type { GatewayChild } from '#gateway/supervisor/gateway-child.js';
import type { SupervisorMessage } from '#gateway/supervisor/messages.js';
import { MetricsAggregator } from '#gateway/supervisor/metrics-aggregator.js';
import type { ProcessEnd } from '#gateway/supervisor/process-end.js';

/** A gateway process, as far as its metrics are concerned. */
class FakeProcess {
  readonly gathered: GatheredMetrics[] = [];
  readonly #aggregator: MetricsAggregator;
  readonly #report: MetricsReport | undefined;
  #end: (end: ProcessEnd) => void = () => {};
  readonly ended = new Promise<ProcessEnd>((resolve) => {
    this.#end = resolve;
  });

  /** @param requests - what it reports; a process without them never responds. */
  constructor(aggregator: MetricsAggregator, gateway: number, requests?: number) {
    this.#aggregator = aggregator;
    this.#report = requests === undefined ? undefined : { counters: { requests }, gauges: {} };
    aggregator.add(this.asChild, gateway);
  }

  get asChild(): GatewayChild {
    return this as unknown as GatewayChild;
  }

  notify(message: SupervisorMessage): void {
    if (message.type === 'gathered') this.gathered.push(message.metrics);
    const report = this.#report;
    if (message.type === 'report' && report !== undefined)
      setImmediate(() => this.#aggregator.reported(this.asChild, report));
  }

  end(): void {
    this.#end({ status: 0, signal: null });
  }
}

const nothing: MetricsReport = { counters: {}, gauges: {} };

describe('aggregating the metrics of all gateways', () => {
  test('leaves nothing behind that waits for a process that goes on', async (t) => {
    const aggregator = new MetricsAggregator();
    const asking = new FakeProcess(aggregator, 1, 0);
    const other = new FakeProcess(aggregator, 2, 5);
    const waits = t.mock.method(other.ended, 'then');
    for (let id = 1; id <= 100; id++) await aggregator.gather(asking.asChild, id, nothing);
    assert.equal(waits.mock.callCount(), 0);
    assert.equal(asking.gathered.length, 100);
    assert.deepEqual(asking.gathered.at(-1), {
      counters: { requests: 5 },
      gauges: [{ gateway: 2, values: {} }],
      silent: 0,
    });
  });

  test('does not wait for a process that ends meanwhile, and keeps what it counted', async () => {
    const aggregator = new MetricsAggregator();
    const asking = new FakeProcess(aggregator, 1, 0);
    const ending = new FakeProcess(aggregator, 2);
    aggregator.reported(ending.asChild, { counters: { requests: 7 }, gauges: {} });
    const gathered = aggregator.gather(asking.asChild, 1, nothing);
    ending.end();
    await gathered;
    assert.deepEqual(asking.gathered, [{ counters: { requests: 7 }, gauges: [], silent: 0 }]);
  });

  test('names the number of those that do not respond', async () => {
    const aggregator = new MetricsAggregator();
    const asking = new FakeProcess(aggregator, 1, 0);
    const hanging = new FakeProcess(aggregator, 2);
    aggregator.reported(hanging.asChild, { counters: { requests: 3 }, gauges: {} });
    await aggregator.gather(asking.asChild, 1, nothing);
    assert.deepEqual(asking.gathered, [{ counters: { requests: 3 }, gauges: [{ gateway: 2, values: {} }], silent: 1 }]);
  });
});
