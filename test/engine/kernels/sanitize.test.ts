import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { describe, test } from 'node:test';
import { noUrlRules, type UrlRules } from '#engine/core/url-rules.js';
import { parseUrlRules } from '#engine/operations/url-rules.js';
import { bothWays, lengthened, runBothWays } from '../../support/both-ways.js';
import { isFullForm } from '../../support/sample-size.js';
import { sanitizeBody } from '../../support/sanitize-bodies.js';

const engines = bothWays();

/** Runs a body both ways. @returns the response, or 'left' if the kernels left it to the others. */
function byKernels(request: object | string | Buffer, used = engines): Record<string, unknown> | 'left' {
  const json = typeof request === 'string' ? request : JSON.stringify(request);
  const { result, isByKernels } = runBothWays(
    used,
    'sanitize',
    lengthened(Buffer.isBuffer(request) ? request : Buffer.from(json)),
  );
  return isByKernels ? JSON.parse(Buffer.from(result.body).toString()) : 'left';
}

test('random bodies have the same result with kernels and without', (t) => {
  const bodies = isFullForm ? 1_000_000 : 12_000;
  const first = isFullForm ? randomInt(2 ** 31) : 1;
  t.diagnostic(`seeds ${first} to ${first + bodies - 1}`);
  let count = 0;
  for (let seed = first; seed < first + bodies; seed++) {
    if (runBothWays(engines, 'sanitize', sanitizeBody(seed), `sanitizeBody(${seed}):`).isByKernels) count++;
  }
  t.diagnostic(`${count} of ${bodies} by kernels`);
  assert.ok(count > bodies / 2, `${count} of ${bodies} by kernels`);
});

describe('what the kernels do and what they leave', () => {
  const url = 'https://example.com/?utm_source=x&id=1';
  const cleaned = 'https://example.com/?id=1';
  const done = { sanitized: [cleaned], count: 1 };
  const rows: [title: string, request: object | string | Buffer, response: object | 'left'][] = [
    ['a list', { urls: [url] }, done],
    ['all profiles', { urls: [url], profile: 'careful' }, done],
    [
      'names',
      { urls: [url], keepParams: ['utm_source'], extraParams: ['id', '\ud800'] },
      {
        sanitized: ['https://example.com/?utm_source=x'],
        count: 1,
      },
    ],
    [
      'ignoreCase',
      { urls: [url.toUpperCase()], ignoreCase: true },
      { sanitized: ['HTTPS://EXAMPLE.COM/?ID=1'], count: 1 },
    ],
    [
      'hosts with rules',
      { urls: ['https://youtu.be/a?si=1', url], profile: 'extended' },
      {
        sanitized: ['https://youtu.be/a', cleaned],
        count: 2,
      },
    ],
    [
      'affiliateTags',
      { urls: ['https://amazon.com/dp/1?tag=a', url], affiliateTags: true },
      {
        sanitized: ['https://amazon.com/dp/1', cleaned],
        count: 2,
      },
    ],
    ['empty other fields', { urls: [url], url: '', input: '', explain: false }, done],
    ['500 URLs', { urls: Array(500).fill(url) }, { sanitized: Array(500).fill(cleaned), count: 500 }],
    ['a byte order mark', `\ufeff${JSON.stringify({ urls: [url] })}`, done],
    ['white space', `\n{ "urls"\t:\r\n[ "${url}" ] , "explain" : false}`, done],
    ['the list behind another member', `{"ignoreCase":true,"urls":["${url}"]}`, done],
    ['escapes', `{"urls":["${url.replaceAll('/', '\\/').replaceAll('&', '\\u0026')}"]}`, done],
    ['a long name', { urls: [`${url}&utm_${'x'.repeat(5_000)}=1`], profile: 'extended' }, done],
    ['a long escaped name', { urls: [`${url}&%75tm_${'x'.repeat(5_000)}=1`], profile: 'extended' }, done],
    [
      'lines of a text',
      { input: `${url}\r\n \n"${url}"\n` },
      { sanitized: [cleaned, '"https://example.com/?id=1"'], count: 2 },
    ],
    ['500 lines', { input: `${url}\n`.repeat(500) }, { sanitized: Array(500).fill(cleaned), count: 500 }],
    ['501 lines', { input: `${url}\n`.repeat(501) }, 'left'],
    ['500 URLs and blank lines', { input: `${url}\n\n`.repeat(500) }, 'left'],
    ['blank lines', { input: '\n \n' }, 'left'],
    ['an empty text', { input: '' }, 'left'],
    ['501 URLs', { urls: Array(501).fill(url) }, 'left'],
    ['no URL', { urls: [] }, 'left'],
    ['blank URLs', { urls: ['', ' \u3000'] }, 'left'],
    ['another source', { urls: [url], input: 'a' }, 'left'],
    ['a single URL', { url }, 'left'],
    ['explain', { urls: [url], explain: true }, 'left'],
    ['unwrap', { urls: [url], unwrap: true }, 'left'],
    ['an unknown field', { urls: [url], other: 1 }, 'left'],
    ['something else than strings', { urls: [url, 1] }, 'left'],
    ['a list in the list', { urls: [url, ['a']] }, 'left'],
    ['two lists', `{"urls":["${url}"],"urls":["a?ref"]}`, 'left'],
    ['a list of another object', `{"x":{"urls":["${url}"]}}`, 'left'],
    ['the list far behind', `{${' '.repeat(40)}"urls":["${url}"]}`, 'left'],
    ['a name with an escape', `{"u\\u0072ls":["${url}"]}`, 'left'],
    ['halves of a pair', `{"urls":["${url}\\ud83d\\ude00"]}`, 'left'],
    ['letters beyond ASCII that have no case', { urls: ['https://a.example/?\u212aey=1'], ignoreCase: true }, 'left'],
    ['malformed UTF-8', Buffer.from(`{"urls":["${url}\xff"]}`, 'latin1'), 'left'],
    ['malformed UTF-8 elsewhere', Buffer.from(`{"urls":["${url}"],"keepParams":["\xff"]}`, 'latin1'), 'left'],
    ['no end', `{"urls":["${url}"]`, 'left'],
    ['too many characters', { urls: ['a'.repeat(1_000_001)] }, 'left'],
    [
      'names that have no room',
      { urls: [url], extraParams: Array.from({ length: 500 }, (_, i) => `${i}`.padEnd(200)) },
      'left',
    ],
  ];
  for (const [title, request, response] of rows) {
    test(title, () => {
      assert.deepEqual(byKernels(request), response);
      // The shape is known now.
      assert.deepEqual(byKernels(request), response);
    });
  }

  test('the longest list', () => {
    assert.notEqual(byKernels({ urls: [`?${'&ref=é'.repeat(142_800)}`, 'a'] }), 'left');
  });

  test('more sets of options than there is room for, in turn', () => {
    for (let round = 0; round < 3; round++) {
      for (let index = 0; index < 40; index++) {
        const urls = [`https://example.com/?a${index}=1&b=2&a${index + 1}=3`];
        const sanitized = [`https://example.com/?b=2&a${index + 1}=3`];
        assert.deepEqual(byKernels({ urls, extraParams: [`a${index}`] }), { sanitized, count: 1 });
      }
    }
  });

  test('rules of an operator, from the next request on', () => {
    const urlRules: { current: UrlRules } = { current: noUrlRules };
    const used = bothWays(urlRules);
    const request = { urls: ['https://shop.example/?sid=1&utm_source=x', 'a'], profile: 'extended' };
    assert.deepEqual(byKernels(request, used), { sanitized: ['https://shop.example/?sid=1', 'a'], count: 2 });
    const rules = [{ rule: 'shop', hosts: ['shop.example'], names: ['sid'] }];
    urlRules.current = parseUrlRules(JSON.stringify({ rules }));
    assert.equal(byKernels(request, used), 'left');
    assert.notEqual(byKernels({ urls: request.urls }, used), 'left');
    urlRules.current = noUrlRules;
    assert.deepEqual(byKernels(request, used), { sanitized: ['https://shop.example/?sid=1', 'a'], count: 2 });
  });

  test('a response that has no room in the output buffer, and one that overwrites its body', () => {
    const body = Buffer.from(JSON.stringify({ urls: [url, ...Array(20).fill('?ref=1&x=é"\\')] }));
    const expected = Buffer.from(engines.oracle.execute('sanitize', body).body);
    const short = Buffer.alloc(expected.byteLength - 1, 7);
    const result = engines.engine.execute('sanitize', body, short);
    assert.deepEqual(Buffer.from(result.body), expected);
    assert.ok(short.every((byte) => byte === 7));
    const shared = new Uint8Array(new SharedArrayBuffer(body.byteLength + 100));
    shared.set(body);
    const overwritten = engines.engine.execute('sanitize', shared.subarray(0, body.byteLength), shared);
    assert.equal(overwritten.body.buffer, shared.buffer);
    assert.deepEqual(Buffer.from(overwritten.body), expected);
  });
});
