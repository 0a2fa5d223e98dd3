import { readFileSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { resolve } from 'node:path';
import { version } from '#gateway/core/version.js';
import { gatewayKey, gatewayUrl, secretFrom } from '../core/gateway-access.js';
import { CommandError, type Io, jsonText, print, say, UsageError } from '../core/io.js';
import { BenchConnection, type Target } from './bench-connection.js';
import { type BenchFigures, enough, figuresOf, reportText } from './figures.js';
import { findRate, usualSearch } from './find-rate.js';
import type { LatencyHistogram } from './latency-histogram.js';
import { runLoad } from './load-run.js';
import { type LimitKind, LimitKinds, type OutcomeName } from './outcomes.js';
import { type BenchRequest, type PayloadName, payloads } from './payloads.js';
import { checkedLookup } from './private-host.js';
import { type Metrics, parseMetrics, serverFigures } from './server-metrics.js';

/** The options of `textmill bench`, as commander gives them. Times in milliseconds. */
export interface BenchOptions {
  readonly keyFile?: string;
  readonly tokenFile?: string;
  readonly rate: number;
  readonly duration: number;
  readonly warmUp: number;
  readonly connections: number;
  readonly timeout: number;
  readonly findRate?: boolean;
  readonly p99: number;
  readonly payload: PayloadName;
  readonly body?: string;
  readonly path?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
  readonly hdr?: string;
}

/** The highest rate that is tried, per second: more than a client can send. */
const mostPerSecond = 1_000_000;
/** A trial of `--find-rate` has at least this many requests, so that ten of them are above p99, in at most a minute. */
const [leastRequests, longestTrialMs] = [1_000, 60_000];
/** The part of requests that may fail in a trial that passes. */
const toleratedFailures = 0.001;

/**
 * Sends a load to a gateway, and prints what came of it.
 *
 * @throws {UsageError} for options that do not fit together, and for a host of the internet without `--yes`.
 * @throws {CommandError} if the gateway cannot be reached, refuses the first requests, or serves no request; or if
 *   `--find-rate` finds no rate.
 */
export async function runBench(io: Io, address: string | undefined, options: BenchOptions): Promise<void> {
  const url = new URL(gatewayUrl(io, address));
  const requests = requestsOf(io, options);
  const key = gatewayKey(io, options.keyFile);
  const token = secretFrom(io, options.tokenFile, 'TEXTMILL_ADMIN_TOKEN', 'an admin token');
  const target = { url, lookup: await checkedLookup(url.hostname, options.yes ?? false) };
  const bench = new Bench(io, target, requests, key, token, options);
  const stop = new AbortController();
  const interrupt = (): void => stop.abort();
  // Only the first one: the next ends the process.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt);
  try {
    await bench.tryOut();
    const found = options.findRate ? await bench.search(stop.signal) : await bench.measure(options.rate, stop.signal);
    await bench.print(found, stop.signal.aborted);
  } finally {
    bench.close();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupt);
  }
}

function requestsOf({ workingFolder }: Io, { body, path, payload }: BenchOptions): readonly BenchRequest[] {
  if (body === undefined && path === undefined) return payloads[payload].requests();
  if (body === undefined || path === undefined) throw new UsageError('--body and --path belong together');
  if (!/^\/[\x21-\x7e]*$/.test(path)) throw new UsageError('--path must begin with a slash, such as /v1/run');
  try {
    return [{ path, body: readFileSync(resolve(workingFolder, body)) }];
  } catch (error) {
    throw new UsageError(`${body} cannot be read: ${(error as Error).message}`);
  }
}

/** One level of load, measured. */
interface Level {
  readonly figures: BenchFigures;
  readonly corrected: LatencyHistogram;
  readonly uncorrected: LatencyHistogram;
  readonly ratePerSecond: number;
  readonly passed: boolean;
}

/** What a trial of `--find-rate` showed. */
interface TrialFigures {
  readonly ratePerSecond: number;
  readonly servedPerSecond: number;
  readonly p99Ms: number;
  readonly passed: boolean;
}

class Bench {
  readonly #io: Io;
  readonly #target: Target;
  readonly #paths: readonly string[];
  readonly #messages: readonly Buffer[];
  readonly #key: string;
  readonly #token: string | undefined;
  readonly #options: BenchOptions;
  readonly #connections: readonly BenchConnection[];
  readonly #trials: TrialFigures[] = [];

  constructor(
    io: Io,
    target: Target,
    requests: readonly BenchRequest[],
    key: string,
    token: string | undefined,
    options: BenchOptions,
  ) {
    this.#io = io;
    this.#target = target;
    this.#key = key;
    this.#token = token;
    this.#options = options;
    this.#paths = requests.map(({ path }) => path);
    this.#messages = requests.map(({ path, body }) => this.#message(path, body));
    this.#connections = Array.from({ length: options.connections }, () => new BenchConnection(target));
  }

  #message(path: string, body: string | Buffer): Buffer {
    const { host, pathname } = this.#target.url;
    const head = [
      `POST ${pathname.slice(0, -1)}${path} HTTP/1.1`,
      `Host: ${host}`,
      `User-Agent: textmill-bench/${version}`,
      `x-api-key: ${this.#key}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
    ];
    return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), Buffer.from(body)]);
  }

  /**
   * Sends a request of each path.
   *
   * @throws {CommandError} if one fails for a reason that a load would not change.
   */
  async tryOut(): Promise<void> {
    const [connection] = this.#connections;
    if (connection === undefined) return;
    const final: readonly OutcomeName[] = ['unauthorized', 'forbidden', 'invalid', 'error', 'connection', 'timeout'];
    for (const path of new Set(this.#paths)) {
      const message = this.#messages[this.#paths.indexOf(path)] as Buffer;
      let timer: NodeJS.Timeout | undefined;
      const { outcome, why } = await new Promise<{ outcome: OutcomeName; why: string }>((resolve) => {
        connection.onEnd((_, outcome, { status, text }) => {
          const why = outcome === 'connection' ? connection.failure : `${status} ${messageIn(text)}`;
          resolve({ outcome, why });
        });
        timer = setTimeout(() => {
          connection.abort();
          resolve({ outcome: 'timeout', why: `no response within ${this.#options.timeout} ms` });
        }, this.#options.timeout);
        connection.send(message);
      });
      clearTimeout(timer);
      if (final.includes(outcome)) throw new CommandError(`POST ${path} to ${this.#target.url.origin} failed: ${why}`);
    }
  }

  close(): void {
    for (const connection of this.#connections) connection.abort();
  }

  /** Warms up, and sends the load. */
  async measure(ratePerSecond: number, stop: AbortSignal): Promise<Level> {
    const { findRate: isSearch, duration, warmUp: warmUpMs, p99 } = this.#options;
    const least = isSearch ? Math.min(longestTrialMs, (1_000 * leastRequests) / ratePerSecond) : 0;
    const plan = {
      ratePerSecond,
      durationMs: Math.max(duration, least),
      timeoutMs: this.#options.timeout,
      requests: this.#messages,
    };
    const ask = () => this.#limitKind();
    let limits = new LimitKinds(ask);
    const warmUp =
      warmUpMs > 0 ? await runLoad({ ...plan, durationMs: warmUpMs }, this.#connections, limits, stop) : undefined;
    const before = await this.#metrics();
    const readAt = performance.now();
    // Figures of the warm-up are better than none.
    const isStopped = stop.aborted && warmUp !== undefined;
    if (!isStopped) limits = new LimitKinds(ask);
    const { loop, client } = isStopped ? warmUp : await runLoad(plan, this.#connections, limits, stop);
    const seconds = (performance.now() - readAt) / 1_000;
    const after = await this.#metrics();
    const operations = new Set(this.#paths.map((path) => operationLabels.get(path) ?? ''));
    const server =
      typeof before === 'string'
        ? before
        : typeof after === 'string'
          ? after
          : serverFigures(before, after, operations.has('') ? new Set() : operations, seconds);
    const counts = { ...loop.counts, ...limits.counts };
    const { corrected, uncorrected } = loop;
    const figures = figuresOf({
      ratePerSecond,
      seconds: loop.elapsedMs / 1_000,
      servedPerSecond: loop.servedPerSecond,
      connections: this.#options.connections,
      counts,
      corrected,
      uncorrected,
      connectionError: this.#connections.find(({ failure }) => failure !== '')?.failure ?? null,
      client,
      server,
    });
    const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
    // A few requests may wait for a connection at the end: their wait is part of the p99.
    const failed = all - counts.succeeded - counts.unsent;
    const isServed = failed <= toleratedFailures * all && counts.unsent <= (1 - enough) * all;
    const passed = isServed && figures.latencyMs.corrected.p99 < p99 && !stop.aborted;
    return { figures, corrected, uncorrected, ratePerSecond, passed };
  }

  /** @throws {CommandError} if no rate passes. */
  async search(stop: AbortSignal): Promise<Level> {
    const { rate, p99 } = this.#options;
    let last: Level | undefined;
    const best = await findRate(
      async (ratePerSecond) => {
        if (stop.aborted) return undefined;
        last = await this.measure(ratePerSecond, stop);
        const { servedPerSecond, latencyMs } = last.figures;
        const trial = { ratePerSecond, servedPerSecond, p99Ms: latencyMs.corrected.p99, passed: last.passed };
        this.#trials.push(trial);
        const verdict = last.passed ? 'passed' : 'failed';
        await say(
          this.#io,
          `${ratePerSecond}/s: p99 ${trial.p99Ms.toFixed(2)} ms, ${servedPerSecond.toFixed(0)}/s served, ${verdict}\n`,
        );
        return stop.aborted ? undefined : last;
      },
      { first: rate, most: mostPerSecond, ...usualSearch },
    );
    if (best !== undefined) return best;
    if (last !== undefined && stop.aborted) return last;
    throw new CommandError(
      `At none of the rates tried, p99 stays below ${p99} ms: the lowest was ${Math.min(...this.#trials.map(({ ratePerSecond }) => ratePerSecond))}/s`,
    );
  }

  async print(level: Level, interrupted: boolean): Promise<void> {
    const { body, path, payload, findRate: isSearch, p99, json, hdr } = this.#options;
    const load = body === undefined ? { payload } : { path, body };
    const found = isSearch ? { p99BelowMs: p99, ratePerSecond: level.passed ? level.ratePerSecond : null } : undefined;
    const document = {
      url: this.#target.url.href,
      ...load,
      ...level.figures,
      interrupted,
      ...(found === undefined ? {} : { findRate: { ...found, trials: this.#trials } }),
    };
    if (hdr !== undefined) {
      const file = resolve(this.#io.workingFolder, hdr);
      writeFileSync(file, level.corrected.hgrm());
      writeFileSync(file.replace(/(\.[^./]*)?$/, '-uncorrected$1'), level.uncorrected.hgrm());
    }
    const title = body === undefined ? `${payload}: ${payloads[payload].title}` : `${path}: ${body}`;
    await print(
      this.#io,
      json
        ? jsonText(document)
        : `${this.#target.url.href}, ${title}\n${reportText(level.figures, found, interrupted)}`,
    );
    if (level.figures.counts.succeeded === 0) throw new CommandError('No request succeeded');
  }

  /** Asks which limit refuses. */
  async #limitKind(): Promise<LimitKind> {
    const { status, text } = await this.#get('v1/usage', { 'x-api-key': this.#key });
    const { freeAt } = status === 200 ? (JSON.parse(text) as { readonly freeAt?: string | null }) : {};
    if (freeAt === undefined) return undefined;
    return freeAt === null ? 'burst' : 'quota';
  }

  /** Returns the metrics, or why they cannot be read. */
  async #metrics(): Promise<Metrics | string> {
    const headers: Record<string, string> = this.#token === undefined ? {} : { 'x-admin-token': this.#token };
    try {
      const { status, text } = await this.#get('metrics', headers);
      if (status === 200) return parseMetrics(text);
      const hint = this.#token === undefined ? '; set TEXTMILL_ADMIN_TOKEN or --token-file' : '';
      return `GET /metrics gave ${status}${hint}`;
    } catch (error) {
      return `GET /metrics failed: ${(error as Error).message}`;
    }
  }

  #get(path: string, headers: Readonly<Record<string, string>>) {
    const { url, lookup } = this.#target;
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    return new Promise<{ readonly status: number; readonly text: string }>((resolve, reject) => {
      const options = {
        headers: { ...headers, Host: url.host },
        lookup,
        timeout: this.#options.timeout,
        agent: false as const,
      };
      const request = send(new URL(path, url), options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
      });
      request.on('timeout', () => request.destroy(new Error('no response in time')));
      request.on('error', reject);
      request.end();
    });
  }
}

/** How `/metrics` names the operations. */
const operationLabels: ReadonlyMap<string, string> = new Map([
  ['/v1/run', 'run'],
  ['/v1/sanitize', 'sanitize'],
  ['/v1/sort-dedupe', 'sort-dedupe'],
]);

/** Returns the message of an error response, or what there is of it. */
function messageIn(text: string): string {
  const message = /^\{"error":("(?:[^"\\]|\\.)*")/.exec(text)?.[1];
  return message === undefined ? text.slice(0, 200) : (JSON.parse(message) as string);
}
