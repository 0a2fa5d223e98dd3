import { columnsText } from '../core/io.js';
import type { LatencyHistogram } from './latency-histogram.js';
import type { ClientFigures } from './load-run.js';
import { type OutcomeCounts, outcomeNames, outcomeTitles } from './outcomes.js';
import type { ServerFigures } from './server-metrics.js';

const percents = { p50: 50, p75: 75, p90: 90, p99: 99, p99_9: 99.9, p99_99: 99.99 } as const;
type PercentName = keyof typeof percents;

/** A distribution, in milliseconds. */
export type Distribution = Readonly<Record<PercentName | 'mean' | 'max', number>>;

/** What kept the load from more, or from lower latencies. */
export type Limit = 'none' | 'client' | 'server' | 'refusals';

/** The figures of one load, as `--json` prints them. */
export interface BenchFigures {
  readonly ratePerSecond: number;
  readonly servedPerSecond: number;
  /** How long requests were due. */
  readonly seconds: number;
  readonly connections: number;
  readonly counts: OutcomeCounts;
  /** Why a connection failed; null if none did. */
  readonly connectionError: string | null;
  /** Of the requests that succeeded, or had no response in time; corrected also of those that were not sent. */
  readonly latencyMs: { readonly corrected: Distribution; readonly uncorrected: Distribution };
  readonly client: ClientFigures;
  /** Or why the metrics cannot be read. */
  readonly server: ServerFigures | string;
  readonly limit: Limit;
  /** The reason in words. */
  readonly limitReason: string;
}

/** Returns the figures with the verdict on what the limit was. */
export function figuresOf({
  corrected,
  uncorrected,
  ...measured
}: Omit<BenchFigures, 'latencyMs' | 'limit' | 'limitReason'> & {
  readonly corrected: LatencyHistogram;
  readonly uncorrected: LatencyHistogram;
}): BenchFigures {
  const latencyMs = { corrected: distribution(corrected), uncorrected: distribution(uncorrected) };
  const all = { ...measured, servedPerSecond: Number(measured.servedPerSecond.toFixed(1)), latencyMs };
  return { ...all, ...limitOf(all) };
}

function distribution(histogram: LatencyHistogram): Distribution {
  const values = Object.entries(percents).map(([name, percent]) => [name, round(histogram.percentileMs(percent))]);
  const { meanMs, maxMs } = histogram;
  return { ...Object.fromEntries(values), mean: round(meanMs), max: round(maxMs) } as Distribution;
}

/** Without digits below a microsecond. */
const round = (ms: number) => Number(ms.toFixed(3));

/** The rate counts as served if this part of the requests was sent in time. */
export const enough = 0.99;
/** An event loop that has work for this part of the time is the limit. */
const full = 0.9;

/** Returns what the limit was: who was late, or busy. */
export function limitOf({
  connections,
  counts,
  latencyMs,
  client,
  server,
}: Omit<BenchFigures, 'limit' | 'limitReason'>): { readonly limit: Limit; readonly limitReason: string } {
  const all = outcomeNames.reduce((sum, name) => sum + counts[name], 0);
  const { burst, quota, limit, unauthorized, forbidden, invalid, queue, unavailable, error, timeout, connection } =
    counts;
  if (burst + quota + limit + unauthorized + forbidden + invalid > (1 - enough) * all) {
    return {
      limit: 'refusals',
      limitReason: 'the gateway refused requests by a limit, for their key or for what they are',
    };
  }
  if (queue + unavailable > (1 - enough) * all) {
    return { limit: 'server', limitReason: 'it refused requests because it was full' };
  }
  if (error + timeout + connection > (1 - enough) * all) {
    return { limit: 'server', limitReason: 'it failed, did not respond in time, or connections to it broke' };
  }
  const busy = `its event loop had work ${percentOf(client.eventLoopBusy)} of the time`;
  const isServed = counts.unsent <= (1 - enough) * all;
  if (!isServed && client.eventLoopBusy >= full) {
    const both =
      typeof server !== 'string' && server.processors >= full
        ? `, and the server used ${processorsText(server.processors)} as well`
        : '';
    return { limit: 'client', limitReason: `${busy}${both}: send from several machines` };
  }
  if (!isServed) {
    const known =
      typeof server === 'string'
        ? 'its metrics could not be read'
        : `it used ${processorsText(server.processors)}, and its event loop was ${atMost(server.eventLoopDelayMs.p99, true)} late (p99)`;
    return {
      limit: 'server',
      limitReason: `all ${connections} connections waited for responses; ${known}. If it was idle, it is the network, or more --connections help`,
    };
  }
  if (client.sentLateMs.p99 > 1 && client.sentLateMs.p99 > latencyMs.corrected.p99 / 2) {
    const reason = `it sent late (p99 ${msText(client.sentLateMs.p99)}), which is most of the corrected latency; ${busy}`;
    return { limit: 'client', limitReason: reason };
  }
  return { limit: 'none', limitReason: 'the rate was served' };
}

/** Formats figures for people. @param found - the result of `--find-rate`. */
export function reportText(
  figures: BenchFigures,
  found: { readonly p99BelowMs: number; readonly ratePerSecond: number | null } | undefined,
  interrupted: boolean,
): string {
  const { counts, connectionError, latencyMs, client, server, ratePerSecond, servedPerSecond, seconds, connections } =
    figures;
  const lines = [
    ...(interrupted ? ['Interrupted: these are the figures so far.'] : []),
    ...(found === undefined
      ? []
      : [
          found.ratePerSecond === null
            ? `No rate with a p99 below ${found.p99BelowMs} ms was found.`
            : `Highest rate with a p99 below ${found.p99BelowMs} ms: ${found.ratePerSecond}/s. At this rate:`,
        ]),
    `${seconds.toFixed(1)} s at ${ratePerSecond}/s over ${connections} connections: ${servedPerSecond.toFixed(1)}/s served`,
  ];
  const names = outcomeNames.filter((name) => counts[name] > 0);
  const ends = columnsText(
    names.map((name) => [
      `  ${String(counts[name]).padStart(9)}`,
      `${outcomeTitles[name]}${name === 'connection' ? `: ${connectionError}` : ''}`,
    ]),
  );
  const ofServer = typeof server === 'string' ? undefined : server;
  const rows = [...(Object.keys(percents) as PercentName[]), 'mean', 'max'] as const;
  const table = columnsText([
    ['  Latency', 'corrected', 'uncorrected', ...(ofServer === undefined ? [] : ['server'])],
    ...rows.map((name) => {
      const atServer = name === 'p50' || name === 'p90' || name === 'p99' ? ofServer?.latencyMs[name] : undefined;
      return [
        `  ${name.replace('_', '.')}`,
        msText(latencyMs.corrected[name]),
        msText(latencyMs.uncorrected[name]),
        atServer === undefined ? '' : atMost(atServer, (ofServer?.requests ?? 0) > 0),
      ];
    }),
  ]);
  const { sentLateMs, eventLoopDelayMs, eventLoopBusy, processors } = client;
  const about = columnsText([
    [
      'Client',
      `sent late: p50 ${msText(sentLateMs.p50)}, p99 ${msText(sentLateMs.p99)}; event loop: ${percentOf(eventLoopBusy)} busy, ` +
        `p99 ${msText(eventLoopDelayMs.p99)} late; ${processorsText(processors)}`,
    ],
    [
      'Server',
      ofServer === undefined
        ? String(server)
        : `${ofServer.requests} requests; event loop: p99 ${atMost(ofServer.eventLoopDelayMs.p99, true)} late; ` +
          `${processorsText(ofServer.processors)}${refusalsText(ofServer.refusals)}`,
    ],
    ['Limit', `${figures.limit}: ${figures.limitReason}`],
  ]);
  return `${lines.join('\n')}\n${ends}\n${table}\n${about}`;
}

function refusalsText(refusals: Readonly<Record<string, number>>): string {
  const named = Object.entries(refusals).map(([reason, count]) => `${reason} ${count}`);
  return named.length === 0 ? '' : `; refused: ${named.join(', ')}`;
}

const msText = (ms: number) => `${ms < 10 ? ms.toFixed(3) : ms.toFixed(1)} ms`;
const percentOf = (part: number) => `${Math.round(part * 100)} %`;
const processorsText = (processors: number) => `${processors.toFixed(2)} processors`;
const atMost = (ms: number | null, isAny: boolean) => (ms !== null ? `≤ ${ms} ms` : isAny ? 'above all bounds' : '');
