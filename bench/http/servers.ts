import { get } from 'node:http';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from '../../gateway/build/build.mjs';
import { freePort } from '../../test/support/free-port.js';
import { type ServerOptions, ServerProcess } from './server-process.js';

/** A running server, and the key for its requests. */
export interface BenchServer {
  readonly process: ServerProcess;
  readonly apiKey: string;
  /** The time from the start of the process until it was ready, in milliseconds. */
  readonly startMs: number;
}

export interface StartOptions {
  /** The code of Textmill: a release, as in production, or the sources, for tests. */
  readonly code?: 'release' | 'sources';
  /** Settings of Textmill by their names in the environment. The Fastify server uses the limits too. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A compared server. */
export interface Contestant {
  readonly name: string;
  start(options?: StartOptions): Promise<BenchServer>;
}

const project = new URL('../../', import.meta.url);
const typescript = new URL('gateway/build/typescript.mjs', project).href;
const sleepingEngine = new URL('servers/sleeping-engine.mjs', import.meta.url).href;
const fastifyScript = fileURLToPath(new URL('servers/fastify.mjs', import.meta.url));
const adminToken = 'the-admin-token-of-the-bench';
/** A key in Textmill's format, for the other servers. */
const givenKey = `svc_live_${'b'.repeat(32)}`;

/**
 * All checks are on, with limits that refuse nothing. Requests are not logged, as in the other servers.
 */
export const settings = {
  LOG_LEVEL: 'warn',
  WORKER_THREADS: '2',
  BURST_PER_IP: '1000000000',
  BURST_PER_KEY: '1000000000',
  DAILY_QUOTA: '1000000000',
};

/**
 * Textmill as in production, with a new database. Without a supervisor, which does not handle requests: the measured
 * process is the one that serves.
 */
export const textmill: Contestant = {
  name: 'Textmill',
  async start({ code = 'release', settings: own = {} } = {}) {
    const environment = textmillEnvironment(own);
    return readyTextmill(
      await ServerProcess.start({ ...(await script(code, 'gateway/server/gateway-process')), environment }),
    );
  },
};

function textmillEnvironment(own: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return { PORT: '0', DATA_DIR: 'data', ADMIN_TOKEN: adminToken, ...settings, ...own };
}

/** Waits until all gateways are ready, and creates a key. */
async function readyTextmill(process: ServerProcess, gateways = 1): Promise<BenchServer> {
  try {
    await untilReady(process.url);
    const startMs = performance.now() - process.startedAt;
    while ((await readyGateways(process.url)) < gateways) await wait(20);
    return { process, apiKey: await createKey(process.url), startMs };
  } catch (error) {
    await process.end();
    throw error;
  }
}

async function readyGateways(url: string): Promise<number> {
  const { members } = await administer<{ members: readonly { ready: boolean }[] }>(url, 'GET', '/cluster');
  return members.filter(({ ready }) => ready).length;
}

/** Textmill as `npm start` starts it: a supervisor, and a number of gateways on one port. */
export function supervised(gateways: number): Contestant {
  return {
    name: `GATEWAYS=${gateways}`,
    async start({ code = 'release', settings: own = {} } = {}) {
      const port = String(await freePort());
      const process = await ServerProcess.start({
        ...(await script(code, 'gateway/server/main')),
        // The supervisor would pass the watching module on to its gateways.
        isWatched: false,
        environment: textmillEnvironment({ PORT: port, GATEWAYS: String(gateways), ...own }),
      });
      return readyTextmill(process, gateways);
    },
  };
}

/** What a thread that sleeps instead of working imitates. */
export interface ImitatedJob {
  /** How long it sleeps, in microseconds. */
  readonly busyUs: number;
  /** Bytes of its result. */
  readonly bytes: number;
}

/** Textmill with threads that sleep instead of working: what its event loop does on a machine with as many cores. */
export function sleepingThreads(threads: number, job: ImitatedJob): Contestant {
  return {
    name: `Textmill, ${threads} threads that sleep`,
    async start({ code = 'release', settings: own = {} } = {}) {
      const { script: file, flags } = await script(code, 'gateway/server/gateway-process');
      const environment = {
        ...textmillEnvironment({ WORKER_THREADS: String(threads), ...own }),
        SLEEPING_ENGINE: JSON.stringify(job),
      };
      const options = { script: file, flags: ['--import', sleepingEngine, ...flags], environment };
      const server = await readyTextmill(await ServerProcess.start(options));
      try {
        await requireSleep(server);
      } catch (error) {
        await server.process.end();
        throw error;
      }
      return server;
    },
  };
}

/** @throws {Error} if a thread notices that a request is nonsense, because it has the real engine. */
async function requireSleep({ process, apiKey }: BenchServer): Promise<void> {
  const headers = { 'Content-Type': 'application/json', 'x-api-key': apiKey };
  const { status } = await fetch(`${process.url}/v1/run`, { method: 'POST', headers, body: 'x'.repeat(20_000) });
  if (status !== 200) throw new Error('The threads work instead of sleeping: has the engine of threads moved?');
}

/** The same service with Fastify: see servers/fastify.mjs. */
export const fastify: Contestant = fastifyWith('Fastify', 0);

/** The same with a pool of threads for bodies that are large. */
export const fastifyWithPiscina: Contestant = fastifyWith('Fastify with Piscina', Number(settings.WORKER_THREADS));

function fastifyWith(name: string, threads: number): Contestant {
  return {
    name,
    start({ settings: own = {} } = {}) {
      const { BURST_PER_IP, BURST_PER_KEY, DAILY_QUOTA } = { ...settings, ...own };
      const environment = {
        SETTINGS: JSON.stringify({
          burstPerIp: Number(BURST_PER_IP),
          burstPerKey: Number(BURST_PER_KEY),
          dailyQuota: Number(DAILY_QUOTA),
          maxBodyBytes: 8_388_608,
          apiKey: givenKey,
          origins: ['https://app.example.com'],
          textmill: project.href,
          threads,
        }),
      };
      return startPeer({ script: fastifyScript, flags: ['--import', typescript], environment });
    },
  };
}

/** A program that another compiler made, see peers/. Its key is in `API_KEY`. */
export function program(name: string, file: string, environment: Readonly<Record<string, string>>): Contestant {
  return {
    name,
    start: () => startPeer({ script: file, isProgram: true, environment: { API_KEY: givenKey, ...environment } }),
  };
}

/** A gateway of an earlier release. @param script - its `gateway-process` in a folder that `npm run build` made. */
export function earlierRelease(script: string): Contestant {
  return {
    name: 'the release before',
    start: async () => readyTextmill(await ServerProcess.start({ script, environment: textmillEnvironment({}) })),
  };
}

/** Bare uWebSockets.js and node:http servers. They send Textmill's response as a constant. */
export const bareUws = bare('bare uWebSockets.js', new URL('servers/bare-uws.mjs', import.meta.url));
export const bareNode = bare('bare node:http', new URL('servers/bare-node.mjs', import.meta.url));

/** uWebSockets.js with nothing on it that responds with as many bytes as the path says: `/40000`. */
export const bareUwsBytes = bare('bare uWebSockets.js', new URL('servers/bare-uws-bytes.mjs', import.meta.url));

/** The same with worker threads, which the path keeps busy for a while: `/40000/2500`, in microseconds. */
export const bareUwsThreads = bare(
  'bare uWebSockets.js with worker threads',
  new URL('servers/bare-uws-threads.mjs', import.meta.url),
);

/** Textmill's response to the small request, so that the bare servers write as many bytes. */
export const smallResponse = JSON.stringify({
  result: 'HELLO WORLD, THIS IS A TEXT. AND MORE OF IT. AND',
  meta: { stepsExecuted: 2, inputLength: 52, outputLength: 48, processingTimeMs: 0 },
});

/** Starts servers for some work, and ends them afterwards in any case. */
export async function withServers<Result>(
  contestants: readonly Contestant[],
  work: (servers: ReadonlyMap<Contestant, BenchServer>) => Promise<Result>,
): Promise<Result> {
  const servers = new Map<Contestant, BenchServer>();
  try {
    for (const contestant of contestants) servers.set(contestant, await contestant.start());
    return await work(servers);
  } finally {
    for (const { process } of servers.values()) await process.end();
  }
}

/** {@link withServers} for one server. */
export async function withServer<Result>(
  contestant: Contestant,
  options: StartOptions,
  work: (server: BenchServer) => Promise<Result>,
): Promise<Result> {
  const server = await contestant.start(options);
  try {
    return await work(server);
  } finally {
    await server.process.end();
  }
}

function bare(name: string, module: URL): Contestant {
  return {
    name,
    start: () =>
      startPeer({
        script: fileURLToPath(module),
        environment: { RESPONSE: smallResponse, WORKER_THREADS: settings.WORKER_THREADS },
      }),
  };
}

async function startPeer(options: ServerOptions): Promise<BenchServer> {
  const process = await ServerProcess.start(options);
  return { process, apiKey: givenKey, startMs: performance.now() - process.startedAt };
}

/** Returns how Node.js starts a module of Textmill. Builds a release if it is out of date. */
async function script(
  code: 'release' | 'sources',
  module: string,
): Promise<Pick<ServerOptions, 'script'> & { flags: string[] }> {
  if (code === 'sources')
    return { script: fileURLToPath(new URL(`${module}.ts`, project)), flags: ['--import', typescript] };
  return { script: join(await build(), `${basename(module)}.mjs`), flags: [] };
}

/** Polls every two milliseconds, so that the requests do not slow down the measured start. */
async function untilReady(url: string): Promise<void> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    if ((await statusOf(`${url}/readyz`)) === 200) return;
    if (performance.now() > deadline) throw new Error('Textmill is not ready after 30 s');
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** Does not use `fetch`, whose first call takes tens of milliseconds. */
function statusOf(url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, (response) => response.resume().once('end', () => resolve(response.statusCode))).once('error', reject);
  });
}

/** Creates a key, and an account for it. @returns its secret. */
export async function createKey(url: string): Promise<string> {
  return (await createdKey(url)).key;
}

/** {@link createKey} with the key's id. */
export function createdKey(url: string): Promise<{ readonly id: string; readonly key: string }> {
  return administer(url, 'POST', '/keys', { plan: 'pro', origins: ['https://app.example.com'] });
}

/** Sends a request of the operator. @returns the response. @throws {Error} if it is not 2xx. */
export async function administer<Response>(
  url: string,
  method: string,
  path: string,
  body?: object,
): Promise<Response> {
  const response = await fetch(url + path, {
    method,
    headers: { 'Content-Type': 'application/json', 'x-admin-token': adminToken },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path} responded with ${response.status}`);
  return (await response.json()) as Response;
}
