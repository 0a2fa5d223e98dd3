/** One number of `GET /metrics`. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The samples of `GET /metrics` by name. */
export type Metrics = ReadonlyMap<string, readonly Sample[]>;

/**
 * Parses the text format of Prometheus. Skips comments and invalid lines.
 *
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/
 */
export function parseMetrics(text: string): Metrics {
  const metrics = new Map<string, Sample[]>();
  for (const line of text.split('\n')) {
    const [, name, labels = '', value = ''] =
      /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?[ \t]+(NaN|[+-]?Inf|[\d.eE+-]+)(?:\s|$)/.exec(line) ?? [];
    if (name === undefined) continue;
    const samples = metrics.get(name) ?? [];
    samples.push({ labels: parseLabels(labels), value: parseValue(value) });
    metrics.set(name, samples);
  }
  return metrics;
}

/** Returns samples by their names. */
export function metricsOf(samples: readonly (Sample & { readonly name: string })[]): Metrics {
  const metrics = new Map<string, Sample[]>();
  for (const { name, labels, value } of samples) {
    const same = metrics.get(name) ?? [];
    same.push({ labels, value });
    metrics.set(name, same);
  }
  return metrics;
}

function parseLabels(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g)];
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, unescaped(value)]));
}

function unescaped(value: string): string {
  return value.replace(/\\(.)/g, (_, character) => (character === 'n' ? '\n' : character));
}

function parseValue(text: string): number {
  if (text === '+Inf') return Number.POSITIVE_INFINITY;
  return text === '-Inf' ? Number.NEGATIVE_INFINITY : Number(text);
}

/** Returns the sum of the samples of a name with these labels; 0 without samples. */
export function total(metrics: Metrics, name: string, labels: Readonly<Record<string, string>> = {}): number {
  return samplesOf(metrics, name, labels).reduce((sum, { value }) => sum + value, 0);
}

/** Returns the samples of a metric that have all the given labels; none if the gateway does not have the metric. */
export function samplesOf(metrics: Metrics, name: string, labels: Readonly<Record<string, string>> = {}): Sample[] {
  const wanted = Object.entries(labels);
  return (metrics.get(name) ?? []).filter((sample) => wanted.every(([label, value]) => sample.labels[label] === value));
}
