import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { before, describe, test } from 'node:test';
import { type CleanupScope, cleanUpAfter, suiteScope } from '../../support/cleanup.js';
import { adminToken } from '../../support/gateway.js';
import {
  createKey,
  GatewayProcess,
  type KeyDocument,
  processSettings,
  until,
  used,
} from '../../support/gateway-process.js';
import { startPostgres, withoutPostgres } from '../../support/postgres.js';
import { programPath } from '../../support/program-path.js';
import { type ProxyName, proxyNames, startClusterBalancer, startReverseProxy } from '../../support/reverse-proxy.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

// What gateway/deploy/SEVERAL.md says about balancers, with three gateways on one PostgreSQL.

const page = readFileSync(new URL('../../../gateway/deploy/SEVERAL.md', import.meta.url), 'utf8');
const gateways = 3;
const body = JSON.stringify({ input: 'a', steps: ['upper-case'] });

/** Returns the lines that the page has for a proxy. @param ports - those of the gateways, on this machine. */
function linesFor(name: string, ports: readonly number[]): string {
  const [, lines] = new RegExp(`\\n\`\`\`${name}\\n(.*?)\`\`\``, 's').exec(page) ?? [];
  assert.ok(lines !== undefined, `the page has no lines for ${name}`);
  return ports.reduce((text, port, index) => text.replace(`10.0.0.1${index + 1}:8080`, `127.0.0.1:${port}`), lines);
}

function replaceOnce(text: string, from: RegExp | string, to: string): string {
  const replaced = text.replace(from, () => to);
  assert.notEqual(replaced, text, `${from}`);
  return replaced;
}

const edits: Readonly<Record<string, (configuration: string, lines: string) => string>> = {
  haproxy: (configuration, lines) => replaceOnce(configuration, /\nbackend textmill\n.*/s, `\n${lines}`),
  nginx: (configuration, lines) =>
    replaceOnce(
      replaceOnce(configuration, / {2}upstream textmill \{.*?\n {2}\}\n/s, lines),
      'proxy_next_upstream off',
      'proxy_next_upstream error',
    ),
  caddy: (configuration, lines) =>
    replaceOnce(replaceOnce(configuration, /\t\treverse_proxy 127.*\n/, lines), 'lb_retries 0', 'lb_retries 2'),
};

/** A balancer that runs. */
interface RunningBalancer {
  /** Of 127.0.0.1. */
  readonly port: number;
  /** Undefined if it speaks HTTP without TLS. */
  readonly certificate?: string;
}

/** What divides requests among gateways. */
interface Balancer {
  readonly name: string;
  readonly program: ProxyName;
  /** Starts it in front of gateways on ports of 127.0.0.1. */
  start(scope: CleanupScope, ports: readonly number[]): Promise<RunningBalancer>;
}

const balancers: readonly Balancer[] = [
  ...proxyNames.map((name) => ({
    name,
    program: name,
    start: (scope: CleanupScope, ports: readonly number[]) => {
      const edit = edits[name];
      assert.ok(edit !== undefined);
      return startReverseProxy(scope, name, ports[0] ?? 0, (text) => edit(text, linesFor(name, ports)));
    },
  })),
  {
    name: 'the HAProxy of compose.yaml',
    program: 'haproxy',
    start: async (scope, ports) => ({ port: await startClusterBalancer(scope, ports) }),
  },
];

/** Sends a request on a connection of its own. @returns an empty response with status 0 if there is none. */
function post(
  { port, certificate }: RunningBalancer,
  more: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string }> {
  const headers = { 'content-type': 'application/json', ...more };
  const place = { host: '127.0.0.1', port, method: 'POST', path: '/v1/run', headers, agent: false } as const;
  return new Promise((resolve) => {
    const failed = () => resolve({ status: 0, headers: {}, text: '' });
    const sent =
      certificate === undefined
        ? httpRequest(place)
        : httpsRequest({ ...place, servername: 'localhost', ca: certificate });
    sent.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('error', failed);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    sent.on('error', failed).end(body);
  });
}

/** Sends a request of a client. @returns the status, and the process that responded. */
async function send(balancer: RunningBalancer, key: string): Promise<{ status: number; process: string }> {
  const { status, headers } = await post(balancer, { 'x-api-key': key });
  return { status, process: String(headers['x-request-id'] ?? '').split('-')[0] ?? '' };
}

const isMissing = (name: ProxyName) => programPath(name) === undefined && `${name} is not installed`;
const installed = balancers.filter(({ program }) => isMissing(program) === false);
const names = installed.map(({ name }) => name).join(', ');

describe('three gateways', { skip: withoutPostgres }, () => {
  const scope = suiteScope();
  const processes: GatewayProcess[] = [];
  let urls: readonly string[] = [];
  /** The running balancers, the key of the client of each, and how many of its requests had responses. */
  const clients: { name: string; balancer: RunningBalancer; created: KeyDocument; ok: number }[] = [];

  before(async () => {
    const postgres = await startPostgres(scope);
    const settings = {
      ...processSettings,
      ADMIN_TOKEN: adminToken,
      DATABASE_URL: await postgres.createDatabase('several'),
      TRUSTED_PROXIES: '127.0.0.1',
      DAILY_QUOTA: '100000',
      BURST_PER_IP: '0',
      BURST_PER_KEY: '0',
    };
    for (let count = 0; count < gateways; count++) {
      processes.push(new GatewayProcess(scope, settings, temporaryFolder(scope)));
    }
    urls = await Promise.all(processes.map((each) => each.ready()));
  });

  for (const { name, program, start } of balancers) {
    test(`serve as one behind ${name}`, { skip: isMissing(program) }, async () => {
      const balancer = await start(
        scope,
        urls.map((url) => Number(new URL(url).port)),
      );
      const created = await createKey(urls[0] ?? '');
      const seen = new Set<string>();
      const sent = 60;
      let ok = 0;
      while (ok < sent) {
        const { status, process } = await send(balancer, created.key);
        assert.equal(status, 200);
        seen.add(process);
        ok++;
      }
      assert.equal(seen.size, gateways);
      await until('each request counts, once', async () => (await used(urls[0] ?? '', created)) === sent);
      clients.push({ name, balancer, created, ok });
    });
  }

  const skip = installed.length === 0 && 'no proxy is installed';
  test(`serve on when one of them dies: ${names} ask only the others`, { skip }, async () => {
    assert.equal(clients.length, installed.length);
    processes[1]?.kill('SIGKILL');
    await processes[1]?.ended;
    await Promise.all(clients.map(untilOnlyOthersAreAsked));
    for (const { created, ok } of clients) {
      // The others tell theirs within a second; the killed gateway's block counts once the database takes it for dead.
      let counted = 0;
      await until('everything is counted', async () => {
        counted = await used(urls[0] ?? '', created);
        return counted >= ok;
      });
      assert.ok(counted <= ok + 1_000, `${counted} counted of ${ok}`);
    }
  });

  async function untilOnlyOthersAreAsked(client: (typeof clients)[number]): Promise<void> {
    let inARow = 0;
    await until(`${client.name} asks only the others`, async () => {
      const { status } = await send(client.balancer, client.created.key);
      if (status === 200) client.ok++;
      inARow = status === 200 ? inARow + 1 : 0;
      return inARow === 30;
    });
  }
});

describe('servers in the place of gateways', () => {
  for (const { name, program, start } of balancers) {
    test(`get no request twice from ${name} when one of them goes, and the address of the client`, {
      skip: isMissing(program),
    }, async (t) => {
      const arrived: string[] = [];
      const addresses = new Set<string>();
      const servers = Array.from({ length: gateways }, (_, index) =>
        createServer((request, response) => {
          if (request.url !== '/readyz') {
            arrived.push(String(request.headers['x-number']));
            addresses.add(String(request.headers['x-forwarded-for']));
          }
          response.end(String(index));
        }).listen(0, '127.0.0.1'),
      );
      const close = (server: Server | undefined) => {
        server?.close();
        server?.closeAllConnections();
      };
      cleanUpAfter(t, () => servers.forEach(close));
      await Promise.all(servers.map((server) => once(server, 'listening')));
      const balancer = await start(
        t,
        servers.map((server) => (server.address() as AddressInfo).port),
      );
      let sent = 0;
      const next = () => post(balancer, { 'x-number': String(++sent), 'x-forwarded-for': '203.0.113.9' });
      const responding = new Set<string>();
      await until('every server has responded', async () => {
        const { status, text } = await next();
        // HAProxy has not asked all of them yet.
        if (status === 200) responding.add(text);
        return responding.size === gateways;
      });
      close(servers[1]);
      let inARow = 0;
      await until('only the others are asked', async () => {
        inARow = (await next()).status === 200 ? inARow + 1 : 0;
        return inARow === 20;
      });
      assert.equal(new Set(arrived).size, arrived.length, 'no request arrives twice');
      assert.deepEqual([...addresses], ['127.0.0.1']);
    });
  }
});
