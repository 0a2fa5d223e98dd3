import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { overEachServer, sharedTestGateway } from '../support/gateway.js';
import { RawConnection, responseTo } from '../support/raw-http.js';

/** The size limit of the compressed script, with those that it imports before it runs. */
const maxScriptBytes = 140 * 1024;

overEachServer(async (_start, httpServer) => {
  const service = await sharedTestGateway(httpServer);
  const get = (path: string, fields = '') =>
    responseTo(service.port, `GET ${path} HTTP/1.1\r\nHost: a\r\n${fields}\r\n`);
  const page = await get('/console/');
  const [style = '', theme = '', script = '', ...imported] = [
    ...page.body.matchAll(/"(\/console\/assets\/[^"]+)"/g),
  ].map(([, path = '']) => path);

  describe('redirects', () => {
    for (const path of ['/', '/console', '/?a=b']) {
      test(`GET ${path} leads to /console/`, async () => {
        const { status, headers, body } = await get(path);
        assert.deepEqual([status, headers.get('location'), body], [302, '/console/', '']);
      });
    }

    test('HEAD / redirects too, POST / does not', async () => {
      const connection = await RawConnection.open(service.port);
      const head = await connection.write('HEAD / HTTP/1.1\r\nHost: a\r\n\r\n').response({ head: true });
      assert.deepEqual([head.status, head.headers.get('location')], [302, '/console/']);
      const post = await connection.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n').response();
      connection.destroy();
      assert.deepEqual([post.status, post.headers.get('allow')], [405, 'GET, HEAD']);
    });
  });

  describe('the page', () => {
    test('allows its own script, style sheet and gateway, and nothing else', () => {
      assert.equal(page.status, 200);
      assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
      assert.deepEqual(page.headers.get('content-security-policy')?.split('; '), [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "img-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types textmill-engine',
      ]);
      assert.equal(page.headers.get('referrer-policy'), 'no-referrer');
      assert.equal(page.headers.get('x-content-type-options'), 'nosniff');
      assert.equal(page.headers.get('cross-origin-opener-policy'), 'same-origin');
      assert.equal(page.headers.get('cache-control'), 'no-cache');
      assert.equal(page.headers.get('access-control-allow-origin'), undefined);
    });

    test('has no script, style or handler in it', () => {
      assert.doesNotMatch(page.body, /<style|<script[^>]*>[^<]|\son\w+=|\sstyle=/i);
    });

    test('is the same for every view', async () => {
      for (const view of [
        'sanitize',
        'sort-dedupe',
        'tools',
        'tools/trim-lines',
        'tools/%C3%A9',
        'keys',
        'keys/',
        'usage/acc_x',
      ]) {
        const { status, body } = await get(`/console/${view}`);
        assert.deepEqual([status, body], [200, page.body], view);
      }
    });

    test('is 404 for an unknown view', async () => {
      for (const path of ['/console/other', '/console/keys/a', '/console/tools/a/b', '/console/assets', '/console//']) {
        assert.deepEqual([(await get(path)).status, path], [404, path]);
      }
    });
  });

  test('the icon of the pages is an SVG without script, under both names that browsers ask for', async () => {
    assert.match(page.body, /<link rel="icon" href="\/favicon\.svg" type="image\/svg\+xml">/);
    for (const path of ['/favicon.svg', '/favicon.ico']) {
      const { status, headers, body } = await get(path);
      assert.deepEqual([status, headers.get('content-type')], [200, 'image/svg+xml']);
      assert.equal(headers.get('cache-control'), 'public, max-age=86400');
      assert.equal(headers.get('content-security-policy'), "default-src 'none'");
      assert.match(
        body,
        /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 32 32"><path [^<>]*\/><\/svg>\n$/,
      );
    }
  });

  describe('its files', () => {
    test('are a style sheet, the script of the theme and a module, cached forever under names that contain their hash', async () => {
      for (const [path, type] of [
        [style, 'text/css; charset=utf-8'],
        [theme, 'text/javascript; charset=utf-8'],
        [script, 'text/javascript; charset=utf-8'],
      ] as const) {
        const { status, headers } = await get(path);
        assert.deepEqual([status, headers.get('content-type')], [200, type]);
        assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable');
        assert.equal(headers.get('x-content-type-options'), 'nosniff');
        assert.match(path, /\/(main|first-theme)-[0-9A-Z]{8}\.(css|js)$/);
      }
    });

    test('are compressed for clients that accept gzip; the script is small', async () => {
      const plain = await get(script);
      const compressed = await get(script, 'Accept-Encoding: gzip\r\n');
      assert.equal(compressed.headers.get('content-encoding'), 'gzip');
      assert.deepEqual(gunzipSync(compressed.bytes), Buffer.from(plain.bytes));
      const sizes = await Promise.all(
        [script, ...imported].map(async (path) => gzipSync((await get(path)).bytes).length),
      );
      const size = sizes.reduce((sum, one) => sum + one);
      assert.ok(size <= maxScriptBytes, `${size} bytes`);
    });

    test('name other hosts only in examples', async () => {
      const addresses = new Set<string>();
      for (const path of [style, theme, script, ...imported]) {
        for (const [address] of (await get(path)).body.matchAll(/\bhttps?:\/\/[\w.-]*/g)) addresses.add(address);
      }
      // Examples in fields and messages (RFC 2606), and XML namespaces. The browser tests check that the page sends no
      // request to any of them.
      const shown = /^https?:\/\/(|host|127\.0\.0\.1|www\.w3\.org|(.*\.)?example(\.com\.?)?)$/;
      assert.deepEqual(
        [...addresses].filter((address) => !shown.test(address)),
        [],
      );
    });

    test('are the only ones', async () => {
      for (const name of ['other.js', 'index.html', '..%2Findex.html', 'main.js', '__proto__']) {
        assert.deepEqual([(await get(`/console/assets/${name}`)).status, name], [404, name]);
      }
    });
  });
});
