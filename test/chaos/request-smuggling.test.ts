import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { httpErrors } from '#gateway/core/errors.js';
import { createLog } from '#gateway/core/log.js';
import { type EarlyRefusal, protocols, type Refused, refusedClient } from '../support/early-refusals.js';
import { adminToken, httpServers, startTestGateway, type TestGateway } from '../support/gateway.js';
import { type LogLine, until } from '../support/gateway-process.js';
import { programPath } from '../support/program-path.js';
import { RawConnection } from '../support/raw-http.js';
import { figure, full } from '../support/reliability.js';
import { proxyNames, type ReverseProxy, startReverseProxy } from '../support/reverse-proxy.js';

// A proxy that reuses a connection on which a body is unfinished sends the next request into the middle of that body.

/** Refusals of each kind, behind each proxy, over each protocol. */
const refusals = full ? 1_000 : 6;
const atATime = full ? 40 : 21;
const maxBodyBytes = 131_072;
/** A body counts with its announced length before it arrives; 32 of the longest reach the limit. */
const reservedBytes = 65_536;
const holders = (32 * maxBodyBytes) / reservedBytes + 8;

/** What a body is made of: a request that no proxy lets through, from an address that is not the client's. */
const hidden =
  'GET /keys HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 9.9.9.9\r\nx-request-id: smuggled\r\n' +
  `x-admin-token: ${adminToken}\r\n\r\n`;
const requests = (bytes: number): Buffer =>
  Buffer.from(hidden.repeat(Math.ceil(bytes / hidden.length))).subarray(0, bytes);
const accepted = requests(120_000);
const large = requests(400_000);
const small = { input: 'a', steps: ['upper-case'] };

interface Keys {
  readonly key: string;
  /** Its quota is used up. */
  readonly spentKey: string;
}

interface Kind {
  readonly error: keyof typeof httpErrors;
  readonly request: (
    keys: Keys,
  ) => Partial<Pick<EarlyRefusal, 'method' | 'path' | 'body'>> & { fields: EarlyRefusal['fields'] };
}

const json = { 'content-type': 'application/json' };
const kinds: readonly Kind[] = [
  { error: 'invalid-api-key', request: () => ({ fields: { ...json, 'x-api-key': 'bad' } }) },
  {
    error: 'origin-not-allowed',
    request: ({ key }) => ({ fields: { ...json, 'x-api-key': key, origin: 'https://evil.example' } }),
  },
  { error: 'not-found', request: () => ({ path: '/v1/nowhere', fields: json }) },
  { error: 'method-not-allowed', request: ({ key }) => ({ method: 'PUT', fields: { ...json, 'x-api-key': key } }) },
  { error: 'body-too-large', request: ({ key }) => ({ fields: { ...json, 'x-api-key': key } }) },
  {
    error: 'unsupported-content-type',
    request: ({ key }) => ({ fields: { 'content-type': 'text/plain', 'x-api-key': key } }),
  },
  { error: 'rate-limited', request: ({ spentKey }) => ({ fields: { ...json, 'x-api-key': spentKey } }) },
];
const withoutMemory: Kind = {
  error: 'server-busy',
  request: ({ key }) => ({ body: accepted, fields: { ...json, 'x-api-key': key } }),
};
const endings = ['whole', 'rest-later', 'cut-off'] as const;

for (const httpServer of httpServers) {
  for (const name of proxyNames) {
    const skip = programPath(name) === undefined && `${name} is not installed`;
    describe(`over ${httpServer} behind ${name}`, { skip }, () => {
      const lines: string[] = [];
      let gateway: TestGateway;
      let proxy: ReverseProxy;
      let keys: Keys;
      const cleanups: (() => unknown)[] = [];
      const scope = { after: (cleanup: () => unknown) => void cleanups.unshift(cleanup) };
      // A hook, since the body of a suite runs also where --test-name-pattern leaves all of its tests out.
      before(async () => {
        gateway = await startTestGateway(scope, {
          settings: {
            HTTP_SERVER: httpServer,
            TRUSTED_PROXIES: '127.0.0.1',
            MAX_BODY_BYTES: String(maxBodyBytes),
            FREE_TIER: 'true',
            DAILY_QUOTA: '1000000000',
            LOG_ADDRESSES: 'true',
          },
          log: createLog('info', { write: (line: string) => void lines.push(line) }),
        });
        proxy = await startReverseProxy(scope, name, gateway.port);
        keys = { key: (await gateway.key()).secret, spentKey: (await gateway.key({ plan: 'free' })).secret };
        for (let i = 0; i < 10; i++) await gateway.post('/v1/run', small, keys.spentKey);
      });
      after(async () => {
        for (const cleanUp of cleanups) await cleanUp();
      });

      /** Takes all memory for bodies until the signal, on connections that announce a body and send none. */
      async function holdBodyMemory(signal: AbortSignal): Promise<void> {
        const head = `POST /v1/run HTTP/1.1\r\nHost: a\r\nx-request-id: holder\r\nx-api-key: ${keys.key}\r\n`;
        while (!signal.aborted) {
          const connection = await RawConnection.open(gateway.port);
          connection.write(`${head}Content-Type: application/json\r\nContent-Length: ${reservedBytes}\r\n\r\n`);
          while (!connection.closed && !signal.aborted) await wait(5);
          connection.destroy();
        }
      }

      for (const protocol of protocols) {
        /** Sends all refusals of some kinds. */
        async function assertRefused(sentKinds: readonly Kind[]): Promise<void> {
          lines.length = 0;
          const wrong: unknown[] = [];
          const ids = new Set<string>();
          /** Of clients that disconnected without a response: the proxy may not have passed the request on. */
          const abandoned = new Set<string>();
          let next = 0;
          const client = async (): Promise<void> => {
            const own = refusedClient(proxy, protocol);
            for (let i = next++; i < refusals * sentKinds.length; i = next++) {
              const kind = sentKinds[i % sentKinds.length] as Kind;
              const turn = Math.floor(i / sentKinds.length);
              const id = `sent-${i}`;
              const { fields, ...others } = kind.request(keys);
              const ending = endings[turn % endings.length] ?? 'whole';
              const request = { method: 'POST', path: '/v1/run', body: large, hasLength: turn % 2 === 0, ...others };
              ids.add(id);
              const sent = { ...request, ending, fields: { ...fields, 'x-request-id': id } };
              const response = await own.send(sent).catch((lost: Error) => ({ status: -1, body: lost.message }));
              if (response.status === 0) abandoned.add(id);
              if (!isRight(kind, ending, response))
                wrong.push({ error: kind.error, ending, hasLength: request.hasLength, ...response });
            }
            own.close();
          };
          await Promise.all(Array.from({ length: atATime }, client));
          const missing = () => {
            const found = new Set(loggedIds());
            return [...ids].filter((id) => !found.has(id));
          };
          await until('all requests are logged', () => missing().every((id) => abandoned.has(id)));
          // A request too many may still be on its way.
          await wait(100);
          assert.deepEqual(wrong, [], 'wrong responses');
          for (const id of missing()) ids.delete(id);
          assert.deepEqual(loggedIds().toSorted(), [...ids].toSorted(), 'the log has what was sent, each once');
          for (const { address, method } of logged())
            assert.deepEqual([address, method === 'GET'], ['127.0.0.1', false]);
        }

        test(`${protocol}: the body of a refused request was read as requests`, { timeout: 3_600_000 }, async (t) => {
          await assertRefused(kinds);
          const stop = new AbortController();
          const held = Array.from({ length: holders }, () => holdBodyMemory(stop.signal));
          const body = { ...small, input: 'a'.repeat(40_000) };
          const isFull = async () => (await gateway.post('/v1/run', body, keys.key)).status === 503;
          try {
            await until('no memory for bodies is left', isFull);
            await assertRefused([withoutMemory]);
          } finally {
            stop.abort();
            await Promise.all(held);
          }
          const statuses = [...kinds, withoutMemory].map(({ error }) => httpErrors[error].status);
          figure(
            t,
            'R23',
            `${refusals} refusals each of ${statuses.join(', ')}: the log has exactly the requests that were sent`,
            `${name}, ${protocol}, over ${httpServer}`,
          );
        });
      }

      /** The lines of requests that came through the proxy. */
      function logged(): LogLine[] {
        const all = lines.map((line) => JSON.parse(line) as LogLine);
        return all.filter(({ msg, requestId }) => msg === 'request' && requestId !== 'holder');
      }

      function loggedIds(): string[] {
        return logged().map(({ requestId }) => String(requestId));
      }
    });
  }
}

function isRight({ error }: Kind, ending: EarlyRefusal['ending'], { status, body }: Refused): boolean {
  if (status <= 0) return status === 0 && ending === 'cut-off';
  // A body may get memory that a holder has just released: then it is read, and is not JSON.
  if (error === 'server-busy' && status === 400) return true;
  return status === httpErrors[error].status && JSON.parse(body).error === httpErrors[error].sentence;
}
