import assert from 'node:assert/strict';
import { test } from 'node:test';
import { issueConsoleKey, type SendAsManager } from '#gateway/console/app/session/console-key.js';
import { adminToken, startTestGateway } from '../../../../support/gateway.js';
import { type SignedIn, signInWithLink } from '../../../../support/sessions.js';

test('the console has one key in the account of an owner, and another if that is disabled', async (t) => {
  const service = await startTestGateway(t);
  const asOperator = { 'x-admin-token': adminToken };
  const { json } = await service.request('POST', '/accounts', { headers: asOperator, body: { plan: 'pro' } });
  const { id: accountId } = json as { id: string };
  const owner: SignedIn = await signInWithLink(service, { role: 'owner', accountId });
  const send: SendAsManager = async <Body>(method: string, path: string, body?: object) =>
    (await owner.send(method, path, body)).json as Body;
  const keys = async () => (await send<{ keys: { id: string }[] }>('GET', '/account/keys')).keys;
  const status = async (secret: string) =>
    (await service.post('/v1/run', { input: '', steps: ['trim-lines'] }, secret)).status;

  const [first, second] = [await issueConsoleKey(send, true), await issueConsoleKey(send, true)];
  const made = await keys();
  assert.deepEqual([made.length, await status(first), await status(second)], [1, 200, 200]);
  const disabled = { headers: asOperator, body: { enabled: false } };
  assert.equal((await service.request('PUT', `/keys/${made[0]?.id}/enabled`, disabled)).status, 200);
  const third = await issueConsoleKey(send, true);
  assert.deepEqual([(await keys()).length, await status(second), await status(third)], [2, 401, 200]);
});
