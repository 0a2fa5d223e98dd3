import { accessSync, constants, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { removeAtExit, removeFolder, runToEnd } from './child.js';
import type { BenchRequest } from './requests.js';
import type { BenchServer } from './servers.js';
import { type LoadResult, parseWrk, wrkScript } from './wrk.js';

/**
 * As many requests as the server answers: each connection sends its next one when it has its answer.
 *
 * Server and generator are processes of their own and nothing else is said about cores. With `taskset` and two of them
 * the figures were no steadier, and those of node:http and Fastify lower by a quarter: the threads on which V8 compiles
 * and collects garbage had to share the server's core while the generator's was half idle.
 */
export interface LoadOptions {
  readonly server: BenchServer;
  /** Sent in turn. */
  readonly requests: readonly BenchRequest[];
  readonly connections: number;
  readonly seconds: number;
}

/** @throws {Error} if an answer was not a 2xx, or a connection failed: such a round says nothing of the server's speed. */
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

/** Path of wrk, as the shell would find it, or undefined. */
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
