import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCase, type ToolCases, type ToolRow } from '../../../support/tool-cases.js';

const slug = 'url-parser';
const long = 'https://ada:p%40w@Example.com:8443/a/../b%20c?q=1&r#top';
const notAUrl = 'not a URL that can be parsed; it needs a scheme and a valid host, as in https://example.com';
const outOfLength = '\u0301\u0323'.repeat(249_990);

function part(name: string, output: string, input = long, title?: string): ToolRow {
  return [input, output, { part: name }, title];
}

function paramsOf(input: string): string {
  return resultOf(slug, input).replace(/^.*,"params":/, '');
}

export default {
  slug,
  cases: [
    ['', ''],
    part('origin', 'https://example.com:8443'),
    part('protocol', 'https'),
    part('username', 'ada'),
    part('password', 'p%40w'),
    part('host', 'example.com:8443'),
    part('hostname', 'example.com'),
    part('port', '8443'),
    part('path', '/b%20c'),
    part('query', 'q=1&r'),
    part('hash', 'top'),
    part('port', '', 'https://example.com:443/'),
    part('origin', '', 'mailto:ada@example.com'),
    part('path', 'ada@example.com', 'mailto:ada@example.com'),
    part('hostname', '[2001:db8::1]', 'http://[2001:DB8:0:0::1]/'),
    part('hostname', '127.0.0.1', 'http://0x7f.1/'),
    part('host', 'xn--mnchen-3ya.example', 'https://MÜNCHEN.example'),
    part('query', '', 'https://example.com?#'),
    [
      'urn:isbn:0451450523',
      '{"href":"urn:isbn:0451450523","origin":"","protocol":"urn","username":"","password":"","host":"","hostname":"","port":"","path":"isbn:0451450523","query":"","hash":"","params":{}}',
    ],
    [
      ' http://a.example/ \r\n\t\r\nhttp://b.example\r\n',
      'a.example\r\n\t\r\nb.example\r\n',
      { part: 'hostname' },
      'white space around a URL, CRLF and a final line end',
    ],
    ['http://a.example/x\n\nexample.com', { error: `line 3: ${notAUrl}` }],
    ['/relative?a=1', { error: `line 1: ${notAUrl}` }],
    ['http://a b/', { error: `line 1: ${notAUrl}` }],
    ['x\n\nhttp://a.example/\ny\n', 'x\n\na.example\ny\n', { part: 'hostname', invalid: 'keep' }],
    [
      'x\n\nhttp://a.example/\ny\n',
      'a.example\n',
      { part: 'hostname', invalid: 'drop' },
      'dropped with the blank lines',
    ],
    [' x\n\nhttp://a.example/', 'invalid:  x\n\na.example', { part: 'hostname', invalid: 'mark' }],
    ['x', '', { invalid: 'drop' }],
    ['http://a/\ud800?\udc00=\0', '/%EF%BF%BD', { part: 'path' }, 'lone surrogates and NUL are escaped'],
    part('path', '/x', `http://${'a'.repeat(1000)}/x`, 'a host may be long'),
    [`http://${'a'.repeat(1001)}`, { error: `line 1: ${notAUrl}` }, {}, 'but not longer'],
    part('hostname', 'a', `http://${'u'.repeat(2000)}@a/`, 'a long user is not a host'),
    part('hash', 'x', `data:,${'a'.repeat(2000)}#x`, 'long paths are not hosts'),
    ...['http://a', 'http:a', '\u0001ht\ttp:/\t/a', 'http:\\\\\\a', 'FTP://u@a'].map(
      (start): ToolCase => [
        start + outOfLength,
        { error: `line 1: ${notAUrl}` },
        {},
        `a host that takes the parser 16 s is not parsed: ${JSON.stringify(start)}`,
      ],
    ),
    ['a:\n'.repeat(160_000), { error: 'the output would be longer than 4000000 characters' }, {}, 'many short URLs'],
    [
      '',
      {
        error:
          'steps[0].config.part must be one of: all, origin, protocol, username, password, host, hostname, port, path, query, hash',
      },
      { part: 'domain' },
    ],
    ['', { error: 'steps[0].config.invalid must be one of: error, keep, drop, blank, mark' }, { invalid: 'skip' }],
  ],
  checks: {
    'parameters are decoded, and each name comes once': () => {
      assert.equal(paramsOf('http://a/?b=1&a=%C3%A9+x&b=2&c'), '{"b":["1","2"],"a":"é x","c":""}}');
      assert.equal(
        paramsOf('http://a/?__proto__=1&2=x&1=y&__proto__=2&toString'),
        '{"__proto__":["1","2"],"2":"x","1":"y","toString":""}}',
      );
    },
    'a host in Latin-1 is valid however often it is parsed': () => {
      const input = 'http://h\u00e9/\n'.repeat(45_000);
      assert.equal(resultOf(slug, input, { part: 'host' }), 'xn--h-bga\n'.repeat(45_000));
    },
    'agrees with URL, part by part': () => {
      const piece = fc.string({ unit: fc.constantFrom('a', 'B', '1', '.', '-', '%41', 'é', '😀', '\ud800', '=', '&') });
      const url = fc
        .tuple(fc.constantFrom('http://', 'https://u:p@', 'ftp://', 'x://', 'x:'), piece, piece, piece, piece)
        .map(([start, host, path, query, hash]) => `${start}h${host}/${path}?${query}#${hash}`);
      fc.assert(
        fc.property(url, (text) => {
          const expected = urlOf(text);
          fc.pre(expected !== undefined);
          const parts = JSON.parse(resultOf(slug, text)) as Record<string, unknown>;
          assert.equal(parts.href, expected.href);
          assert.equal(parts.host, expected.host);
          assert.equal(parts.path, expected.pathname);
          assert.equal(parts.query === '' ? '' : `?${parts.query}`, expected.search);
          assert.equal(parts.hash === '' ? '' : `#${parts.hash}`, expected.hash);
          const params = Object.entries(parts.params as Record<string, string | string[]>);
          for (const [name, values] of params) assert.deepEqual([values].flat(), expected.searchParams.getAll(name));
          assert.equal(params.length, new Set(expected.searchParams.keys()).size);
          for (const name of ['origin', 'protocol', 'username', 'password', 'hostname', 'port']) {
            assert.equal(resultOf(slug, text, { part: name }), parts[name]);
          }
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
  },
} satisfies ToolCases;

function urlOf(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
