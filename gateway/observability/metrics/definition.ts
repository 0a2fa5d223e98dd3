import type { BucketHistogram } from '../bucket-histogram.js';
import type { MetricSources } from './sources.js';

/** One value of a metric. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A histogram with its labels. */
export interface HistogramSample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly histogram: BucketHistogram;
}

interface Named {
  readonly name: string;
  /** The description in `/metrics` and in gateway/observability/README.md. */
  readonly help: string;
  /** Names of labels. */
  readonly labels: readonly string[];
}

interface Numeric extends Named {
  readonly read: (sources: MetricSources) => readonly Sample[];
}

export interface GaugeDefinition extends Numeric {
  readonly type: 'gauge';
}

export interface CounterDefinition extends Numeric {
  readonly type: 'counter';
}

export interface HistogramDefinition extends Named {
  readonly type: 'histogram';
  readonly read: (sources: MetricSources) => readonly HistogramSample[];
}

/** A metric: its name and description, and how to read its values. */
export type MetricDefinition = GaugeDefinition | CounterDefinition | HistogramDefinition;

type Read = (sources: MetricSources) => number | readonly Sample[];

function samplesOf(read: Read): (sources: MetricSources) => readonly Sample[] {
  return (sources) => {
    const result = read(sources);
    return typeof result === 'number' ? [{ value: result }] : result;
  };
}

/** Defines a value that may go up and down. @param labels - names, if `read` returns samples. */
export function gauge(name: string, help: string, read: Read, labels: readonly string[] = []): MetricDefinition {
  return { type: 'gauge', name, help, labels, read: samplesOf(read) };
}

/** Defines a value that only grows while the process runs. */
export function counter(name: string, help: string, read: Read, labels: readonly string[] = []): MetricDefinition {
  return { type: 'counter', name, help, labels, read: samplesOf(read) };
}

export function histogram(
  name: string,
  help: string,
  read: (sources: MetricSources) => readonly HistogramSample[],
  labels: readonly string[] = [],
): MetricDefinition {
  return { type: 'histogram', name, help, labels, read };
}
