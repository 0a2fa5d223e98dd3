import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { adminToken } from '../support/gateway.js';
import { inheritedNames, jsonOf } from '../support/inherited-names.js';
import { runOperation } from '../support/operations.js';
import { prototypeState } from '../support/prototypes.js';
import { resultOf } from '../support/tool-cases.js';
import { assertNothingPolluted, catalogue, key, pooled, runOverNames } from './pollution/tool-runs.js';

/**
 * Each tool gets one text in so many with each of its options, and its neighbours in the catalogue the others; a fourth of
 * the tools run on a thread too. `pollution.full.test.ts` has every text for each tool.
 */
const parts = 8;

describe('every tool over some texts full of inherited names', () => {
  for (const [position, slug] of [...catalogue.keys()].entries()) {
    const isTried = (text: number, config: number) => (text + config) % parts === position % parts;
    test(slug, () => runOverNames(slug, isTried, Math.floor(position / parts) % 4 === 0));
  }
});

describe('inherited names are data', () => {
  const list = inheritedNames.join('\n');
  const values = jsonOf((_, index) => String(index));
  const texts = jsonOf((name) => JSON.stringify(name));
  /** What must come out as it is: the tool, what goes in, the options as JSON, what comes out. */
  const kept: readonly (readonly [slug: string, input: string, config: string, output: string])[] = [
    ['remove-duplicate-lines', `${list}\n${list}`, '{}', list],
    ['keep-duplicate-lines', `${list}\n${list}`, '{}', ''],
    ['reverse-lines', [...inheritedNames].reverse().join('\n'), '{}', list],
    ['compare-lists', list, JSON.stringify({ other: list }), list],
    [
      'csv-json-converter',
      `${inheritedNames.join(',')}\n0,1,2,3,4,5,6`,
      '{"indent":0,"parseTypes":true}',
      `[${values}]`,
    ],
    ['csv-json-converter', `[${values}]`, '{}', `${inheritedNames.join(',')}\n0,1,2,3,4,5,6`],
    [
      'csv-column-picker',
      `${inheritedNames.join(',')}\n0,1,2,3,4,5,6`,
      '{"columns":["__proto__","valueOf"]}',
      '__proto__,valueOf\n0,6',
    ],
    ['csv-column-picker', 'a\n1', '{"columns":["a"],"rename":{"a":"__proto__"}}', '__proto__\n1'],
    ['csv-column-picker', '__proto__\n1', '{"columns":["__proto__"],"rename":{"__proto__":"a"}}', 'a\n1'],
    ['json-minifier', values, '{}', values],
    ['json-formatter', values, '{"indent":0}', values],
    ['json-sort-keys', '{"b":1,"__proto__":2,"a":3}', '{"indent":0}', '{"__proto__":2,"a":3,"b":1}'],
    ['json-flatten', '{"__proto__":{"constructor":1}}', '{"indent":0}', '{"__proto__.constructor":1}'],
    ['json-unflatten', '{"__proto__.constructor.x":1}', '{"indent":0}', '{"__proto__":{"constructor":{"x":1}}}'],
    [
      'json-pick-keys',
      values,
      JSON.stringify({ keys: ['__proto__', 'toString'], indent: 0 }),
      '{"__proto__":0,"toString":3}',
    ],
    ['json-pick-keys', '{"a":1}', JSON.stringify({ keys: inheritedNames, indent: 0 }), '{}'],
    ['json-convert-keys', '{"a":1}', '{"map":{"a":"__proto__"}}', '{"__proto__":1}'],
    ['json-convert-keys', '{"__proto__":1}', '{"map":{"__proto__":"a"}}', '{"a":1}'],
    ['json-remove-empty', values, '{"indent":0}', values],
    ['json-patch', '{}', '{"patch":{"__proto__":{"a":1}},"indent":0}', '{"__proto__":{"a":1}}'],
    [
      'json-patch',
      '{"a":{}}',
      '{"type":"patch","patch":[{"op":"add","path":"/a/__proto__","value":1}],"indent":0}',
      '{"a":{"__proto__":1}}',
    ],
    ['json-path', values, '{"path":"$.__proto__","output":"first"}', '0'],
    ['json-path', '{}', '{"path":"$.constructor","indent":0}', '[]'],
    ['json-query', values, '{"expression":"toString","indent":0}', '3'],
    ['json-query', '{}', '{"expression":"toString","indent":0}', 'null'],
    [
      'json-schema-validator',
      '{}',
      '{"schema":{"required":["toString"]}}',
      '(root): must have required properties toString',
    ],
    ['json-ndjson-converter', `[${values}]`, '{}', values],
    [
      'multi-replace',
      'a toString',
      '{"pairs":[["toString","__proto__"],["a","constructor"]]}',
      'constructor __proto__',
    ],
    ['template-renderer', values, '{"template":"{{__proto__}}{{toString}}{{valueOf}}"}', '036'],
    ['template-renderer', '{}', '{"template":"[{{__proto__}}{{toString}}{{constructor.name}}]"}', '[]'],
    ['html-decode', '&__proto__;&constructor;&toString;', '{}', '&__proto__;&constructor;&toString;'],
    ['count-duplicate-lines', `${list}\n${list}`, '{"format":"json"}', ''],
    ['word-frequency', 'constructor constructor', '{}', '2\tconstructor'],
    ['character-frequency', '__proto__', '{}', ''],
  ];
  for (const [slug, input, config, output] of kept) {
    test(`${slug} ${JSON.stringify(input).slice(0, 60)} ${config.slice(0, 60)}`, () => {
      const result = resultOf(slug, input, JSON.parse(config) as object);
      if (output !== '') assert.equal(result.trimEnd(), output);
      else
        for (const name of slug === 'character-frequency' ? ['_', 'p'] : inheritedNames)
          assert.ok(result.includes(name), result);
    });
  }

  for (const [slug, json] of [
    ['json-yaml-converter', texts],
    ['json-toml-converter', texts],
    ['json-ini-converter', texts],
    ['json-xml-converter', `{"r":${texts}}`],
    ['query-string-json-converter', texts],
    ['json-yaml-converter', `{"a":${values}}`],
    ['json-toml-converter', `{"__proto__":${values},"a":[${values}]}`],
    ['json-ini-converter', `{"__proto__":${texts}}`],
  ] as const) {
    test(`${slug} keeps them in a round trip: ${json.slice(0, 30)}…`, () => {
      const there = resultOf(slug, json);
      for (const name of inheritedNames) assert.ok(there.includes(name), there);
      const back = resultOf('json-minifier', resultOf(slug, there));
      assert.equal(back, json);
    });
  }

  test('as lines of /v1/sort-dedupe', () => {
    const lines = [...inheritedNames, ...inheritedNames];
    for (const ignoreCase of [false, true]) {
      const { output } = runOperation('sort-dedupe', { lines, ignoreCase }) as { output: string };
      assert.deepEqual(output.split('\n').toSorted(), [...inheritedNames].toSorted());
    }
  });

  test('as parameters of /v1/sanitize', () => {
    const query = inheritedNames.map((name) => `${name}=1`).join('&');
    const url = `http://a/?${query}&s=1`;
    const sanitize = (options: object) =>
      (runOperation('sanitize', { url, ...options }) as { sanitized: string[] }).sanitized[0];
    assert.equal(sanitize({}), `http://a/?${query}`);
    assert.equal(sanitize({ ignoreCase: true, fragment: true, normalize: true, unwrap: true }), `http://a/?${query}`);
    assert.equal(sanitize({ keepParams: inheritedNames }), `http://a/?${query}`);
    assert.equal(sanitize({ extraParams: inheritedNames }), 'http://a/');
    assert.equal(sanitize({ extraParams: inheritedNames, keepParams: ['__proto__'] }), 'http://a/?__proto__=1');
  });
});

describe('inherited names of keys, accounts, headers and parameters', () => {
  const headers = { 'x-admin-token': adminToken };
  for (const name of inheritedNames) {
    test(name, async () => {
      const path = encodeURIComponent(name);
      const status = async (method: string, at: string, body?: unknown) =>
        (await pooled.request(method, at, { headers, ...(body === undefined ? {} : { body }) })).status;
      const found = [
        await status('GET', `/keys/${path}`),
        await status('DELETE', `/keys/${path}`),
        await status('POST', `/keys/${path}/rotate`, {}),
        await status('PUT', `/keys/${path}/origins`, { origins: [] }),
        await status('GET', `/accounts/${path}/usage`),
        await status('GET', `/v1/tools/${path}`),
        await status('GET', `/${path}`),
      ];
      assert.deepEqual(found, [404, 404, 404, 404, 404, 404, 404]);
      assert.equal(await status('GET', `/keys?after=${path}`), 400);
      const asParameter = await pooled.request('GET', `/keys?${path}=1&__proto__[limit]=1`, { headers });
      assert.equal(asParameter.status, 400);
      assert.ok((asParameter.json as { error: string }).error.startsWith(`Unknown field: ${name}`));
      assert.equal(await status('GET', '/keys?limit=1'), 200);
      assert.equal(await status('POST', '/keys', { plan: 'pro', accountId: name }), 400);
      assert.equal(await status('POST', '/keys', `{"plan":"pro","${name}":{"plan":"pro"}}`), 400);
      assert.equal(await status('POST', '/keys', { plan: 'pro', origins: [name] }), 400);
      const made = await pooled.request('POST', '/keys', {
        headers,
        body: { plan: 'pro', label: name, origins: [`http://${name.replaceAll('_', '-')}.example`] },
      });
      // A host name may not begin or end with a hyphen; the others are there as they were sent.
      assert.equal(made.status, 201);
      assert.equal((made.json as { label: string }).label, name);
      const asKey = await pooled.request('POST', '/v1/run', { key: name, body: '{}' });
      assert.deepEqual([asKey.status, asKey.json], [401, { error: 'Invalid API key' }]);
      const asHeaders = await pooled.request('POST', '/v1/run', {
        key,
        headers: { [name]: name, origin: name, 'x-request-id': name },
        body: { input: 'a', steps: ['upper-case'] },
      });
      assert.equal(asHeaders.status, 403);
      const asType = await pooled.request('POST', '/v1/run', { key, headers: { 'content-type': name }, body: '{}' });
      assert.equal(asType.status, 415);
      const refused = await pooled.request('POST', '/v1/run', {
        key,
        body: `{"input":"a","steps":["upper-case"],"${name}":{"input":"b"}}`,
      });
      assert.deepEqual(refused.json, { error: `Unknown field: ${name}` });
    });
  }
});

test('no prototype was polluted, in this process or on the thread', assertNothingPolluted);

test('the check detects a polluted prototype', () => {
  const before = prototypeState();
  Object.defineProperty(Object.prototype, 'polluted', { value: 1, configurable: true });
  try {
    assert.notDeepEqual(prototypeState(), before);
  } finally {
    Reflect.deleteProperty(Object.prototype, 'polluted');
  }
  assert.deepEqual(prototypeState(), before);
});
