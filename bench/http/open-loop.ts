import { fileURLToPath } from 'node:url';
import { endChild, startChild } from './child.js';
import type { BenchRequest } from './requests.js';

/** Requests at a fixed rate, whatever the server makes of it. */
export interface OpenLoopJob {
  /** Of the server. */
  readonly url: string;
  readonly streams: readonly { readonly request: BenchRequest; readonly perSecond: number }[];
  /** A request that finds all of them busy waits for one, and its time runs. */
  readonly connections: number;
  /** Sent first, and not measured. */
  readonly warmUpSeconds: number;
  readonly seconds: number;
}

/** Latencies of one stream, from the time at which a request was due until its answer had arrived. */
export interface OpenLoopStream {
  readonly requests: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** How late the client was at sending: a part of the latencies that is not the server's. */
  readonly sentLateP99Ms: number;
}

export interface OpenLoopResult {
  readonly streams: readonly OpenLoopStream[];
}

const client = fileURLToPath(new URL('open-loop-client.mjs', import.meta.url));

/** @throws {Error} with what the client said if an answer was not a 200 or did not come. */
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
