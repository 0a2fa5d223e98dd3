import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { toolsDirectory } from '#engine/catalogue/tool-files.js';
import type { Clock } from '#gateway/core/clock.js';
import { createLog, type Log } from '#gateway/core/log.js';
import { type Config, readConfig } from '#gateway/server/config/config.js';
import type { Endpoint } from '#gateway/server/endpoints/endpoint.js';
import { type Gateway, startGateway } from '#gateway/server/gateway.js';
import type { IssuedKey, NewKey } from '#gateway/server/keys/key-store.js';
// tsx keeps what it has compiled once the event loop turns, and that of a pool thread stands still: without this import,
// each thread starts a compiler for its first module, and takes nearly twice as long to start.
import '#workers/thread.js';
import { author } from './author.js';
import { type CleanupScope, cleanUpAfter } from './cleanup.js';

/** Tools that misbehave, for tests only. */
export const faultyTools = fileURLToPath(new URL('../fixtures/tools', import.meta.url));

export const adminToken = 'the-admin-token-of-tests';

export interface TestGatewayOptions {
  /** Settings by their names in the environment. Limits are off unless set. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly dataDir?: string;
  readonly clock?: Clock;
  readonly log?: Log;
  readonly toolDirectories?: readonly string[];
  readonly certificatePollMs?: number;
  /** Endpoints that replace the gateway's own. */
  readonly endpoints?: readonly Endpoint[];
}

/** A real gateway: uWebSockets.js, SQLite, threads. */
export interface TestGateway {
  readonly gateway: Gateway;
  readonly config: Config;
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  readonly port: number;
  /** Creates a key. */
  key(request?: Partial<NewKey>): Promise<IssuedKey>;
  /** Sends a request; a body that is not a string or bytes is sent as JSON. */
  request(method: string, path: string, options?: RequestOptions): Promise<TestResponse>;
  /**
   * Gives the settings that can change while the gateway runs other values than at the start, for the tests that share a
   * gateway; settings that are left out have their values of the start again.
   */
  change(settings: Readonly<Record<string, string>>): void;
  /** A POST with a key, JSON in and out. */
  post(path: string, body: unknown, key: string): Promise<TestResponse>;
}

export interface RequestOptions {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  /** The body as JSON; undefined if it is empty. */
  readonly json: unknown;
}

/**
 * Starts a gateway on a free port in a new folder, and waits until it is ready. When the scope ends, the gateway stops
 * and its folder is removed, unless the test gave one.
 */
export async function startTestGateway(scope: CleanupScope, options: TestGatewayOptions = {}): Promise<TestGateway> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'textmill-'));
  const environment = {
    PORT: '0',
    DATA_DIR: dataDir,
    ADMIN_TOKEN: adminToken,
    BURST_PER_IP: '0',
    BURST_PER_KEY: '0',
    DAILY_QUOTA: '0',
    WORKER_THREADS: '1',
    LOG_LEVEL: 'silent',
    ...options.settings,
  };
  const config = readConfig(environment);
  const gateway = await startGateway({
    config,
    log: options.log ?? createLog(config.logLevel),
    toolDirectories: options.toolDirectories ?? [toolsDirectory],
    ...(options.clock === undefined ? {} : { clock: options.clock }),
    ...(options.endpoints === undefined ? {} : { endpoints: options.endpoints }),
    ...(options.certificatePollMs === undefined ? {} : { certificatePollMs: options.certificatePollMs }),
  });
  cleanUpAfter(scope, async () => {
    await gateway.stop();
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
  });
  await gateway.ready;
  const url = `http://127.0.0.1:${gateway.port}`;
  const request = (method: string, path: string, requestOptions: RequestOptions = {}) =>
    sendRequest(url + path, method, requestOptions);
  return {
    gateway,
    config,
    url,
    port: gateway.port,
    key: (newKey = {}) => gateway.keys.create({ plan: 'pro', environment: 'live', ...newKey }, author),
    request,
    change: (settings) => {
      const { needRestart } = gateway.reload(readConfig({ ...environment, ...settings }));
      if (needRestart.length > 0) throw new Error(`${needRestart.join(', ')} cannot change while the gateway runs`);
    },
    post: (path, body, key) => request('POST', path, { key, body }),
  };
}

/** Ends with the process. */
const processScope: CleanupScope = { after: () => {} };
const shared = new Map<HttpServerName | undefined, Promise<TestGateway>>();

/**
 * Returns a gateway without special settings, which the files of a process share: a start takes a second of processor
 * time. For tests that only send requests, with keys of their own.
 *
 * @param httpServer - its HTTP server; by default the one that users get.
 */
export function sharedTestGateway(httpServer?: HttpServerName): Promise<TestGateway> {
  const started =
    shared.get(httpServer) ??
    startTestGateway(processScope, { settings: httpServer === undefined ? {} : { HTTP_SERVER: httpServer } });
  shared.set(httpServer, started);
  return started;
}

/** The two adapters of the HTTP port, by their names in HTTP_SERVER. */
export type HttpServerName = 'uws' | 'node';

/** The uWebSockets.js adapter; undefined if there is no binary for this machine and version of Node.js. */
export const uwsAdapter = await import('#gateway/server/http/uws.js').catch(() => undefined);

/** Why tests over uWebSockets.js are skipped; false if there is a binary. */
export const withoutUws =
  uwsAdapter === undefined && `uWebSockets.js has no binary for Node.js ${process.versions.node} on this machine`;

/** The available adapters. */
export const httpServers: readonly HttpServerName[] = withoutUws === false ? ['uws', 'node'] : ['node'];

// Every test file that skips them reports it.
if (withoutUws !== false) test('over uWebSockets.js', { skip: withoutUws });

/** Runs tests over each adapter. @param tests - gets a {@link startTestGateway} that uses the adapter, and its name. */
export function overEachServer(
  tests: (start: typeof startTestGateway, httpServer: HttpServerName) => void | Promise<void>,
): void {
  for (const httpServer of httpServers) {
    const start: typeof startTestGateway = (scope, options = {}) =>
      startTestGateway(scope, { ...options, settings: { HTTP_SERVER: httpServer, ...options.settings } });
    describe(`over ${httpServer}`, () => tests(start, httpServer));
  }
}

/** Sends one request to a server on this machine. */
export async function sendRequest(
  url: string,
  method: string,
  { key, headers, body }: RequestOptions,
): Promise<TestResponse> {
  const hasBody = body !== undefined;
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  const response = await fetch(url, {
    method,
    headers: {
      // `fetch` would accept gzip and show the bytes without it.
      'accept-encoding': 'identity',
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...(key === undefined ? {} : { 'x-api-key': key }),
      ...headers,
    },
    ...(hasBody ? { body: isRaw ? (body as string | Uint8Array<ArrayBuffer>) : JSON.stringify(body) } : {}),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const json: unknown = bytes.length === 0 ? undefined : JSON.parse(bytes.toString());
  return { status: response.status, headers: response.headers, bytes, json };
}
