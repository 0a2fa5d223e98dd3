import type { OperationName } from '../../engine/operations/operation.js';
import { lines, text } from '../corpora.js';
import { urls } from '../url-corpora.js';

/** A request that the bench sends again and again. */
export interface BenchRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, in UTF-8. */
  readonly body: string;
}

/** What an API costs that does nothing much: 100 bytes of body and two steps that touch every character. */
export function smallRequest(apiKey: string): BenchRequest {
  const steps = ['trim-lines', 'upper-case'];
  return post(
    apiKey,
    padded(100, (padding) => ({ input: `  Hello World, this is a text${padding}  `, steps })),
  );
}

/** The longest input that `/v1/run` takes, and work that is worth a thread. */
export function largeRequest(apiKey: string): BenchRequest {
  return post(apiKey, JSON.stringify({ input: text('ascii', 500_000), steps: ['upper-case', 'sort-lines'] }));
}

/** One megabyte of body in fewer than 500,000 characters: most of them take three bytes. */
export function megabyteRequest(apiKey: string): BenchRequest {
  const characters = text('cjk', 360_000);
  return post(
    apiKey,
    padded(1_000_000, (padding) => ({ input: characters + padding, steps: ['upper-case'] })),
  );
}

/** A request of so many bytes with one step. */
export function sizedRequest(apiKey: string, bytes: number, tool: string): BenchRequest {
  const characters = text('ascii', Math.floor(bytes * 0.8));
  return post(
    apiKey,
    padded(bytes, (padding) => ({ input: characters + padding, steps: [tool] })),
  );
}

/** A job of the engine, without HTTP around it. */
export interface EngineJob {
  readonly operation: OperationName;
  readonly body: Uint8Array;
}

/** Jobs of each operation with bodies of about so many bytes, within the operations' own limits. */
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

/** The entries, each as long as it takes for all of them to have about so many characters. */
function filled(entries: readonly string[], characters: number): string[] {
  const length = Math.floor(characters / entries.length) - 1;
  return entries.map((entry) => entry.padEnd(length, 'x').slice(0, length));
}

function post(apiKey: string, body: string): BenchRequest {
  return { path: '/v1/run', headers: { 'Content-Type': 'application/json', 'x-api-key': apiKey }, body };
}

/** JSON of exactly so many bytes, where what is given leaves room for the padding. */
function padded(bytes: number, make: (padding: string) => object): string {
  const room = bytes - Buffer.byteLength(JSON.stringify(make('')));
  // Words rather than one long run of a letter.
  return JSON.stringify(make('. and more of it'.repeat(Math.ceil(Math.max(0, room) / 16)).slice(0, Math.max(0, room))));
}
