import type { Registry } from 'prom-client';
import { lazyLibrary } from '#engine/core/lazy-library.js';
import type {
  CounterDefinition,
  GaugeDefinition,
  HistogramDefinition,
  HistogramSample,
  MetricDefinition,
} from './definition.js';
import type { MetricSources } from './sources.js';

/** Loaded with the first request for metrics, so that the start does not wait for it. */
const loadLibrary = lazyLibrary<typeof import('prom-client')>('prom-client');

/** Creates a registry of prom-client that reads its values from the sources on each request. */
export function createRegistry(definitions: readonly MetricDefinition[], sources: MetricSources): Registry {
  const registry = new (loadLibrary().Registry)();
  for (const definition of definitions) {
    if (definition.type === 'gauge') addGauge(registry, definition, sources);
    else if (definition.type === 'counter') addCounter(registry, definition, sources);
    else addHistogram(registry, definition, sources);
  }
  return registry;
}

function addGauge(registry: Registry, { name, help, labels, read }: GaugeDefinition, sources: MetricSources): void {
  const { Gauge } = loadLibrary();
  new Gauge({
    name,
    help,
    labelNames: labels,
    registers: [registry],
    collect() {
      for (const { labels = {}, value } of read(sources)) this.set(labels, value);
    },
  });
}

function addCounter(registry: Registry, { name, help, labels, read }: CounterDefinition, sources: MetricSources): void {
  const { Counter } = loadLibrary();
  new Counter({
    name,
    help,
    labelNames: labels,
    registers: [registry],
    collect() {
      this.reset();
      for (const { labels = {}, value } of read(sources)) this.inc(labels, value);
    },
  });
}

/** prom-client's Histogram does not accept finished buckets; its registry accepts any object with this method. */
function addHistogram(registry: Registry, { name, help, read }: HistogramDefinition, sources: MetricSources): void {
  const get = async () => ({
    name,
    help,
    type: 'histogram',
    aggregator: 'sum',
    values: read(sources).flatMap((sample) => histogramValues(name, sample)),
  });
  registry.registerMetric({ name, get } as unknown as Parameters<Registry['registerMetric']>[0]);
}

/** A value with its labels, under the name that it has in the text: a histogram has several. */
export interface Series {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Returns the current values of a metric. */
export function seriesOf(definition: MetricDefinition, sources: MetricSources): Series[] {
  const { name } = definition;
  if (definition.type !== 'histogram') {
    return definition.read(sources).map(({ labels = {}, value }) => ({ name, labels, value }));
  }
  const values = definition.read(sources).flatMap((sample) => histogramValues(name, sample));
  return values.map(({ metricName, labels, value }) => ({ name: metricName, labels, value }));
}

/** Creates a registry for {@link addSeries}. */
export function emptyRegistry(): Registry {
  return new (loadLibrary().Registry)();
}

/** Adds a metric with given values. */
export function addSeries(registry: Registry, { name, help, type }: MetricDefinition, series: readonly Series[]): void {
  const values = series.map(({ name: metricName, labels, value }) => ({ metricName, labels, value }));
  const get = async () => ({ name, help, type, aggregator: 'sum', values });
  registry.registerMetric({ name, get } as unknown as Parameters<Registry['registerMetric']>[0]);
}

/** Returns the series of a histogram: its buckets, their sum and count. */
function histogramValues(name: string, { labels = {}, histogram }: HistogramSample) {
  const { bounds, cumulative, count, sum } = histogram;
  const buckets = bounds.map((le, index) => ({ le: String(le), value: cumulative[index] ?? 0 }));
  return [
    ...[...buckets, { le: '+Inf', value: count }].map(({ le, value }) => ({
      metricName: `${name}_bucket`,
      labels: { ...labels, le },
      value,
    })),
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
