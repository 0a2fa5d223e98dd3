import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestGateway } from '../../support/gateway.js';
import { readmePart, readReadme } from '../../support/readme.js';
import { answerOf, startSession } from './agent-session.js';

test('the call in the README has the answer in the README', async (t) => {
  const blocks = [...readmePart(readReadme(), 'agent-call').matchAll(/```json\n(.*?)```/gs)];
  const [call, expected] = blocks.map(([, json = '']) => JSON.parse(json));
  const answer = await answerOf(await startSession(t), 'run_text_workflow', call);
  const meta = { ...(answer.meta as object), processingTimeMs: 0 };
  assert.deepEqual({ ...answer, meta }, expected);
});

test('the message over HTTP in the README has the answer in the README', async (t) => {
  const [, message = '', expected = ''] =
    /\/mcp -H "x-api-key: \$KEY" [^']*'[^']*' -d '(.*?)'\n```\n\n```json\n(.*?)```/s.exec(readReadme()) ?? [];
  const gateway = await startTestGateway(t);
  const { status, json } = await gateway.post('/mcp', JSON.parse(message), gateway.key().secret);
  assert.deepEqual([status, json], [200, JSON.parse(expected)]);
});
