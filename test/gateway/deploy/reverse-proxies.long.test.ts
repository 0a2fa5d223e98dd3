import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { Agent, type RequestOptions, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, describe, test } from 'node:test';
import { adminToken, startTestGateway } from '../../support/gateway.js';
import { until } from '../../support/gateway-process.js';
import { programPath } from '../../support/program-path.js';
import { RawConnection } from '../../support/raw-http.js';
import { connectTls, proxyNames, type ReverseProxy, startReverseProxy } from '../../support/reverse-proxy.js';
import { signInWithLink } from '../../support/sessions.js';

// The files of gateway/deploy, with other ports and paths: TLS to clients, and a gateway over uWebSockets.js behind.

const settings = { TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'silent' };
const maxBodyBytes = 8 * 2 ** 20;
const upperCase = JSON.stringify({ input: 'a', steps: ['upper-case'] });

interface ProxiedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** Sends a request through the proxy, over HTTP/1.1. */
async function ask(proxy: ReverseProxy, options: RequestOptions, body?: string | Buffer): Promise<ProxiedResponse> {
  const connection = { host: '127.0.0.1', port: proxy.port, servername: 'localhost', ca: proxy.certificate };
  const sent = request({ ...connection, agent: false, ...options });
  sent.end(body);
  const [response] = await once(sent, 'response');
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return { status: response.statusCode, headers: response.headers, body: text };
}

function run(proxy: ReverseProxy, key: string, options: RequestOptions = {}, body: string | Buffer = upperCase) {
  const headers = { 'x-api-key': key, 'content-type': 'application/json', ...options.headers };
  return ask(proxy, { method: 'POST', path: '/v1/run', ...options, headers }, body);
}

/** One gateway for all proxies: a start takes longer than the requests of a proxy. */
const gateway = await startTestGateway({ after }, { settings });
const perAddress = 3;
const limited = await startTestGateway({ after }, { settings: { ...settings, BURST_PER_IP: String(perAddress) } });

for (const [index, name] of proxyNames.entries()) {
  const skip = programPath(name) === undefined && `${name} is not installed`;
  describe(`behind ${name}`, { skip }, async () => {
    const proxy = await startReverseProxy({ after }, name, gateway.port);
    const { key: keyOfClient, secret: key } = await gateway.key();

    test('forwards a request with its id', async () => {
      const { status, body, headers } = await run(proxy, key, { headers: { 'x-request-id': 'id-of-the-caller' } });
      assert.equal(status, 200, body);
      assert.equal(JSON.parse(body).result, 'A');
      assert.equal(headers['x-request-id'], 'id-of-the-caller');
    });

    test('clients can use HTTP/2', async (t) => {
      const session = connectHttp2(`https://localhost:${proxy.port}`, { ca: proxy.certificate });
      t.after(() => session.destroy());
      for (const body of [upperCase, upperCase.padEnd(maxBodyBytes)]) {
        const stream = session.request({
          ':method': 'POST',
          ':path': '/v1/run',
          'x-api-key': key,
          'content-type': 'application/json',
        });
        stream.end(body);
        const [headers] = await once(stream, 'response');
        let text = '';
        for await (const chunk of stream.setEncoding('utf8')) text += chunk;
        assert.equal(headers[':status'], 200, text);
        assert.equal(JSON.parse(text).result, 'A');
      }
    });

    test('forwards a key in Authorization: Bearer, for /v1/usage too', async () => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      assert.equal((await ask(proxy, { method: 'POST', path: '/v1/run', headers }, upperCase)).status, 200);
      const { status, body } = await ask(proxy, { path: '/v1/usage', headers });
      assert.deepEqual([status, JSON.parse(body).plan], [200, 'pro']);
    });

    test('an owner who had signed in was a stranger, because all cookies were removed', async () => {
      const { secret, id } = await signInWithLink(gateway);
      const path = '/sessions/current';
      const cookie = `theme=dark; __Host-textmill-session=${secret}; other=${'x'.repeat(5_000)}`;
      const { status, body } = await ask(proxy, { path, headers: { cookie } });
      assert.equal(status, 200, body);
      assert.equal(JSON.parse(body).id, id);
      for (const headers of [{}, { cookie: `theme=${'x'.repeat(5_000)}` }]) {
        assert.equal((await ask(proxy, { path, headers })).status, 401);
        assert.equal((await run(proxy, key, { headers })).status, 200);
      }
    });

    test('took the end of the name of another cookie for the cookie of a session', async () => {
      const { secret, id } = await signInWithLink(gateway);
      const other = await signInWithLink(gateway);
      const path = '/sessions/current';
      // Another host of the domain can set such a cookie; only a name that starts with __Host- is protected from it.
      const planted = `a__Host-textmill-session=${other.secret}`;
      const own = `${planted}; __Host-textmill-session=${secret}`;
      const { status, body } = await ask(proxy, { path, headers: { cookie: own } });
      assert.equal(status, 200, body);
      assert.equal(JSON.parse(body).id, id);
      assert.equal((await ask(proxy, { path, headers: { cookie: planted } })).status, 401);
    });

    test('forwards errors of the gateway unchanged', async () => {
      const { status, body } = await run(proxy, 'svc_live_unknown');
      assert.deepEqual([status, body], [401, '{"error":"Invalid API key"}']);
    });

    test('handles 100 requests in a row over one connection, then 20 at a time', async (t) => {
      const one = new Agent({ keepAlive: true, maxSockets: 1 });
      const many = new Agent({ keepAlive: true, maxSockets: 20 });
      t.after(() => one.destroy());
      t.after(() => many.destroy());
      for (let i = 0; i < 100; i++) assert.equal((await run(proxy, key, { agent: one })).status, 200, `request ${i}`);
      for (let round = 0; round < 5; round++) {
        const responses = await Promise.all(Array.from({ length: 20 }, () => run(proxy, key, { agent: many })));
        assert.deepEqual(
          responses.map(({ status }) => status),
          responses.map(() => 200),
        );
      }
    });

    test('forwards a body of the maximum length, and a large response completely', async () => {
      const input = 'x'.repeat(500_000);
      const body = JSON.stringify({ input, steps: ['upper-case'] }).padEnd(maxBodyBytes);
      const response = await run(proxy, key, {}, body);
      assert.equal(response.status, 200, response.body.slice(0, 200));
      assert.equal(JSON.parse(response.body).result, input.toUpperCase());
    });

    test('a body one byte longer gets 413 from its Content-Length', async () => {
      const connection = RawConnection.over(await connectTls(proxy));
      connection.write(
        `POST /v1/run HTTP/1.1\r\nHost: localhost\r\nx-api-key: ${key}\r\nContent-Type: application/json\r\n` +
          `Content-Length: ${maxBodyBytes + 1}\r\n\r\n${' '.repeat(65_536)}`,
      );
      const { status, body } = await connection.response();
      connection.destroy();
      assert.equal(status, 413);
      assert.ok(typeof JSON.parse(body).error === 'string', body);
    });

    test('keys, accounts, metrics and the gateways cannot be reached from outside, however their paths are written', async () => {
      const headers = { 'x-admin-token': adminToken };
      const paths = [
        '/keys',
        '/keys?limit=1',
        '/accounts',
        '/accounts/a/usage',
        '/metrics',
        '/cluster',
        '/healthz',
        '/V1/run',
      ];
      const disguised = [
        '//keys',
        '/./keys',
        '/%6beys',
        '/keys/',
        '/keys/..%2fv1%2frun',
        '/v1/../keys',
        '/v1/%2e%2e/keys',
        '/v1/..%2fkeys',
        '/docs/../keys',
        'https://localhost/keys',
        'https://localhost/v1/../metrics',
      ];
      for (const path of paths) {
        const { status, body } = await ask(proxy, { path, headers });
        assert.deepEqual([status, body], [404, '{"error":"Not found"}'], path);
      }
      for (const path of disguised) {
        const { status } = await ask(proxy, { path, headers });
        assert.ok(status === 404 || status === 400 || status === 403, `${path}: ${status}`);
      }
    });

    test('the console, account settings and /mcp are public, and no path that only looks like them', async () => {
      const responderOf = async (path: string): Promise<string> => {
        const { status, headers } = await ask(proxy, { path, headers: { 'x-request-id': 'asked-by-a-browser' } });
        // Responses of the gateway have the id, and responses of the proxy do not.
        if (headers['x-request-id'] === 'asked-by-a-browser') return 'the gateway';
        return status === 404 ? 'the proxy' : String(status);
      };
      for (const path of [
        '/',
        '/?from=mail',
        '/console',
        '/console?a=b',
        '/console/',
        '/console/tools/upper-case?a',
        '/mcp',
        '/favicon.svg',
        '/favicon.ico',
        '/sign-in',
        '/sign-in/preview',
        '/sessions/current',
        '/account',
        '/account/keys?limit=1',
      ]) {
        assert.equal(await responderOf(path), 'the gateway', path);
      }
      for (const path of [
        '/consoles',
        '/console.js',
        '/Console/',
        '/index.html',
        '/a/console/',
        '//',
        '/%63onsole/',
        '/mcps',
        '/MCP',
        '/sign-ins',
        '/sessions',
        '/sessions/another',
        '/accounting',
        '/favicon.png',
      ]) {
        assert.equal(await responderOf(path), 'the proxy', path);
      }
    });

    test('anybody could try admin tokens at /sign-in, which is public', async () => {
      const signIn = (port: ReverseProxy) =>
        ask(port, {
          method: 'POST',
          path: '/sign-in',
          headers: { 'x-admin-token': adminToken, 'content-length': '0' },
        });
      const { status, headers } = await signIn(proxy);
      assert.ok(status >= 400, `${status}`);
      assert.equal(headers['set-cookie'], undefined);
    });

    test('the path of the console does not lead to the keys', async () => {
      const headers = { 'x-admin-token': adminToken };
      const listed = await gateway.request('GET', '/keys', { headers });
      assert.ok(listed.bytes.includes(keyOfClient.id));
      for (const path of ['/console/../keys', '/console/..%2fkeys', '/console/%2e%2e/keys', '/console//../../keys']) {
        const { body } = await ask(proxy, { path, headers });
        assert.ok(!body.includes(keyOfClient.id), path);
      }
    });

    test('behind it, pages at PUBLIC_URL need no allowlist entry', async (t) => {
      const origin = `https://localhost:${proxy.port}`;
      const fromPage = async () => (await run(proxy, key, { headers: { origin } })).status;
      assert.equal(await fromPage(), 403);
      t.after(() => gateway.gateway.reload(gateway.config));
      gateway.gateway.reload({ ...gateway.config, publicUrl: origin });
      assert.equal(await fromPage(), 200);
    });

    test('the catalogue and readiness are public', async () => {
      assert.equal((await ask(proxy, { path: '/v1/tools/upper-case' })).status, 200);
      assert.equal((await ask(proxy, { path: '/readyz' })).status, 200);
    });

    test('its log contains no texts and no keys', async () => {
      const input = 'a text that nobody else should read';
      const body = JSON.stringify({ input, steps: ['upper-case'] });
      await run(proxy, key, {}, body);
      await run(proxy, key, { headers: { host: 'somebody-else.example' } }, body);
      await ask(proxy, { path: '/keys', headers: { 'x-admin-token': adminToken } });
      await ask(proxy, { path: '/v1/usage', headers: { authorization: `Bearer ${key}` } });
      await ask(proxy, { path: '/v1/tools/the-last-line' });
      await until('the log is written', () => proxy.output().includes('/v1/tools/the-last-line'));
      for (const secret of [input, key, adminToken]) assert.ok(!proxy.output().includes(secret), secret);
    });

    test('pipelined requests all get their responses, in order', async () => {
      const connection = RawConnection.over(await connectTls(proxy));
      const slugs = ['upper-case', 'lower-case', 'trim-lines', 'no-such-tool', 'dedupe-sort'];
      connection.write(slugs.map((slug) => `GET /v1/tools/${slug} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join(''));
      for (const slug of slugs) {
        const { status, body } = await connection.response();
        assert.equal(status, slug === 'no-such-tool' ? 404 : 200);
        assert.equal(JSON.parse(body).slug, slug === 'no-such-tool' ? undefined : slug);
      }
      connection.destroy();
    });

    test('while the gateway is down, clients get an error in JSON, and the log does not contain the key', async (t) => {
      const closed = await startReverseProxy(t, name, 1);
      const { status, headers, body } = await run(closed, key);
      assert.ok(status === 502 || status === 503, `${status}`);
      assert.match(String(headers['content-type']), /^application\/json/);
      assert.deepEqual(Object.keys(JSON.parse(body)), ['error']);
      await until('the log is written', () => closed.output().includes('/v1/run'));
      assert.ok(!closed.output().includes(key));
    });
  });

  test(`${name} removes the admin token on each path that it forwards`, { skip }, async (t) => {
    const tokens: unknown[] = [];
    const upstream = createServer(({ headers }, response) => {
      tokens.push(headers['x-admin-token']);
      response.end('{}');
    });
    upstream.listen(0, '127.0.0.1');
    t.after(() => upstream.close());
    await once(upstream, 'listening');
    const proxy = await startReverseProxy(t, name, (upstream.address() as AddressInfo).port);
    for (const path of [
      '/',
      '/v1/usage',
      '/console/',
      '/mcp',
      '/docs',
      '/readyz',
      '/account',
      '/sessions/current',
      '/sign-in',
    ]) {
      for (const header of ['x-admin-token', 'X-ADMIN-TOKEN']) {
        assert.equal((await ask(proxy, { path, headers: { [header]: adminToken } })).status, 200, path);
      }
    }
    assert.deepEqual([tokens.length, ...new Set(tokens)], [18, undefined]);
  });

  const networks: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>> = {
    nginx: [['# 192.0.2.0/24 1;', '127.0.0.1 1;']],
    haproxy: [['# acl administrator src 192.0.2.0/24', 'acl administrator src 127.0.0.1']],
    caddy: [
      ['\t@public vars_regexp', '\t# @public vars_regexp'],
      ['\trequest_header -X-Admin-Token', ''],
      ['# @public expression', '@public expression'],
      ['remote_ip("192.0.2.0/24")', 'remote_ip("127.0.0.1")'],
      ['# @stranger not remote_ip 192.0.2.0/24', '@stranger not remote_ip 127.0.0.1'],
      ['# request_header @stranger', 'request_header @stranger'],
    ],
  };

  test(`${name} forwards all paths and the admin token from a network that its file allows`, { skip }, async (t) => {
    const proxy = await startReverseProxy(t, name, gateway.port, (configuration) =>
      (networks[name] ?? []).reduce((text, [from, to]) => {
        assert.ok(text.includes(from), from);
        return text.replace(from, to);
      }, configuration),
    );
    assert.equal((await ask(proxy, { path: '/keys', headers: { 'x-admin-token': adminToken } })).status, 200);
  });

  const onLinux = process.platform !== 'linux' && 'only Linux has more than one address of its own';
  test(`${name} forwards the address of the client, and ignores one that the client claims`, {
    skip: skip || onLinux,
  }, async (t) => {
    const proxy = await startReverseProxy(t, name, limited.port);
    const key = (await limited.key()).secret;
    const statusFrom = async (localAddress: string, headers: Record<string, string> = {}) =>
      (await run(proxy, key, { localAddress, headers })).status;
    const burst = async (address: string) => {
      const statuses: number[] = [];
      for (let i = 0; i <= perAddress; i++) statuses.push(await statusFrom(address));
      return statuses;
    };
    // The gateway has admitted nothing yet from the addresses of this proxy.
    const [first, second, third] = [1, 2, 3].map((host) => `127.0.${index}.${host}`) as [string, string, string];
    assert.deepEqual(await burst(first), [200, 200, 200, 429]);
    assert.deepEqual(await burst(second), [200, 200, 200, 429]);
    for (const address of [first, second]) {
      for (const forged of ['192.0.2.1', `192.0.2.2, ${first}`, first, '[2001:db8::1]:80']) {
        assert.equal(await statusFrom(address, { 'x-forwarded-for': forged }), 429, `${address} as ${forged}`);
        assert.equal(await statusFrom(address, { forwarded: `for=${forged}` }), 429, `${address} as ${forged}`);
      }
    }
    assert.deepEqual(await burst(third), [200, 200, 200, 429]);
  });
}

for (const name of proxyNames) {
  test(`${name} forwards a 503 of the gateway unchanged`, {
    skip: programPath(name) === undefined && `${name} is not installed`,
  }, async (t) => {
    const proxy = await startReverseProxy(t, name, gateway.port);
    gateway.gateway.announceStop();
    const { status, body } = await ask(proxy, { path: '/readyz' });
    assert.deepEqual([status, body], [503, '{"error":"Not ready"}']);
  });
}
