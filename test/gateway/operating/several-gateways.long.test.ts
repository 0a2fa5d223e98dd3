import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { before, describe, test } from 'node:test';
import { programPath } from '../../../gateway/boot/program-path.mjs';
import { suiteScope } from '../../support/cleanup.js';
import { adminToken } from '../../support/gateway.js';
import { createKey, GatewayProcess, processSettings, until, used } from '../../support/gateway-process.js';
import { startPostgres, withoutPostgres } from '../../support/postgres.js';
import { proxyNames, type ReverseProxy, startReverseProxy } from '../../support/reverse-proxy.js';
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

for (const name of proxyNames) {
  const skip = withoutPostgres || (programPath(name) === undefined && `${name} is not installed`);
  describe(`three gateways behind ${name}`, { skip }, () => {
    const scope = suiteScope();
    let databaseUrl = '';

    before(async () => {
      const postgres = await startPostgres(scope);
      databaseUrl = await postgres.createDatabase('several');
    });

    test('serve as one, and when one of them dies the others take over', async (t) => {
      const settings = {
        ...processSettings,
        ...{ ADMIN_TOKEN: adminToken, DATABASE_URL: databaseUrl, TRUSTED_PROXIES: '127.0.0.1' },
        ...{ DAILY_QUOTA: '100000', BURST_PER_IP: '0', BURST_PER_KEY: '0' },
      };
      const processes = Array.from({ length: gateways }, () => new GatewayProcess(t, settings, temporaryFolder(t)));
      const urls = await Promise.all(processes.map((each) => each.ready()));
      const ports = urls.map((url) => Number(new URL(url).port));
      const edit = edits[name];
      assert.ok(edit !== undefined);
      const proxy = await startReverseProxy(t, name, ports[0] ?? 0, (text) => edit(text, linesFor(name, ports)));
      const created = await createKey(urls[0] ?? '');
      const { key } = created;
      const seen = new Set<string>();
      let ok = 0;
      for (let sent = 0; sent < 60; sent++) {
        const { status, process } = await send(proxy, key);
        assert.equal(status, 200);
        ok++;
        seen.add(process);
      }
      assert.equal(seen.size, gateways);
      processes[1]?.kill('SIGKILL');
      await processes[1]?.ended;
      let inARow = 0;
      await until(
        'only the others are asked',
        async () => {
          const { status } = await send(proxy, key);
          if (status === 200) ok++;
          inARow = status === 200 ? inARow + 1 : 0;
          return inARow === 30;
        },
        60_000,
      );
      // The others tell theirs within a second; the killed gateway's block counts once the database takes it for dead.
      let counted = 0;
      await until('everything is counted', async () => {
        counted = await used(urls[0] ?? '', created);
        return counted >= ok;
      });
      assert.ok(counted <= ok + 1_000, `${counted} counted of ${ok}`);
    });
  });
}
