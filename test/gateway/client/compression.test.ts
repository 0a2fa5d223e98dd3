import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { Compression } from '#gateway/client/compression.js';
import { Connection } from '#gateway/client/connection.js';
import { clientCases } from '../../support/client-cases.js';
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
  const isPacked = first?.headers.get('content-encoding') === 'gzip';
  const text = isPacked ? gunzipSync(first?.body as Uint8Array).toString() : String(first?.body);
  assert.equal(text, JSON.stringify({ input }));
  if (first?.headers.get('accept-encoding') === 'identity') return isPacked ? 'packed alone' : 'refused';
  return isPacked ? 'packed' : 'plain';
}

describe('the client compresses requests', () => {
  for (const [baseUrl, compression, text, expected] of clientCases.compression) {
    test(`to ${baseUrl}, ${compression ?? 'by default'}, with a ${text} text: ${expected}`, async () => {
      assert.equal(await sent(baseUrl, compression ?? undefined, text === 'short' ? text : longText), expected);
    });
  }

  test('not from a page of another origin, whose preflight would fail', async (t) => {
    const page = { origin: 'https://text.example' };
    Object.defineProperty(globalThis, 'location', { value: page, configurable: true });
    t.after(() => Reflect.deleteProperty(globalThis, 'location'));
    assert.equal(await sent('https://text.example', 'auto', longText), 'packed');
    assert.equal(await sent('https://other.example', 'auto', longText), 'plain');
  });

  test('not where there is no CompressionStream', async (t) => {
    const { CompressionStream } = globalThis;
    Reflect.deleteProperty(globalThis, 'CompressionStream');
    t.after(() => Object.assign(globalThis, { CompressionStream }));
    assert.equal(await sent('https://text.example', 'always', longText), 'plain');
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
