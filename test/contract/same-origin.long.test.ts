import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { readConfig } from '#gateway/server/config/config.js';
import { author } from '../support/author.js';
import { connectTls, makeCertificate, withoutOpenssl } from '../support/certificates.js';
import { overEachServer, startTestGateway, type TestGateway } from '../support/gateway.js';
import { RawConnection, type RawResponse } from '../support/raw-http.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const work = JSON.stringify({ input: 'a', steps: ['upper-case'] });

interface Sent {
  readonly host: string;
  /** Undefined for a request without one. */
  readonly origin?: string;
  readonly key: string;
  readonly method?: 'POST' | 'OPTIONS';
}

/** Sends a request with exactly the given Host and Origin. */
function requestBytes({ host, origin, key, method = 'POST' }: Sent): string {
  const from = origin === undefined ? '' : `Origin: ${origin}\r\n`;
  const about = method === 'POST' ? `x-api-key: ${key}\r\nContent-Type: application/json\r\n` : '';
  const body = method === 'POST' ? work : '';
  return `${method} /v1/run HTTP/1.1\r\nHost: ${host}\r\n${from}${about}Content-Length: ${body.length}\r\n\r\n${body}`;
}

async function send(connected: Promise<RawConnection>, sent: Sent): Promise<RawResponse> {
  const connection = await connected;
  try {
    return await connection.write(requestBytes(sent)).response();
  } finally {
    connection.destroy();
  }
}

/** The names of the header fields in which a response differs from one to a request without an Origin. */
function fieldsOf({ headers }: RawResponse): string[] {
  return [...headers.keys()].filter((name) => name !== 'date').sort();
}

type Row = readonly [host: string, origin: string];

/** @param own - the scheme that the gateway speaks, and its port; `other` is one that it does not speak. */
function same({ own, port }: { own: string; port: number }): readonly Row[] {
  return [
    ['text.example', `${own}://text.example`],
    [`text.example:${port}`, `${own}://text.example`],
    ['text.example:8081', `${own}://text.example:8081`],
    ['TEXT.Example:8081', `${own}://text.example:8081`],
    ['127.0.0.1:8081', `${own}://127.0.0.1:8081`],
    ['[::1]:8081', `${own}://[::1]:8081`],
    ['[2001:DB8:0::1]', `${own}://[2001:db8::1]`],
    [`[::1]:${port}`, `${own}://[::1]`],
    ['xn--bcher-kva.example', `${own}://xn--bcher-kva.example`],
  ];
}

function different({ own, other, port }: { own: string; other: string; port: number }): readonly Row[] {
  const foreign = port === 80 ? 443 : 80;
  return [
    ['text.example', `${other}://text.example`],
    [`text.example:${port}`, `${other}://text.example`],
    [`text.example:${foreign}`, `${other}://text.example`],
    [`text.example:${foreign}`, `${own}://text.example`],
    ['text.example:8081', `${other}://text.example:8081`],
    ['text.example:8081', `${own}://text.example`],
    ['text.example', `${own}://text.example:8081`],
    ['text.example:8081', `${own}://text.example:8082`],
    ['text.example:8081', `${own}://text.example:808`],
    ['text.example:8081', `${own}://text.example:80811`],
    ['text.example', `${own}://text.example:${port}`],
    ['text.example', `${own}://TEXT.example`],
    ['text.example', `${own.toUpperCase()}://text.example`],
    ['text.example', `${own}://text.example/`],
    ['text.example', `${own}://text.example.`],
    ['text.example', `${own}://text.example?`],
    ['text.example', `${own}://text.example#`],
    ['text.example', `${own}://text%2eexample`],
    ['text.example', `${own}://user@text.example`],
    ['text.example', `${own}://user:password@text.example`],
    ['text.example', `${own}://text.example@evil.example`],
    ['text.example', `${own}://text.example.evil.example`],
    ['text.example', `${own}://eviltext.example`],
    ['text.example', `${own}://sub.text.example`],
    ['sub.text.example', `${own}://text.example`],
    ['text.example', `${own}://text.example, ${own}://text.example`],
    ['text.example', `${own}://text.example ${own}://evil.example`],
    ['text.example', '//text.example'],
    ['text.example', 'text.example'],
    ['text.example', '*'],
    ['127.0.0.1:8081', `${own}://127.0.0.1:8081.evil.example`],
    ['127.0.0.1:8081', `${own}://localhost:8081`],
    ['127.0.0.1:8081', `${own}://127.1:8081`],
    ['[::1]:8081', `${own}://::1:8081`],
    ['[::1]:8081', `${own}://[0:0:0:0:0:0:0:1]:8081`],
    ['text.example', 'null'],
    ['null', 'null'],
    // A Host that no page can send.
    ['text.example:', `${own}://text.example:`],
    ['text.example:65536', `${own}://text.example:65536`],
    ['*.example', `${own}://*.example`],
  ];
}

describe('the origin of the gateway itself', () => {
  const plain = { own: 'http', other: 'https', port: 80 };
  const overTls = { own: 'https', other: 'http', port: 443 };
  for (const [name, schemes] of [
    ['over plain HTTP', plain],
    ['over TLS', overTls],
  ] as const) {
    const skip = schemes === overTls && withoutOpenssl;
    describe(name, { skip }, async () => {
      const service = await startTestGateway({ after }, { settings: settings() });
      const key = (await service.key()).secret;
      const ask = (sent: Omit<Sent, 'key'>) => send(connect(), { ...sent, key });

      function settings(): Record<string, string> {
        if (schemes === plain || skip) return {};
        const { certFile, keyFile } = makeCertificate(temporaryFolder({ after }), 'localhost');
        return { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile };
      }

      async function connect(): Promise<RawConnection> {
        if (schemes === plain) return RawConnection.open(service.port);
        return RawConnection.over(await connectTls(service.port));
      }

      for (const [host, origin] of same(schemes)) {
        test(`Host ${host} and Origin ${origin} are the same: the response is that to a request without Origin`, async () => {
          for (const method of ['POST', 'OPTIONS'] as const) {
            const response = await ask({ host, origin, method });
            const bare = await ask({ host, method });
            assert.equal(response.status, method === 'POST' ? 200 : 204, response.body);
            assert.deepEqual([response.status, fieldsOf(response)], [bare.status, fieldsOf(bare)]);
            assert.equal(response.headers.get('allow'), method === 'POST' ? undefined : 'POST, OPTIONS');
          }
        });
      }

      // TLS decides only the scheme and its port, which are the matter of the first rows.
      const others = schemes === plain ? different(schemes) : different(schemes).slice(0, 11);
      for (const [host, origin] of others) {
        test(`Host ${host} and Origin ${origin} are not the same: refused without a CORS header`, async () => {
          for (const method of ['POST', 'OPTIONS'] as const) {
            const { status, body, headers } = await ask({ host, origin, method });
            assert.deepEqual([status, body], [403, '{"error":"Origin not allowed"}']);
            assert.equal(headers.has('access-control-allow-origin'), false);
          }
        });
      }
    });
  }

  describe('PUBLIC_URL', () => {
    const settings = { PUBLIC_URL: 'HTTPS://Text.Example.com:443' };
    const statuses = async ({ port, key }: TestGateway, origin: string, host = 'localhost') => {
      const sent = { host, origin, key: (await key()).secret };
      const posted = await send(RawConnection.open(port), sent);
      const preflight = await send(RawConnection.open(port), { ...sent, method: 'OPTIONS' });
      return [posted.status, preflight.status];
    };

    test('is a same origin whatever the Host is, in addition to that of the Host', async (t) => {
      const service = await startTestGateway(t, { settings });
      for (const host of ['localhost', '127.0.0.1:8080', 'text.example.com', 'internal:1']) {
        assert.deepEqual(await statuses(service, 'https://text.example.com', host), [200, 204], host);
      }
      assert.deepEqual(await statuses(service, service.url, `127.0.0.1:${service.port}`), [200, 204]);
      for (const origin of [
        'http://text.example.com',
        'https://text.example.com:443',
        'https://text.example.com:8443',
        'https://TEXT.example.com',
        'https://text.example.com.',
        'https://text.example.com/',
        'https://text.example.com.evil.example',
        'https://user@text.example.com',
        'https://evil.example',
        'null',
      ]) {
        assert.deepEqual(await statuses(service, origin), [403, 403], origin);
      }
    });

    test('unset, only the Host counts', async (t) => {
      const service = await startTestGateway(t);
      assert.deepEqual(await statuses(service, 'https://text.example.com', 'text.example.com'), [403, 403]);
      assert.deepEqual(await statuses(service, 'undefined', 'undefined'), [403, 403]);
    });

    test('changes while running', async (t) => {
      const service = await startTestGateway(t, { settings });
      const moved = 'https://elsewhere.example';
      const { changed } = service.gateway.reload({ ...service.config, publicUrl: moved });
      assert.deepEqual(changed, { PUBLIC_URL: { from: 'https://text.example.com', to: moved } });
      assert.deepEqual(await statuses(service, 'https://text.example.com'), [403, 403]);
      assert.deepEqual(await statuses(service, moved), [200, 204]);
      service.gateway.reload({ ...service.config, publicUrl: readConfig({}).publicUrl });
      assert.deepEqual(await statuses(service, moved), [403, 403]);
    });
  });
});

// Each server reads the Host and the Origin of a request itself.
overEachServer((start) => {
  describe('a page that the gateway serves', async () => {
    const service = await start({ after }, { settings: { DAILY_QUOTA: '2' } });
    const own = { host: `127.0.0.1:${service.port}`, origin: service.url };
    const ask = (sent: Sent) => send(RawConnection.open(service.port), sent);

    test('needs a key like any client, and its requests count', async () => {
      const { secret } = await service.key();
      const statuses: number[] = [];
      for (const key of ['', 'nonsense', secret, secret, secret]) statuses.push((await ask({ ...own, key })).status);
      assert.deepEqual(statuses, [401, 401, 200, 200, 429]);
    });

    test('gets CORS headers if a key lists its origin anyway', async () => {
      const { key, secret } = await service.key({ origins: [service.url] });
      for (const method of ['POST', 'OPTIONS'] as const) {
        const { headers } = await ask({ ...own, key: secret, method });
        assert.equal(headers.get('access-control-allow-origin'), service.url);
        assert.equal(headers.get('access-control-max-age'), method === 'POST' ? undefined : '600');
      }
      await service.gateway.keys.revoke(key.id, author);
    });

    test('is recognized by the Host of its own request, not that of the previous one', async () => {
      const { secret: key } = await service.key();
      const origin = 'http://first.example';
      assert.equal((await ask({ host: 'first.example', origin, key })).status, 200);
      assert.equal((await ask({ host: 'second.example', origin, key })).status, 403);
      assert.equal((await ask({ host: 'first.example:65536', origin, key })).status, 403);
      assert.equal((await ask({ host: 'first.example', origin, key })).status, 200);
    });
  });
});
