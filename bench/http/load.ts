import { accessSync, constants, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { removeAtExit, removeFolder, runToEnd } from './child.js';
import type { BenchRequest } from './requests.js';
import type { BenchServer } from './servers.js';
import { type LoadResult, parseWrk, wrkScript } from './wrk.js';

/**
 * A closed loop: each connection sends its next request when it has received the response.
 *
 * The server and the generator are separate processes, not pinned to cores. Pinning them with `taskset` on two cores
 * did not make the figures more stable, and lowered those of node:http and Fastify by a quarter: V8's compiler and
 * garbage collector threads had to share the server's core, while that of the generator was half idle.
 */
export interface LoadOptions {
  readonly server: BenchServer;
  /** Sent one after the other, repeatedly. */
  readonly requests: readonly BenchRequest[];
  readonly connections: number;
  readonly seconds: number;
}

/** Loads a server. @throws {Error} for a response that is not 2xx, or a failed connection: the round is invalid. */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const folder = mkdtempSync(join(tmpdir(), 'textmill-load-'));
  removeAtExit(folder);
  try {
    const wrk = findWrk();
    return await (wrk === undefined ? loadWithAutocannon(options, folder) : loadWithWrk(wrk, options, folder));
  } finally {
    removeFolder(folder);
  }
}

async function loadWithWrk(wrk: string, options: LoadOptions, folder: string): Promise<LoadResult> {
  const { server, requests, connections, seconds } = options;
  requests.forEach(({ body }, index) => {
    writeFileSync(join(folder, `${index}.json`), body);
  });
  const script = join(folder, 'load.lua');
  writeFileSync(script, wrkScript(requests, folder));
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '--timeout', '10s', '-s', script];
  return parseWrk(await runToEnd({ command: wrk, args: [...args, server.process.url] }));
}

async function loadWithAutocannon(options: LoadOptions, folder: string): Promise<LoadResult> {
  const { server, requests, connections, seconds } = options;
  const job = join(folder, 'job.json');
  writeFileSync(job, JSON.stringify({ url: server.process.url, requests, connections, seconds }));
  const client = fileURLToPath(new URL('autocannon-client.mjs', import.meta.url));
  const output = await runToEnd({ command: process.execPath, args: [client, job] });
  return JSON.parse(output) as LoadResult;
}

/** Returns the path of wrk, searched in PATH; undefined if it is not installed. */
export function findWrk(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, 'wrk')).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
