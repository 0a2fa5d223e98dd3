/** The values of `GET /metrics`, by name with labels, as Prometheus writes them. */
export type Metrics = ReadonlyMap<string, number>;

/** What the server counted during a load, all its requests included. Times in milliseconds. */
export interface ServerFigures {
  /** Requests of the operations of the load. */
  readonly requests: number;
  /** The bound of the bucket of each percentile, so at most that; null above the last bound. */
  readonly latencyMs: { readonly p50: number | null; readonly p90: number | null; readonly p99: number | null };
  readonly eventLoopDelayMs: { readonly p50: number | null; readonly p99: number | null };
  /** Processor time of all threads, in seconds per second. */
  readonly processors: number;
  /** Requests that were refused, by reason; only those above 0. */
  readonly refusals: Readonly<Record<string, number>>;
}

/** Parses the text format of Prometheus. */
export function parseMetrics(text: string): Metrics {
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    samples.map((line) => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}

/**
 * Returns what the server counted between two readings.
 *
 * @param operations - labels of the operations of the load; all if it is empty.
 */
export function serverFigures(
  before: Metrics,
  after: Metrics,
  operations: ReadonlySet<string>,
  seconds: number,
): ServerFigures {
  const grown = [...after].map(([name, value]) => [name, value - (before.get(name) ?? 0)] as const);
  const isAsked = (name: string) =>
    operations.size === 0 || [...operations].some((operation) => name.includes(`operation="${operation}"`));
  const latency = buckets(grown, 'textmill_request_duration_seconds', isAsked);
  const delay = buckets(grown, 'textmill_event_loop_delay_seconds', () => true);
  const refusals = grown.flatMap(([name, count]) => {
    const reason = /^textmill_refusals_total\{.*reason="([^"]+)"/.exec(name)?.[1];
    return reason === undefined || count <= 0 ? [] : [[reason, count] as const];
  });
  const cpu = grown.find(([name]) => name === 'process_cpu_seconds_total')?.[1] ?? 0;
  return {
    requests: Math.max(0, ...latency.map(({ count }) => count)),
    latencyMs: { p50: boundOf(latency, 50), p90: boundOf(latency, 90), p99: boundOf(latency, 99) },
    eventLoopDelayMs: { p50: boundOf(delay, 50), p99: boundOf(delay, 99) },
    processors: seconds > 0 ? cpu / seconds : 0,
    refusals: Object.fromEntries(refusals),
  };
}

interface Bucket {
  /** In seconds; Infinity for the last. */
  readonly bound: number;
  /** Values up to the bound. */
  readonly count: number;
}

/** Returns the buckets of a histogram, ascending; those of several series added up. */
function buckets(
  grown: readonly (readonly [string, number])[],
  histogram: string,
  isAsked: (name: string) => boolean,
): readonly Bucket[] {
  const counts = new Map<number, number>();
  for (const [name, count] of grown) {
    if (!name.startsWith(`${histogram}_bucket{`) || !isAsked(name)) continue;
    const le = /le="([^"]+)"/.exec(name)?.[1];
    const bound = le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le);
    counts.set(bound, (counts.get(bound) ?? 0) + count);
  }
  return [...counts].map(([bound, count]) => ({ bound, count })).sort((a, b) => a.bound - b.bound);
}

/** Returns the bound below which this part of the values is, in milliseconds; null if there is none. */
function boundOf(of: readonly Bucket[], percent: number): number | null {
  const total = of.at(-1)?.count ?? 0;
  const found = of.find(({ count }) => count >= (total * percent) / 100);
  return total === 0 || found === undefined || !Number.isFinite(found.bound) ? null : found.bound * 1_000;
}
