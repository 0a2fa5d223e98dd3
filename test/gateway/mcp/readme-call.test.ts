import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partOf } from '#gateway/build/docs/page.js';
import { sharedTestGateway } from '../../support/gateway.js';
import { readPage } from '../../support/pages.js';
import { callResult, startSession } from './agent-session.js';

const page = readPage('gateway/mcp/README.md');

test('the call in the README has the response in the README', async (t) => {
  const blocks = [...partOf(page, 'agent-call').matchAll(/```json\n(.*?)```/gs)];
  const [call, expected] = blocks.map(([, json = '']) => JSON.parse(json));
  const result = await callResult(await startSession(t), 'run_text_workflow', call);
  const ids = { input_id: 'Zx3kq8YdW0bT', result_id: 'p5LmC_7uNfAe' };
  assert.deepEqual([typeof result.input_id, typeof result.result_id], ['string', 'string']);
  const meta = { ...(result.meta as object), processingTimeMs: 0 };
  assert.deepEqual({ ...result, meta, ...ids }, expected);
});

test('the HTTP message in the README has the response in the README', async () => {
  const [, message = '', expected = ''] =
    /\/mcp -H @key-header [^']*'[^']*' -d '(.*?)'\n```\n\n```json\n(.*?)```/s.exec(page) ?? [];
  const gateway = await sharedTestGateway();
  const { status, json } = await gateway.post('/mcp', JSON.parse(message), (await gateway.key()).secret);
  const withoutId = (text: string) => text.replace(/(?<="result_id\\?":\\?")[\w-]{12}/, '');
  assert.deepEqual([status, JSON.parse(withoutId(JSON.stringify(json)))], [200, JSON.parse(withoutId(expected))]);
});
