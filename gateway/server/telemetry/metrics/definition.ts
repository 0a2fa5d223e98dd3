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

/**
 * How the values of several gateways become one: added up, the largest, the smallest, or each with a label `gateway`,
 * where none of these makes sense.
 */
export type Across = 'sum' | 'largest' | 'smallest' | 'gateway';

interface Named {
  readonly name: string;
  /** The description in `/metrics` and in gateway/server/telemetry/README.md. */
  readonly help: string;
  /** Names of labels. */
  readonly labels: readonly string[];
  readonly across: Across;
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
  return { type: 'gauge', name, help, labels, across: 'sum', read: samplesOf(read) };
}

/** Defines a value that only grows while the process runs. */
export function counter(name: string, help: string, read: Read, labels: readonly string[] = []): MetricDefinition {
  return { type: 'counter', name, help, labels, across: 'sum', read: samplesOf(read) };
}

/** Defines a histogram. Those of several processes are added up, bucket by bucket. */
export function histogram(
  name: string,
  help: string,
  read: (sources: MetricSources) => readonly HistogramSample[],
  labels: readonly string[] = [],
): MetricDefinition {
  return { type: 'histogram', name, help, labels, across: 'sum', read };
}

/** Returns a metric whose values of several gateways are not added up. */
export function notSummed(across: Exclude<Across, 'sum'>, definition: MetricDefinition): MetricDefinition {
  return { ...definition, across };
}
