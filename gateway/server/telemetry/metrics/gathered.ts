import type { GatheredMetrics, MetricsReport } from '#gateway/core/metrics-report.js';
import type { MetricDefinition } from './definition.js';
import { type Series, seriesOf } from './exposition.js';
import type { MetricSources } from './sources.js';

/** A series as a key of a report: the metric, the name of the series and its labels, as JSON. */
function keyOf(metric: string, { name, labels }: Series): string {
  return JSON.stringify([metric, name, labels]);
}

/** Returns the metrics of this gateway, for the one that adds them up. */
export function reportOf(definitions: readonly MetricDefinition[], sources: MetricSources): MetricsReport {
  const counters: Record<string, number> = {};
  const gauges: Record<string, number> = {};
  for (const definition of definitions) {
    // Processes that have ended count on in sums alone.
    const values = definition.type !== 'gauge' && definition.across === 'sum' ? counters : gauges;
    for (const series of seriesOf(definition, sources)) values[keyOf(definition.name, series)] = series.value;
  }
  return { counters, gauges };
}

/** How two values of one series become one. */
const combine = {
  sum: (a: number, b: number) => a + b,
  largest: Math.max,
  smallest: Math.min,
  gateway: (_: number, last: number) => last,
} as const;

/**
 * Returns the metrics of all gateways.
 *
 * @param gateway - the number of this gateway.
 * @param own - its metrics.
 */
export function gatheredSeries(
  definitions: readonly MetricDefinition[],
  gateway: number,
  own: MetricsReport,
  { counters, gauges }: GatheredMetrics,
): ReadonlyMap<MetricDefinition, readonly Series[]> {
  const all = new Map(definitions.map((definition) => [definition.name, new Map<string, Series>()]));
  const across = new Map(definitions.map((definition) => [definition.name, definition.across]));
  const addAll = (values: MetricsReport['gauges'], from: number | undefined): void => {
    for (const [key, value] of Object.entries(values)) {
      const [metric, name, labels] = JSON.parse(key) as [string, string, Series['labels']];
      const mode = across.get(metric);
      const series = all.get(metric);
      // A metric of another release.
      if (mode === undefined || series === undefined) continue;
      const isNumbered = mode === 'gateway' && from !== undefined;
      const place = isNumbered ? `${key} ${from}` : key;
      const before = series.get(place)?.value;
      series.set(place, {
        name,
        labels: isNumbered ? { ...labels, gateway: String(from) } : labels,
        value: before === undefined ? value : combine[mode](before, value),
      });
    }
  };
  addAll(own.counters, undefined);
  addAll(counters, undefined);
  addAll(own.gauges, gateway);
  for (const { gateway: from, values } of gauges) addAll(values, from);
  return new Map(definitions.map((definition) => [definition, [...(all.get(definition.name)?.values() ?? [])]]));
}
