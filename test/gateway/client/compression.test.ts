import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { Compression } from '#gateway/client/compression.js';
import { Connection } from '#gateway/client/connection.js';
import { sharedTestGateway } from '../../support/gateway.js';
import { SimulatedTiming } from '../../support/planned-server.js';

const longText = 'é, \ud800 and more of it; '.repeat(600);

/** Sends a text to a gateway at an address, which is busy at first. @returns what was sent. */
async function sent(baseUrl: string, compression: Compression | undefined, input: string) {
  const requests: { readonly headers: Headers; readonly body: unknown }[] = [];
  const fetch = async (_url: unknown, init: RequestInit = {}): Promise<Response> => {
    requests.push({ headers: new Headers(init.headers), body: init.body });
    return requests.length === 1 ? new Response('', { status: 503 }) : new Response('{}');
  };
  const timing = new SimulatedTiming();
  const connection = new Connection({
    baseUrl,
    apiKey: 'k',
    compression,
    timing,
    fetch: fetch as typeof globalThis.fetch,
  });
  await connection.send('POST', 'v1/run', { input });
  const [first, again] = requests;
  assert.equal(again?.body, first?.body, 'compressed once');
  const encoding = first?.headers.get('content-encoding') ?? null;
  const text = encoding === null ? String(first?.body) : gunzipSync(first?.body as Uint8Array).toString();
  assert.equal(text, JSON.stringify({ input }));
  return [encoding, first?.headers.get('accept-encoding') ?? null];
}

describe('the client compresses requests', () => {
  const [compressed, plain, refused] = [
    ['gzip', null],
    [null, null],
    [null, 'identity'],
  ];
  const cases: readonly [baseUrl: string, compression: Compression | undefined, input: string, sent: unknown][] = [
    ['https://text.example', undefined, longText, compressed],
    ['http://10.0.0.7:8080/text', 'auto', longText, compressed],
    ['http://127.example:8080', 'auto', longText, compressed],
    ['https://text.example', 'auto', 'short', plain],
    ['https://text.example', 'always', 'short', compressed],
    ['https://text.example', 'never', longText, refused],
    ['http://localhost:8080', 'auto', longText, refused],
    ['http://text.localhost', 'auto', longText, refused],
    ['http://127.0.0.1:8080', undefined, longText, refused],
    ['http://127.8.0.1:8080', 'auto', longText, refused],
    ['http://[::1]:8080', 'auto', longText, refused],
    ['http://127.0.0.1:8080', 'always', 'short', compressed],
  ];
  for (const [baseUrl, compression, input, expected] of cases) {
    const length = input.length < 100 ? 'a short text' : 'a long text';
    test(`to ${baseUrl}, ${compression ?? 'by default'}, with ${length}: ${expected}`, async () => {
      assert.deepEqual(await sent(baseUrl, compression, input), expected);
    });
  }

  test('not from a page of another origin, whose preflight would fail', async (t) => {
    const page = { origin: 'https://text.example' };
    Object.defineProperty(globalThis, 'location', { value: page, configurable: true });
    t.after(() => Reflect.deleteProperty(globalThis, 'location'));
    assert.deepEqual(await sent('https://text.example', 'auto', longText), compressed);
    assert.deepEqual(await sent('https://other.example', 'auto', longText), plain);
  });

  test('not where there is no CompressionStream', async (t) => {
    const { CompressionStream } = globalThis;
    Reflect.deleteProperty(globalThis, 'CompressionStream');
    t.after(() => Object.assign(globalThis, { CompressionStream }));
    assert.deepEqual(await sent('https://text.example', 'always', longText), plain);
  });

  test('refuses any other choice', () => {
    const options = { baseUrl: 'http://a.example', compression: 'gzip' as Compression };
    assert.throws(() => new Connection(options), /^TypeError: compression must be one of: auto, always, never$/);
  });
});

test('a gateway reads what the client has compressed, and the client its response', async () => {
  const { url, key } = await sharedTestGateway();
  const { secret } = await key();
  const encodings: (string | null)[] = [];
  const fetch: typeof globalThis.fetch = async (...request) => {
    const response = await globalThis.fetch(...request);
    encodings.push(response.headers.get('content-encoding'));
    return response;
  };
  const urls = Array.from({ length: 500 }, (_, id) => `https://a.example/${id}?utm_source=x`);
  for (const compression of ['always', 'never'] as const) {
    const connection = new Connection({ baseUrl: url, apiKey: secret, compression, fetch });
    const { count } = await connection.send<{ count: number }>('POST', 'v1/sanitize', { urls });
    assert.equal(count, 500);
  }
  assert.deepEqual(encodings, ['gzip', null]);
});
