import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { startTestGateway } from '../support/gateway.js';
import { responseTo } from '../support/raw-http.js';
import { engine } from '../support/tool-cases.js';

describe('the tools over HTTP', async () => {
  const catalogue = await loadCatalogue();
  const inline = await startTestGateway({ after }, { settings: { INLINE_MAX_BYTES: '1000000' } });
  // On a busy machine a thread takes seconds to load the library of a tool.
  const settings = { INLINE_MAX_BYTES: '0', JOB_TIMEOUT_MS: '60000' };
  const pooled = await startTestGateway({ after }, { settings });
  const doors = [
    { service: inline, key: (await inline.key()).secret },
    { service: pooled, key: (await pooled.key()).secret },
  ];

  /** The processing time is the only part of a response that differs from run to run. */
  const masked = (bytes: Uint8Array) =>
    Buffer.from(bytes)
      .toString()
      .replace(/"processingTimeMs":\d+/, '"processingTimeMs":0');

  describe('every example returns the same bytes directly, inline and from the pool', () => {
    for (const { tool } of catalogue.values()) {
      test(tool.slug, async () => {
        for (const { input, config, output } of tool.examples) {
          const request = { input, steps: [config === undefined ? tool.slug : { toolSlug: tool.slug, config }] };
          const direct = engine.execute('run', Buffer.from(JSON.stringify(request)));
          assert.equal(JSON.parse(Buffer.from(direct.body).toString()).result, output);
          for (const { service, key } of doors) {
            const { status, bytes } = await service.post('/v1/run', request, key);
            assert.equal(status, 200);
            assert.equal(masked(bytes), masked(direct.body));
          }
        }
      });
    }
  });

  describe('GET /v1/tools', () => {
    test('lists every tool with its schema, defaults and examples, without a key', async () => {
      const { status, json, headers } = await inline.request('GET', '/v1/tools');
      const { tools, count } = json as { tools: Record<string, unknown>[]; count: number };
      assert.equal(status, 200);
      assert.equal(count, catalogue.size);
      assert.deepEqual(
        tools.map(({ slug }) => slug),
        [...catalogue.keys()],
      );
      for (const tool of tools) {
        assert.deepEqual(Object.keys(tool), [
          'slug',
          'title',
          'category',
          'description',
          'config',
          'keepsLines',
          'examples',
        ]);
      }
      assert.equal(headers.get('access-control-allow-origin'), '*');
      const { unicode, icu, tz } = process.versions;
      assert.deepEqual((json as { data: object }).data, { unicode, icu, timeZones: tz });
    });

    test('an option with a default says so and is not required', async () => {
      const { json } = await inline.request('GET', '/v1/tools/upper-case');
      const { category, config } = json as { category: string; config: { required?: string[]; properties: object } };
      assert.equal(category, 'case');
      assert.equal(config.required, undefined);
      assert.equal((config.properties as Record<string, { default: string }>).locale?.default, 'root');
    });

    test('an unknown tool is 404', async () => {
      const { status, json } = await inline.request('GET', '/v1/tools/nonsense');
      assert.deepEqual([status, json], [404, { error: 'Not found' }]);
    });

    for (const path of ['/v1/tools', '/v1/tools/upper-case']) {
      test(`${path} has an ETag, and 304 for clients that send it`, async () => {
        const { headers, bytes } = await inline.request('GET', path);
        const etag = headers.get('etag') ?? '';
        assert.match(etag, /^"[\w-]{22}"$/);
        for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
          const again = await inline.request('GET', path, { headers: { 'if-none-match': known } });
          assert.deepEqual([again.status, again.bytes.length, again.headers.get('etag')], [304, 0, etag], known);
        }
        const other = await inline.request('GET', path, { headers: { 'if-none-match': '"x"' } });
        assert.deepEqual(other.bytes, bytes);
      });
    }

    test('HEAD gives the length that GET sends', async () => {
      const { bytes } = await inline.request('GET', '/v1/tools');
      const head = await inline.request('HEAD', '/v1/tools');
      assert.deepEqual(
        [head.status, head.headers.get('content-length'), head.bytes.length],
        [200, String(bytes.length), 0],
      );
    });

    for (const path of ['/v1/tools', '/v1/tools/csv-json-converter']) {
      test(`${path} is compressed for clients that accept gzip`, async () => {
        const plain = await inline.request('GET', path);
        assert.deepEqual([plain.headers.get('content-encoding'), plain.headers.get('vary')], [null, 'Accept-Encoding']);
        for (const accepted of ['gzip', 'br;q=0.4, GZIP;q=0.5', 'deflate, x-gzip', 'x-gzip', 'br;q=0, zstd;q=0, *']) {
          const headers = { 'accept-encoding': accepted };
          const sent = `GET ${path} HTTP/1.1\r\nHost: a\r\nAccept-Encoding: ${accepted}\r\n\r\n`;
          const { headers: received, bytes } = await responseTo(inline.port, sent);
          assert.equal(received.get('content-encoding'), 'gzip', accepted);
          const length = Number(received.get('content-length'));
          assert.ok(length < plain.bytes.length, `${length} bytes`);
          assert.deepEqual(gunzipSync(bytes), Buffer.from(plain.bytes));
          const etag = received.get('etag') ?? '';
          assert.notEqual(etag, plain.headers.get('etag'), 'each form has its own ETag');
          const again = await inline.request('GET', path, { headers: { ...headers, 'if-none-match': etag } });
          assert.deepEqual([again.status, again.headers.get('etag')], [304, etag]);
        }
        for (const accepted of ['', 'deflate', 'gzip;q=0', '*;q=0', 'identity, gzip;q=0.9', ';;,q=', 'gzip;q=x']) {
          const { bytes, headers } = await inline.request('GET', path, { headers: { 'accept-encoding': accepted } });
          assert.equal(headers.get('content-encoding'), null, accepted);
          assert.deepEqual(bytes, plain.bytes);
        }
      });
    }

    test('a preflight is allowed for any origin', async () => {
      const { status, headers } = await inline.request('OPTIONS', '/v1/tools', {
        headers: { origin: 'https://any.example' },
      });
      assert.deepEqual([status, headers.get('access-control-allow-origin')], [204, '*']);
    });
  });

  test('a valid request id is returned, and any other is replaced by a new one', async () => {
    const ids = [];
    for (const sent of [
      'x-request-id: my.id-1\r\n',
      '',
      'x-request-id: a b\r\n',
      `x-request-id: ${'a'.repeat(129)}\r\n`,
    ]) {
      const { headers } = await responseTo(inline.port, `GET /v1/tools/upper-case HTTP/1.1\r\nHost: a\r\n${sent}\r\n`);
      ids.push(headers.get('x-request-id') ?? '');
    }
    assert.equal(ids[0], 'my.id-1');
    for (const id of ids.slice(1)) assert.match(id, /^[0-9a-f]{12}-[0-9a-z]+$/);
    assert.equal(new Set(ids).size, ids.length);
  });
});
