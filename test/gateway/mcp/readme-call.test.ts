import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readmePart, readReadme } from '../../support/readme.js';
import { answerOf, startSession } from './agent-session.js';

test('the call in the README has the answer in the README', async (t) => {
  const blocks = [...readmePart(readReadme(), 'agent-call').matchAll(/```json\n(.*?)```/gs)];
  const [call, expected] = blocks.map(([, json = '']) => JSON.parse(json));
  const answer = await answerOf(await startSession(t), 'run_text_workflow', call);
  const meta = { ...(answer.meta as object), processingTimeMs: 0 };
  assert.deepEqual({ ...answer, meta }, expected);
});
