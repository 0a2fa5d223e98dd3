import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { overEachServer, sharedTestGateway } from '../support/gateway.js';

overEachServer(async (_start, httpServer) => {
  const service = await sharedTestGateway(httpServer);
  const key = (await service.key()).secret;

  const run = (body: unknown) => service.post('/v1/run', body, key);

  describe('POST /v1/run responds with 200', () => {
    test('with the text after the last step and the meta data', async () => {
      const { status, json, headers } = await run({ input: '  b\n a\n  b', steps: ['trim-lines', 'dedupe-sort'] });
      const { processingTimeMs, ...meta } = (json as { meta: Record<string, number> }).meta;
      assert.equal(status, 200);
      assert.deepEqual(Object.keys(json as object), ['result', 'meta']);
      assert.equal((json as { result: string }).result, 'a\nb');
      assert.deepEqual(meta, { stepsExecuted: 2, inputLength: 10, outputLength: 3 });
      assert.ok(Number.isInteger(processingTimeMs) && (processingTimeMs ?? -1) >= 0);
      assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
    });

    test('for a string step as for an object step of the same tool', async () => {
      for (const step of ['upper-case', { toolSlug: 'upper-case' }, { toolSlug: 'upper-case', config: {} }]) {
        assert.equal(((await run({ input: 'ß', steps: [step] })).json as { result: string }).result, 'SS');
      }
    });

    test('for an empty input', async () => {
      assert.equal(((await run({ input: '', steps: ['upper-case'] })).json as { result: string }).result, '');
    });

    test('at the limits: 500,000 characters and 25 steps', async () => {
      const input = 'é'.repeat(500_000);
      assert.equal(
        ((await run({ input, steps: ['upper-case'] })).json as { result: string }).result,
        input.toUpperCase(),
      );
      assert.equal((await run({ input: 'a', steps: Array(25).fill('upper-case') })).status, 200);
    });

    test('and ignores a byte order mark before the body', async () => {
      for (const body of [
        '\ufeff{"input":"\ufeffé","steps":["upper-case"]}',
        '\ufeff {"steps":["upper-case"],"input":"é"}',
      ]) {
        const { status, json } = await run(body);
        assert.equal(status, 200);
        assert.match((json as { result: string }).result, /^\ufeff?É$/);
      }
    });

    test('with unchanged lone surrogates', async () => {
      const { bytes } = await run('{"input":"a\\ud800b\\udc00","steps":["upper-case"]}');
      assert.match(bytes.toString(), /"result":"A\\ud800B\\udc00"/);
    });

    test('and keeps lines named like object properties', async () => {
      const input = '__proto__\nconstructor\ntoString\n__proto__';
      const { json } = await run({ input, steps: [{ toolSlug: 'remove-duplicate-lines' }] });
      assert.equal((json as { result: string }).result, '__proto__\nconstructor\ntoString');
    });
  });

  describe('POST /v1/run responds with 400', () => {
    const csv = (config: object) => ({ input: '', steps: ['upper-case', { toolSlug: 'csv-json-converter', config }] });
    const cases: [message: string, body: unknown][] = [
      ['Invalid JSON body', ''],
      ['Invalid JSON body', '{"input":"a",}'],
      ['Invalid JSON body', Buffer.from('{"input":"\xff","steps":["upper-case"]}', 'latin1')],
      ['Invalid JSON body', Buffer.from('{"input":"\xed\xa0\x80","steps":["upper-case"]}', 'latin1')],
      ['Invalid JSON body', '\ufeff\ufeff{"input":"a","steps":["upper-case"]}'],
      ['Invalid JSON body', '{"input":"a","steps":["upper-case"]} x'],
      ['Request body must be a JSON object', '[]'],
      ['Request body must be a JSON object', 'null'],
      ['Request body must be a JSON object', '"text"'],
      ['input is required', { steps: ['upper-case'] }],
      ['steps is required', { input: 'a' }],
      ['input must be a string', { input: 1, steps: ['upper-case'] }],
      ['steps must be an array', { input: 'a', steps: 'upper-case' }],
      ['No steps provided', { input: 'a', steps: [] }],
      ['steps[1] must be a string or an object', { input: 'a', steps: ['upper-case', 7] }],
      ['steps[0].toolSlug is required', { input: 'a', steps: [{}] }],
      ['steps[0].toolSlug must be a string', { input: 'a', steps: [{ toolSlug: 1 }] }],
      ['steps[0].config must be an object', { input: 'a', steps: [{ toolSlug: 'upper-case', config: [] }] }],
      ['Unknown field: inptu', { input: 'a', steps: ['upper-case'], inptu: 'b' }],
      ['Unknown field: __proto__', '{"input":"a","steps":["upper-case"],"__proto__":{}}'],
      ['Unknown field: constructor', { input: 'a', steps: ['upper-case'], constructor: 1 }],
      ['Unknown field: steps[0].tool', { input: 'a', steps: [{ toolSlug: 'upper-case', tool: 1 }] }],
      ['Unknown tool: foo', { input: 'a', steps: ['foo'] }],
      ['Unknown tool: __proto__', { input: 'a', steps: ['__proto__'] }],
      ['Unknown tool: uppercase. Did you mean upper-case?', { input: 'a', steps: ['uppercase'] }],
      ['Unknown tool: triml-ines. Did you mean trim-lines?', { input: 'a', steps: ['triml-ines'] }],
      ['Unknown option for csv-json-converter: delimeter. Did you mean delimiter?', csv({ delimeter: ';' })],
      ['Unknown option for csv-json-converter: zebra', csv({ zebra: 1 })],
      ['steps[1].config.delimiter must be a string', csv({ delimiter: 1 })],
      ['steps[1].config.direction must be one of: auto, csv-to-json, json-to-csv', csv({ direction: 'up' })],
      ['steps[1].config.indent must be at most 8', csv({ indent: 9 })],
      ['Too many steps: 26 (maximum 25)', { input: 'a', steps: Array(26).fill('upper-case') }],
      ['Input too large: 500001 characters (maximum 500000)', { input: 'a'.repeat(500_001), steps: ['upper-case'] }],
    ];
    for (const [message, body] of cases) {
      const shown = (typeof body === 'string' || Buffer.isBuffer(body) ? body.toString() : JSON.stringify(body)).slice(
        0,
        70,
      );
      test(`${message}: ${shown}`, async () => {
        const { status, json, headers } = await run(body);
        assert.deepEqual([status, json], [400, { error: message }]);
        assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
      });
    }

    test('with the step that failed and a reason', async () => {
      const { status, json } = await run({ input: '{"a":', steps: ['trim-text', 'csv-json-converter'] });
      assert.equal(status, 400);
      assert.match((json as { error: string }).error, /^Step 2 \(csv-json-converter\) failed: .*invalid JSON/);
    });

    test('when a step would write more than 4,000,000 characters', async () => {
      const grow = { toolSlug: 'find-replace', config: { find: 'a', replace: 'b'.repeat(1_000) } };
      const { json } = await run({ input: 'a'.repeat(4_001), steps: [grow] });
      const sentence = 'Step 1 (find-replace) failed: the output would be longer than 4000000 characters';
      assert.deepEqual(json, { error: sentence });
    });

    test('before any step runs', async () => {
      const { json } = await run({ input: '{', steps: ['csv-json-converter', 'nonsense-tool'] });
      assert.deepEqual(json, { error: 'Unknown tool: nonsense-tool' });
    });

    test('for a body nested 100,000 deep', async () => {
      const deep = '['.repeat(100_000) + ']'.repeat(100_000);
      assert.equal((await run(`{"input":"a","steps":${deep}}`)).status, 400);
    });
  });

  test('object prototypes stay as they are', async () => {
    await run('{"input":"a","steps":[{"toolSlug":"upper-case","config":{"__proto__":{"locale":"tr"}}}]}');
    await run(
      '{"input":"a","steps":[{"toolSlug":"upper-case","config":{"constructor":{"prototype":{"polluted":1}}}}]}',
    );
    assert.equal(({} as Record<string, unknown>).polluted, undefined);
    assert.deepEqual(Object.keys(Object.prototype), []);
  });
});
