import { fileURLToPath } from 'node:url';
import { endChild, startChild } from './child.js';
import type { BenchRequest } from './requests.js';

/** Requests at a fixed rate, however slow the server is. */
export interface OpenLoopJob {
  /** The address of the server. */
  readonly url: string;
  readonly streams: readonly { readonly request: BenchRequest; readonly perSecond: number }[];
  /** If all connections are busy, a request waits for one; that counts as latency. */
  readonly connections: number;
  /** The time before the measurement. */
  readonly warmUpSeconds: number;
  readonly seconds: number;
}

/** Latencies of one stream, from the time at which a request was due until its response has arrived. */
export interface OpenLoopStream {
  readonly requests: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** How late the client sent the requests: the part of the latencies that the server did not cause. */
  readonly sentLateP99Ms: number;
}

export interface OpenLoopResult {
  readonly streams: readonly OpenLoopStream[];
}

const client = fileURLToPath(new URL('open-loop-client.mjs', import.meta.url));

/** Runs a job. @throws {Error} with the output of the client, for a response that is not 200 or is missing. */
export async function openLoop(job: OpenLoopJob): Promise<OpenLoopResult> {
  const child = startChild({ command: process.execPath, args: [client], messages: true });
  try {
    return await new Promise((resolve, reject) => {
      let said = '';
      child.stderr?.on('data', (text: string) => {
        said += text;
      });
      child.once('error', reject);
      child.once('message', (result) => resolve(result as OpenLoopResult));
      child.once('close', () => reject(new Error(`The open-loop client failed: ${said}`)));
      child.send(job);
    });
  } finally {
    await endChild(child);
  }
}
