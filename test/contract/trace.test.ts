import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { overEachServer, type TestResponse } from '../support/gateway.js';

/** Times differ from run to run. */
const untimed = ({ bytes }: TestResponse) => bytes.toString().replace(/"(processingTimeMs|ms)":[\d.]+/g, '"$1":0');

const problemType = 'application/problem+json';

overEachServer(async (startTestGateway) => {
  const inline = await startTestGateway({ after }, { settings: { INLINE_MAX_BYTES: '1000000' } });
  const pooled = await startTestGateway({ after }, { settings: { INLINE_MAX_BYTES: '0' } });
  const doors = [
    { ...inline, where: 'inline', key: (await inline.key()).secret },
    { ...pooled, where: 'pool', key: (await pooled.key()).secret },
  ];

  /** Sends a request to both gateways. @returns their common response, once it is the same byte for byte. */
  const run = async (body: unknown, accept = '*/*'): Promise<TestResponse> => {
    const headers = { accept, 'x-request-id': 'r-1' };
    const [onLoop, onThread] = await Promise.all(
      doors.map(({ request, key }) => request('POST', '/v1/run', { key, body, headers })),
    );
    assert.ok(onLoop !== undefined && onThread !== undefined);
    assert.deepEqual([onThread.status, untimed(onThread)], [onLoop.status, untimed(onLoop)]);
    return onThread;
  };

  const steps = ['trim-lines', { toolSlug: 'find-replace', config: { find: 'a', replace: '😀' } }, 'upper-case'];

  describe('POST /v1/run with trace: true', () => {
    test('tells what each step did, on the event loop as on a thread', async () => {
      const { status, json } = await run({ input: ' ab ', steps, trace: true });
      const { result, meta } = json as { result: string; meta: Record<string, unknown> };
      const { processingTimeMs, trace, ...counts } = meta;
      assert.deepEqual([status, result, counts], [200, '😀B', { stepsExecuted: 3, inputLength: 4, outputLength: 3 }]);
      assert.equal(typeof processingTimeMs, 'number');
      const timed = trace as readonly { ms: number }[];
      for (const { ms } of timed) assert.ok(ms >= 0 && Math.round(ms * 1_000) / 1_000 === ms, `${ms}`);
      assert.deepEqual(
        timed.map((step) => ({ ...step, ms: 0 })),
        [
          { tool: 'trim-lines', ms: 0, length: 2, text: 'ab', truncated: false },
          { tool: 'find-replace', ms: 0, length: 3, text: '😀b', truncated: false },
          { tool: 'upper-case', ms: 0, length: 3, text: '😀B', truncated: false },
        ],
      );
    });

    test('is the same for texts with lone surrogates and longer than a trace shows', async () => {
      const input = `${'\\ud800é\\n'.repeat(3_333)}😀x`;
      const { bytes } = await run(`{"input":"${input}","steps":["trim-text"],"trace":true}`);
      assert.match(bytes.toString(), /"length":10002,"text":"(?:\\ud800é\\n){3333}","truncated":true\}\]\}\}$/);
    });

    test('a large job has a trace, too', async () => {
      const { json } = await run({ input: 'ab\n'.repeat(100_000), steps: ['upper-case'], trace: true });
      const [step] = (json as { meta: { trace: readonly { length: number; text: string }[] } }).meta.trace;
      assert.deepEqual([step?.length, step?.text], [300_000, 'AB\n'.repeat(100_000).slice(0, 10_000)]);
    });
  });

  describe('POST /v1/run without trace: true', () => {
    for (const trace of [{}, { trace: false }]) {
      test(`has no trace: ${JSON.stringify(trace)}`, async () => {
        const body = untimed(await run({ input: ' ab ', steps, ...trace }));
        const meta = '"meta":{"stepsExecuted":3,"inputLength":4,"outputLength":3,"processingTimeMs":0}';
        assert.equal(body, `{"result":"😀B",${meta}}`);
      });
    }

    for (const trace of [1, 'true', null, []]) {
      test(`refuses trace: ${JSON.stringify(trace)}`, async () => {
        const { status, json } = await run({ input: 'a', steps, trace });
        assert.deepEqual([status, json], [400, { error: 'trace must be a boolean' }]);
      });
    }
  });

  describe('a failing step with trace: true', () => {
    const failing = { input: ' {', steps: ['trim-text', 'json-formatter', 'upper-case'], trace: true };

    test('is a 400 whose plain body has only the message', async () => {
      const { status, json } = await run(failing);
      assert.equal(status, 400);
      assert.deepEqual(Object.keys(json as object), ['error']);
      assert.match((json as { error: string }).error, /^Step 2 \(json-formatter\) failed: /);
    });

    test('carries the trace up to it in problem+json', async () => {
      const { status, headers, json } = await run(failing, problemType);
      assert.deepEqual([status, headers.get('content-type')], [400, problemType]);
      const { code, step, trace } = json as { code: string; step: number; trace: readonly object[] };
      assert.deepEqual([code, step], ['step-failed', 2]);
      assert.deepEqual(
        trace.map((traced) => ({ ...traced, ms: 0 })),
        [{ tool: 'trim-text', ms: 0, length: 1, text: '{', truncated: false }],
      );
    });

    test('has no trace in problem+json without trace: true', async () => {
      const { json } = await run({ ...failing, trace: false }, problemType);
      assert.equal('trace' in (json as object), false);
    });
  });
});
