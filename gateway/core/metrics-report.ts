/** Values of metrics by their series, in a form that the supervisor need not understand. */
export type SeriesValues = Readonly<Record<string, number>>;

/** The metrics of a gateway process. */
export interface MetricsReport {
  /** Values that only grow: the supervisor adds up those of processes that have ended. */
  readonly counters: SeriesValues;
  readonly gauges: SeriesValues;
}

/** The metrics of all other gateways. */
export interface GatheredMetrics {
  /** The sums over all other processes, including those that have ended. */
  readonly counters: SeriesValues;
  readonly gauges: readonly { readonly gateway: number; readonly values: SeriesValues }[];
  /** Gateways that did not respond in time; their last known values are included. */
  readonly silent: number;
}
