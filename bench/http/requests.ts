import type { OperationName } from '#engine/operations/operation.js';
import { lines, text } from '../corpora.js';
import { urls } from '../url-corpora.js';

/** A request that the benchmark sends repeatedly. */
export interface BenchRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, in UTF-8. */
  readonly body: string;
}

/** Returns a cheap request: a body of 100 bytes, and two steps that read every character. */
export function smallRequest(apiKey: string): BenchRequest {
  const steps = ['trim-lines', 'upper-case'];
  return post(
    apiKey,
    padded(100, (padding) => ({ input: `  Hello World, this is a text${padding}  `, steps })),
  );
}

/** Returns a request with the longest input of `/v1/run`, and enough work for a thread. */
export function largeRequest(apiKey: string): BenchRequest {
  return post(apiKey, JSON.stringify({ input: text('ascii', 500_000), steps: ['upper-case', 'sort-lines'] }));
}

/** Jobs that services of other languages do too, by name: of each operation one, with ASCII texts. */
export function plainRequests(apiKey: string): ReadonlyMap<string, BenchRequest> {
  const steps = ['trim-lines', 'remove-duplicate-lines', 'upper-case'];
  const run = post(apiKey, JSON.stringify({ input: text('ascii', 500_000), steps }));
  return new Map([...pooledRequests(apiKey), ['run, 500,000 characters', run]]);
}

/** Jobs that the pool does, by name: of each operation one, in the sizes that people send. */
export function pooledRequests(apiKey: string): ReadonlyMap<string, BenchRequest> {
  const to = (path: string, fields: object) => ({ ...post(apiKey, JSON.stringify(fields)), path });
  return new Map([
    ['sanitize, 500 URLs', to('/v1/sanitize', { urls: urls(500) })],
    ['sort-dedupe, 5,000 lines', to('/v1/sort-dedupe', { lines: lines('words', 5_000) })],
    ['run, 500,000 characters', largeRequest(apiKey)],
  ]);
}

/** Returns one of {@link pooledRequests}. @throws {Error} if there is none of this name. */
export function pooledRequest(apiKey: string, name: string): BenchRequest {
  const request = pooledRequests(apiKey).get(name);
  if (request === undefined) throw new Error(`There is no request ${name}`);
  return request;
}

/** Returns a request with a body of one megabyte and fewer than 500,000 characters: most of them take three bytes. */
export function megabyteRequest(apiKey: string): BenchRequest {
  const characters = text('cjk', 360_000);
  return post(
    apiKey,
    padded(1_000_000, (padding) => ({ input: characters + padding, steps: ['upper-case'] })),
  );
}

/** Returns a request of this size with one step. */
export function sizedRequest(apiKey: string, bytes: number, tool: string): BenchRequest {
  const characters = text('ascii', Math.floor(bytes * 0.8));
  return post(
    apiKey,
    padded(bytes, (padding) => ({ input: characters + padding, steps: [tool] })),
  );
}

/** A job of the engine, without HTTP. */
export interface EngineJob {
  readonly operation: OperationName;
  readonly body: Uint8Array;
}

/** Returns a job of each operation with a body of about this size, within the limits of the operation. */
export function sizedJobs(bytes: number): Map<string, EngineJob> {
  const run = (tool: string): EngineJob => ({
    operation: 'run',
    body: Buffer.from(sizedRequest('', bytes, tool).body),
  });
  const list = (operation: OperationName, entries: readonly string[]): EngineJob => ({
    operation,
    body: Buffer.from(JSON.stringify({ input: entries.join('\n') })),
  });
  return new Map([
    ['run, upper-case', run('upper-case')],
    ['run, sort-lines', run('sort-lines')],
    ['sanitize', list('sanitize', filled(urls(Math.ceil(bytes / Math.max(90, bytes / 500))), bytes))],
    ['sort-dedupe', list('sort-dedupe', filled(lines('words', Math.ceil(bytes / 32)), bytes))],
  ]);
}

/** Returns entries that together have about this many characters. */
function filled(entries: readonly string[], characters: number): string[] {
  const length = Math.floor(characters / entries.length) - 1;
  return entries.map((entry) => entry.padEnd(length, 'x').slice(0, length));
}

function post(apiKey: string, body: string): BenchRequest {
  return { path: '/v1/run', headers: { 'Content-Type': 'application/json', 'x-api-key': apiKey }, body };
}

/** Returns JSON of exactly this size, if there is room for the padding. */
function padded(bytes: number, make: (padding: string) => object): string {
  const room = bytes - Buffer.byteLength(JSON.stringify(make('')));
  // Words, because a long run of one letter is untypical.
  return JSON.stringify(make('. and more of it'.repeat(Math.ceil(Math.max(0, room) / 16)).slice(0, Math.max(0, room))));
}
