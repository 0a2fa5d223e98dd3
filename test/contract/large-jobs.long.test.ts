import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedTestGateway } from '../support/gateway.js';
import { processorMsOf, threadMs } from '../support/processor-time.js';
import { engine } from '../support/tool-cases.js';

describe('large jobs', async () => {
  const service = await sharedTestGateway();
  const { secret } = await service.key();
  const lines = Array.from({ length: 5_000 }, (_, i) => `line ${(i * 7_919) % 5_000} é ${'x'.repeat(i % 40)}`);

  test('500,000 characters and 5,000 lines get the result of the engine', async () => {
    const jobs: [operation: 'run' | 'sort-dedupe', body: object][] = [
      ['run', { input: 'aé😀\n'.repeat(100_000), steps: ['upper-case', 'reverse-lines', 'dedupe-sort'] }],
      ['sort-dedupe', { lines, direction: 'desc' }],
    ];
    for (const [operation, body] of jobs) {
      const { status, bytes } = await service.post(`/v1/${operation}`, body, secret);
      const direct = Buffer.from(engine.execute(operation, Buffer.from(JSON.stringify(body))).body);
      const masked = (text: Buffer) => text.toString().replace(/"processingTimeMs":\d+/, '');
      assert.equal(status, 200);
      assert.equal(masked(bytes), masked(direct));
    }
  });

  test('large jobs do not block the event loop: its thread spends a small part of their time', async () => {
    const body = { input: lines.join('\n').repeat(3).slice(0, 450_000), steps: Array(12).fill('title-case-converter') };
    await service.post('/v1/run', body, secret);
    const before = threadMs();
    const allMs = await processorMsOf(() => Promise.all([1, 2, 3].map(() => service.post('/v1/run', body, secret))));
    const ownMs = threadMs() - before;
    // The client runs on this event loop too, and parses three responses of half a megabyte.
    assert.ok(allMs > 300, `the jobs took ${allMs} ms: too short to tell`);
    assert.ok(ownMs < allMs / 3, `${ownMs} of ${allMs} ms`);
  });

  test('a small body whose text grows a thousandfold moves from the event loop to a worker, and succeeds', async () => {
    const grow = { toolSlug: 'find-replace', config: { find: 'a', replace: 'a'.repeat(1_000) } };
    const { json } = await service.post('/v1/run', { input: 'a'.repeat(3_000), steps: [grow, 'upper-case'] }, secret);
    assert.equal((json as { result: string }).result, 'A'.repeat(3_000_000));
    assert.equal(
      engine.executeInline('run', Buffer.from(JSON.stringify({ input: 'a'.repeat(3_000), steps: [grow] }))),
      undefined,
    );
  });

  test('responses that reuse the memory of requests contain nothing of these or earlier requests', async () => {
    const sizes = [10, 3_000, 70_000, 20, 300_000, 2_000, 90_000, 5];
    const responses = sizes.map(async (size, i) => {
      const input = String.fromCharCode(97 + i).repeat(size);
      const { bytes } = await service.post('/v1/run', { input, steps: ['upper-case', 'trim-text'] }, secret);
      return JSON.parse(bytes.toString()).result === input.toUpperCase();
    });
    assert.deepEqual(
      await Promise.all(responses),
      sizes.map(() => true),
    );
    const refused = await service.post('/v1/run', { input: 'x'.repeat(100_000), steps: ['no-such-tool'] }, secret);
    assert.equal(refused.bytes.toString(), '{"error":"Unknown tool: no-such-tool"}');
  });
});
