import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseOrigin } from '#gateway/server/keys/origin.js';

describe('origins', () => {
  for (const [text, origin] of [
    ['https://example.com', 'https://example.com'],
    ['HTTPS://Example.COM', 'https://example.com'],
    ['https://example.com:443', 'https://example.com'],
    ['http://example.com:80', 'http://example.com'],
    ['http://example.com:443', 'http://example.com:443'],
    ['https://example.com:08443', 'https://example.com:8443'],
    ['https://example.com.', 'https://example.com.'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://127.0.0.1:5173', 'http://127.0.0.1:5173'],
    ['http://127.1', 'http://127.0.0.1'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
    ['http://[0:0:0:0:0:0:0:1]', 'http://[::1]'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['https://BÜCHER.example', 'https://xn--bcher-kva.example'],
    ['https://straße.example', 'https://xn--strae-oqa.example'],
    ['https://日本語.jp', 'https://xn--wgv71a119e.jp'],
    ['https://xn--bcher-kva.example', 'https://xn--bcher-kva.example'],
    ['https://a_b.example', 'https://a_b.example'],
    ['https://example.com:0', 'https://example.com:0'],
    ['https://example.com:65535', 'https://example.com:65535'],
  ] as const) {
    test(`${text} is ${origin}`, () => {
      assert.deepEqual(parseOrigin(text), { origin });
      assert.deepEqual(parseOrigin(origin), { origin }, 'parsing its own result');
    });
  }
});

describe('refusals', () => {
  const form = 'must be an origin of the form scheme://host[:port]';
  const scheme = 'must begin with http:// or https://';
  const wildcard = 'must not contain a wildcard: name each origin';
  const login = 'must not contain a user name or password';
  const end = 'must end after the host or port: no path, no query, not even a final slash';
  const host = 'must have a valid host name or address, and a port from 0 to 65535 if any';
  for (const [text, reason] of [
    ['', form],
    ['null', form],
    ['example.com', form],
    ['//example.com', form],
    ['https:example.com', form],
    ['https:/example.com', form],
    ['https:\\\\example.com', form],
    [' https://example.com', form],
    ['java\nscript://example.com', form],
    ['ftp://example.com', scheme],
    ['file://', scheme],
    ['chrome-extension://abcdefgh', scheme],
    ['*', wildcard],
    ['https://*', wildcard],
    ['https://*.example.com', wildcard],
    ['https://example.com:*', wildcard],
    ['https://user@example.com', login],
    ['https://user:secret@example.com', login],
    ['https://@example.com', login],
    ['https://example.com/', end],
    ['https://example.com/path', end],
    ['https://example.com?', end],
    ['https://example.com?a=b', end],
    ['https://example.com#', end],
    ['https://example.com\\evil', end],
    ['https:///example.com', end],
    ['https://', host],
    ['https://:8080', host],
    ['https://example.com:', host],
    ['https://example.com:65536', host],
    ['https://example.com:-1', host],
    ['https://example.com:http', host],
    ['https://exam ple.com', host],
    ['https://example.com ', host],
    ['https://exam\tple.com', host],
    ['https://example.com\n', host],
    ['https://example.com\0', host],
    ['https://exam\u00a0ple.com', host],
    ['https://256.256.256.256', host],
    ['https://[::1', host],
    ['https://[::g]', host],
    ['https://a,b.example,https://c.example', end],
    ['https://example.com,https:', host],
    [`https://${'a'.repeat(300)}.com`, 'must have at most 300 characters'],
  ] as const) {
    test(`${JSON.stringify(text).slice(0, 60)} ${reason}`, () => assert.deepEqual(parseOrigin(text), { reason }));
  }
});
