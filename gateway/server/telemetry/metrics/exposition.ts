import type { HistogramSample, MetricDefinition } from './definition.js';
import type { MetricSources } from './sources.js';

/** A value with its labels, under the name that it has in the text: a histogram has several. */
export interface Series {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The media type of {@link metricsText}. */
export const metricsType = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * Writes metrics in the text format of Prometheus, version 0.0.4.
 *
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/
 */
export function metricsText(metrics: Iterable<readonly [MetricDefinition, readonly Series[]]>): string {
  let text = '';
  for (const [{ name, help, type }, series] of metrics) {
    text += `# HELP ${name} ${escaped(help)}\n# TYPE ${name} ${type}\n`;
    for (const each of series) text += `${each.name}${labelsText(each.labels)} ${valueText(each.value)}\n`;
  }
  return text;
}

function labelsText(labels: Series['labels']): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value).replaceAll('"', '\\"')}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}

function valueText(value: number): string {
  if (Number.isFinite(value) || Number.isNaN(value)) return String(value);
  return value > 0 ? '+Inf' : '-Inf';
}

/** Returns the current values of a metric. */
export function seriesOf(definition: MetricDefinition, sources: MetricSources): Series[] {
  const { name } = definition;
  if (definition.type === 'histogram') {
    return definition.read(sources).flatMap((sample) => histogramSeries(name, sample));
  }
  return definition.read(sources).map(({ labels = {}, value }) => ({ name, labels, value }));
}

/** Returns the series of a histogram: its buckets, their sum and count. */
function histogramSeries(name: string, { labels = {}, histogram }: HistogramSample): Series[] {
  const { bounds, cumulative, count, sum } = histogram;
  const buckets = [
    ...bounds.map((le, index) => [String(le), cumulative[index] ?? 0] as const),
    ['+Inf', count] as const,
  ];
  return [
    ...buckets.map(([le, value]) => ({ name: `${name}_bucket`, labels: { ...labels, le }, value })),
    { name: `${name}_sum`, labels, value: sum },
    { name: `${name}_count`, labels, value: count },
  ];
}
