import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'jwt-decoder';

/** RFC 7515 appendix A.1, which RFC 7519 section 3.1 has too. */
const rfc7515 = {
  token:
    'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  secret: 'AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow',
};
/** RFC 7519 section 6.1. */
const unsecured =
  'eyJhbGciOiJub25lIn0.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.';
const key = { secret: rfc7515.secret, secretEncoding: 'base64' };
const payload = '{\n  "iss": "joe",\n  "exp": 1300819380,\n  "http://example.com/is_root": true\n}';
const mismatch = 'the signature does not match the secret: the token was changed, or signed with another';

const base64url = (text: string | Buffer) => Buffer.from(text).toString('base64url');
function sign(header: object | string, claims: unknown, secret: string, hash = 'sha256'): string {
  const json = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  const signed = `${base64url(json(header))}.${base64url(json(claims))}`;
  return `${signed}.${createHmac(hash, secret).update(signed).digest('base64url')}`;
}
const parse = (text: string) => JSON.parse(text) as Record<string, unknown>;

export default {
  slug,
  cases: [
    [' \n', ''],
    [
      rfc7515.token,
      `{\n  "header": {\n    "typ": "JWT",\n    "alg": "HS256"\n  },\n  "payload": ${payload.replaceAll('\n', '\n  ')},\n  "signature": "not checked",\n  "dates": {\n    "exp": "2011-03-22T18:43:00.000Z"\n  }\n}`,
      {},
      'RFC 7515',
    ],
    [rfc7515.token, '{\n  "typ": "JWT",\n  "alg": "HS256"\n}', { part: 'header' }],
    [rfc7515.token, payload, { ...key, part: 'payload' }, 'RFC 7515, with the key'],
    [
      rfc7515.token,
      payload,
      { secret: Buffer.from(key.secret, 'base64url').toString('hex'), secretEncoding: 'hex', part: 'payload' },
      'with the key in hexadecimal',
    ],
    [rfc7515.token, { error: mismatch }, { secret: key.secret, part: 'payload' }, 'another key'],
    [rfc7515.token.slice(0, -4), { error: mismatch }, key, 'a signature that was cut off'],
    [rfc7515.token.replace(/[^.]*$/, ''), { error: mismatch }, key, 'no signature'],
    [rfc7515.token.replace('.dB', '.eB'), { error: mismatch }, key, 'another character'],
    [
      unsecured,
      `{\n  "header": {\n    "alg": "none"\n  },\n  "payload": ${payload.replaceAll('\n', '\n  ')},\n  "signature": "none",\n  "dates": {\n    "exp": "2011-03-22T18:43:00.000Z"\n  }\n}`,
      {},
      'RFC 7519, unsecured',
    ],
    [
      unsecured,
      { error: 'the token is not signed (its algorithm is none)' },
      { secret: 'a' },
      'an unsigned token never passes a check',
    ],
    [sign({ alg: 'nOnE' }, {}, 'a'), { error: 'the token is not signed (its algorithm is none)' }, { secret: 'a' }],
    [
      sign({ alg: 'RS256' }, {}, 'a'),
      { error: 'a secret can check only the algorithms HS256, HS384 and HS512, and the token has another' },
      { secret: 'a' },
      'nor does one whose key is not a secret',
    ],
    [
      sign({ alg: ['HS256'] }, {}, 'a'),
      { error: 'a secret can check only the algorithms HS256, HS384 and HS512, and the token has another' },
      { secret: 'a' },
    ],
    [
      sign('{"__proto__":{"alg":"HS256"}}', {}, 'a'),
      { error: 'a secret can check only the algorithms HS256, HS384 and HS512, and the token has another' },
      { secret: 'a' },
    ],
    [rfc7515.token, { error: 'secret is not hexadecimal' }, { secret: 'g', secretEncoding: 'hex' }],
    [rfc7515.token, { error: 'secret is not Base64' }, { secret: '%', secretEncoding: 'base64' }],
    [
      `Authorization: bearer ${rfc7515.token.replaceAll('.', '.\r\n ')}\n`,
      payload,
      { ...key, part: 'payload' },
      'a whole header',
    ],
    [rfc7515.token, { error: 'secret must not be empty' }, { secret: ' ', secretEncoding: 'base64' }],
    [
      ` Bearer\t${rfc7515.token.replaceAll('.', '.\r\n ')}\n`,
      payload,
      { ...key, part: 'payload' },
      'white space and Bearer',
    ],

    [
      `${base64url('{"alg":"x"}')}.${base64url('{"b":1.0,"a":12345678901234567890,"b":"\\u0041"}')}.`,
      '{\n  "b": 1.0,\n  "a": 12345678901234567890,\n  "b": "\\u0041"\n}',
      { part: 'payload' },
      'numbers, order, escapes and repeated names stay as they are',
    ],
    [
      `${base64url('{}')}.${base64url('[1]')}.`,
      '{\n  "header": {},\n  "payload": [\n    1\n  ],\n  "signature": "not checked"\n}',
      {},
      'a payload that is not an object',
    ],
    [
      `${base64url('{"alg":"dir"}')}.a%.b.c.d`,
      '{\n  "header": {\n    "alg": "dir"\n  },\n  "payload": "encrypted"\n}',
      {},
      'an encrypted token',
    ],
    [`${base64url('{}')}.a.b.c.d`, { error: 'the payload of this token is encrypted' }, { part: 'payload' }],
    ['abc', { error: 'a token has three parts with dots in between, or five if it is encrypted, and this has 1' }],
    [
      '.'.repeat(500_000),
      { error: 'a token has three parts with dots in between, or five if it is encrypted, and this has more than 5' },
    ],
    ['e%J.a.b', { error: 'the header is not Base64: line 1, column 2: "%" is not a Base64 character' }],
    ['_w.a.b', { error: 'the header is not UTF-8' }],
    ['..', { error: 'the header is not JSON: line 1, column 1: expected a value, found the end of the text' }],
    [`${base64url('[]')}.e30.`, { error: 'the header is not a JSON object' }],
    [
      `e30.${base64url('{\n"a":}')}.`,
      { error: 'the payload is not JSON: line 2, column 5: expected a value, found "}"' },
    ],
    ['e30.e30.%', { error: 'the signature is not Base64: line 1, column 1: "%" is not a Base64 character' }],
    [
      `e30.${base64url('['.repeat(300_000))}.`,
      { error: 'the payload is not JSON: line 1, column 501: nested deeper than 500 levels' },
      {},
      'deep nesting',
    ],
    [
      `e30.${base64url(`${'['.repeat(499)}${'1,'.repeat(20_000)}1${']'.repeat(499)}`)}.`,
      { error: 'the output would be longer than 4000000 characters' },
      {},
      'indentation that grows too long',
    ],
    ['e30.e30.', { error: 'steps[0].config.secret must be at least 1 character long' }, { secret: '' }],
    ['e30.e30.', { error: 'steps[0].config.now must be an integer' }, { now: 1.5 }],
    ['e30.e30.', { error: 'steps[0].config.part must be one of: all, header, payload' }, { part: 'claims' }],
  ],
  checks: {
    'only `now` decides about dates': () => {
      const validity = (claims: unknown, now: number) => parse(resultOf(slug, sign({}, claims, 'a'), { now })).validity;
      assert.equal(validity({ exp: 1000 }, 999), 'current');
      assert.equal(validity({ exp: 1000 }, 1000), 'expired');
      assert.equal(validity({ exp: 1000.5 }, 1000), 'current');
      assert.equal(validity({ nbf: 1000 }, 999), 'not yet valid');
      assert.equal(validity({ nbf: 1000, exp: 2000 }, 1000), 'current');
      assert.equal(validity({ exp: '1' }, 1000), 'current');
      assert.equal(validity('{"__proto__":{"exp":1}}', 1000), 'current');
      assert.equal(validity(null, 1000), 'current');
      assert.equal(parse(resultOf(slug, sign({}, { exp: 1 }, 'a'))).validity, undefined);
    },
    'invalid dates are left out': () => {
      const claims = '{"iat":0,"nbf":1e400,"exp":8.65e12}';
      assert.deepEqual(parse(resultOf(slug, sign({}, claims, 'a'))).dates, { iat: '1970-01-01T00:00:00.000Z' });
    },
    'a token passes with its secret and with no other': () => {
      const hashes = fc.constantFrom(['HS256', 'sha256'], ['HS384', 'sha384'], ['HS512', 'sha512']);
      const secret = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
      fc.assert(
        fc.property(fc.json(), secret, secret, hashes, (claims, own, other, [alg = '', hash = '']) => {
          const token = sign({ alg }, claims, own, hash);
          const result = resultOf(slug, token, { secret: own });
          const { header, payload: read, signature } = parse(result);
          assert.deepEqual([header, read, signature], [{ alg }, JSON.parse(claims), 'valid']);
          assert.equal(result, JSON.stringify(JSON.parse(result), null, 2));
          if (other !== own)
            assert.deepEqual(runTool(slug, token, { secret: other }), {
              error: `Step 1 (${slug}) failed: ${mismatch}`,
            });
        }),
        { seed: 1, numRuns: sampleSize(200) },
      );
    },
  },
} satisfies ToolCases;
