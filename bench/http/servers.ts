import { get } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from '../../gateway/boot/build.mjs';
import { type ServerOptions, ServerProcess } from './server-process.js';

/** A server that is ready for requests with this key. */
export interface BenchServer {
  readonly process: ServerProcess;
  readonly apiKey: string;
  /** From the start of the process until it was ready, in milliseconds. */
  readonly startMs: number;
}

export interface StartOptions {
  /** Which code of Textmill runs: compiled, as in production, or the sources, for tests. */
  readonly code?: 'dist' | 'sources';
  /** Settings of Textmill by their names in the environment; the Fastify peer takes over the limits. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** One of those that are compared. */
export interface Contestant {
  readonly name: string;
  start(options?: StartOptions): Promise<BenchServer>;
}

const project = new URL('../../', import.meta.url);
const typescript = new URL('gateway/boot/typescript.mjs', project).href;
const fastifyScript = fileURLToPath(new URL('servers/fastify.mjs', import.meta.url));
const adminToken = 'the-admin-token-of-the-bench';
/** A key of the form that Textmill makes, for servers that are told theirs. */
const givenKey = `svc_live_${'b'.repeat(32)}`;

/**
 * Every check is on, and every limit so high that it refuses nothing. No line for each request: the others that are
 * compared write none either.
 */
export const settings = {
  LOG_LEVEL: 'warn',
  WORKER_THREADS: '2',
  BURST_PER_IP: '1000000000',
  BURST_PER_KEY: '1000000000',
  DAILY_QUOTA: '1000000000',
};

/**
 * Textmill as production runs it: every part of it, with a database in a folder of its own. Without a supervisor, which
 * takes no part in a request: the process that is measured is the one that serves.
 */
export const textmill: Contestant = {
  name: 'Textmill',
  async start({ code = 'dist', settings: own = {} } = {}) {
    const environment = { PORT: '0', DATA_DIR: 'data', ADMIN_TOKEN: adminToken, ...settings, ...own };
    const process = await ServerProcess.start({ ...script(code, 'gateway/server/gateway-process'), environment });
    try {
      await untilReady(process.url);
      const startMs = performance.now() - process.startedAt;
      return { process, apiKey: await createKey(process.url), startMs };
    } catch (error) {
      await process.end();
      throw error;
    }
  },
};

/** The same service on Fastify: see servers/fastify.mjs. */
export const fastify: Contestant = {
  name: 'Fastify',
  start({ code = 'dist', settings: own = {} } = {}) {
    const { BURST_PER_IP, BURST_PER_KEY, DAILY_QUOTA } = { ...settings, ...own };
    const environment = {
      SETTINGS: JSON.stringify({
        burstPerIp: Number(BURST_PER_IP),
        burstPerKey: Number(BURST_PER_KEY),
        dailyQuota: Number(DAILY_QUOTA),
        maxBodyBytes: 8_388_608,
        apiKey: givenKey,
        origins: ['https://app.example.com'],
        floors: new URL(code === 'dist' ? 'dist/' : '.', project).href,
      }),
    };
    return startPeer({ script: fastifyScript, flags: script(code, '').flags, environment });
  },
};

/** uWebSockets.js and node:http with nothing on them: the constant that they answer is what Textmill would. */
export const bareUws = bare('bare uWebSockets.js', new URL('servers/bare-uws.mjs', import.meta.url));
export const bareNode = bare('bare node:http', new URL('servers/bare-node.mjs', import.meta.url));

/** Textmill's answer to the small request, so that the bare servers write as many bytes. */
export const smallAnswer = JSON.stringify({
  result: 'HELLO WORLD, THIS IS A TEXT. AND MORE OF IT. AND',
  meta: { stepsExecuted: 2, inputLength: 52, outputLength: 48, processingTimeMs: 0 },
});

/** Starts servers for a piece of work, and ends them after that, whatever happens. */
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

/** The same with one server. */
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
    start: () => startPeer({ script: fileURLToPath(module), environment: { ANSWER: smallAnswer } }),
  };
}

async function startPeer(options: ServerOptions): Promise<BenchServer> {
  const process = await ServerProcess.start(options);
  return { process, apiKey: givenKey, startMs: performance.now() - process.startedAt };
}

/** A module of Textmill as Node starts it. Builds if what is compiled is not what the sources give. */
function script(code: 'dist' | 'sources', module: string): Pick<ServerOptions, 'script'> & { flags: string[] } {
  if (code === 'sources')
    return { script: fileURLToPath(new URL(`${module}.ts`, project)), flags: ['--import', typescript] };
  build();
  return { script: fileURLToPath(new URL(`dist/${module}.js`, project)), flags: [] };
}

/** Asks every two milliseconds: what is asked must not take the time that is measured. */
async function untilReady(url: string): Promise<void> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    if ((await statusOf(`${url}/readyz`)) === 200) return;
    if (performance.now() > deadline) throw new Error('Textmill is not ready after 30 s');
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** Not with `fetch`, whose first use takes tens of milliseconds. */
function statusOf(url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, (response) => response.resume().once('end', () => resolve(response.statusCode))).once('error', reject);
  });
}

async function createKey(url: string): Promise<string> {
  const response = await fetch(`${url}/keys`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'x-admin-token': adminToken },
    body: JSON.stringify({ plan: 'pro', origins: ['https://app.example.com'] }),
  });
  const { key } = (await response.json()) as { key?: string };
  if (key === undefined) throw new Error(`POST /keys was answered ${response.status}`);
  return key;
}
