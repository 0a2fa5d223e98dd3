import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { before, describe, test } from 'node:test';
import { programPath } from '../../../gateway/boot/program-path.mjs';
import { suiteScope } from '../../support/cleanup.js';
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
import { type ProxyName, proxyNames, type ReverseProxy, startReverseProxy } from '../../support/reverse-proxy.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

// What gateway/operating/SEVERAL.md says about balancers, with three gateways on one PostgreSQL.

const page = readFileSync(new URL('../../../gateway/operating/SEVERAL.md', import.meta.url), 'utf8');
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

/** Sends a request on a connection of its own. @returns the status, and the process that answered. */
function send({ port, certificate }: ReverseProxy, key: string): Promise<{ status: number; process: string }> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const place = { host: '127.0.0.1', port, servername: 'localhost', ca: certificate, agent: false };
  return new Promise((resolve) => {
    const failed = () => resolve({ status: 0, process: '' });
    const sent = request({ ...place, method: 'POST', path: '/v1/run', headers }, (response) => {
      const [process = ''] = String(response.headers['x-request-id'] ?? '').split('-');
      response.on('error', failed).on('end', () => resolve({ status: response.statusCode ?? 0, process }));
      response.resume();
    });
    sent.on('error', failed).end(body);
  });
}

const isMissing = (name: ProxyName) => programPath(name) === undefined && `${name} is not installed`;
const installed = proxyNames.filter((name) => isMissing(name) === false);

describe('three gateways', { skip: withoutPostgres }, () => {
  const scope = suiteScope();
  const processes: GatewayProcess[] = [];
  let urls: readonly string[] = [];
  /** Each proxy, the key of its client, and how many of its requests were answered. */
  const balancers = new Map<ProxyName, { proxy: ReverseProxy; created: KeyDocument; ok: number }>();

  before(async () => {
    const postgres = await startPostgres(scope);
    const settings = {
      ...processSettings,
      ...{ ADMIN_TOKEN: adminToken, DATABASE_URL: await postgres.createDatabase('several') },
      ...{ TRUSTED_PROXIES: '127.0.0.1', DAILY_QUOTA: '100000', BURST_PER_IP: '0', BURST_PER_KEY: '0' },
    };
    for (let count = 0; count < gateways; count++) {
      processes.push(new GatewayProcess(scope, settings, temporaryFolder(scope)));
    }
    urls = await Promise.all(processes.map((each) => each.ready()));
  });

  for (const name of proxyNames) {
    test(`serve as one behind ${name}`, { skip: isMissing(name) }, async () => {
      const ports = urls.map((url) => Number(new URL(url).port));
      const edit = edits[name];
      assert.ok(edit !== undefined);
      const proxy = await startReverseProxy(scope, name, ports[0] ?? 0, (text) => edit(text, linesFor(name, ports)));
      const created = await createKey(urls[0] ?? '');
      const seen = new Set<string>();
      const sent = 60;
      for (let count = 0; count < sent; count++) {
        const { status, process } = await send(proxy, created.key);
        assert.equal(status, 200);
        seen.add(process);
      }
      assert.equal(seen.size, gateways);
      balancers.set(name, { proxy, created, ok: sent });
    });
  }

  const skip = installed.length === 0 && 'no proxy is installed';
  test(`serve on when one of them dies: ${installed.join(', ')} ask only the others`, { skip }, async () => {
    assert.deepEqual([...balancers.keys()], installed);
    processes[1]?.kill('SIGKILL');
    await processes[1]?.ended;
    await Promise.all([...balancers].map(([name, balancer]) => untilOnlyOthersAreAsked(name, balancer)));
    for (const { created, ok } of balancers.values()) {
      // The others tell theirs within a second; the killed gateway's block counts once the database takes it for dead.
      let counted = 0;
      await until('everything is counted', async () => {
        counted = await used(urls[0] ?? '', created);
        return counted >= ok;
      });
      assert.ok(counted <= ok + 1_000, `${counted} counted of ${ok}`);
    }
  });

  async function untilOnlyOthersAreAsked(
    name: ProxyName,
    balancer: { readonly proxy: ReverseProxy; readonly created: KeyDocument; ok: number },
  ): Promise<void> {
    let inARow = 0;
    await until(`${name} asks only the others`, async () => {
      const { status } = await send(balancer.proxy, balancer.created.key);
      if (status === 200) balancer.ok++;
      inARow = status === 200 ? inARow + 1 : 0;
      return inARow === 30;
    });
  }
});
