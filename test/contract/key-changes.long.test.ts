import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { startTestGateway } from '../support/gateway.js';
import { ManualClock } from '../support/manual-clock.js';
import { type KeyDocument, operatorOf } from '../support/operator.js';

describe('changes to keys', async () => {
  const clock = new ManualClock();
  const { admin, created, statusWith } = operatorOf(await startTestGateway({ after }, { clock }));

  describe('changes apply from the next request on', () => {
    test('DELETE /keys/{id} revokes', async () => {
      const { id, key } = await created();
      const { status, json } = await admin('DELETE', `/keys/${id}`);
      assert.deepEqual([status, (json as { revokedAt: string }).revokedAt], [200, new Date(clock.now()).toISOString()]);
      assert.equal(await statusWith(key), 401);
    });

    test('POST /keys/{id}/rotate replaces the secret immediately', async () => {
      const { id, key } = await created();
      const { json } = await admin('POST', `/keys/${id}/rotate`);
      const rotated = json as KeyDocument;
      assert.equal(rotated.id, id);
      assert.deepEqual([await statusWith(key), await statusWith(rotated.key)], [401, 200]);
    });

    test('POST /keys/{id}/rotate with graceSeconds keeps the old secret valid for that time', async () => {
      const { id, key } = await created();
      const { json } = await admin('POST', `/keys/${id}/rotate`, { graceSeconds: 90 });
      const renewed = (json as KeyDocument).key;
      clock.advance(89_999);
      assert.deepEqual([await statusWith(key), await statusWith(renewed)], [200, 200]);
      clock.advance(1);
      assert.deepEqual([await statusWith(key), await statusWith(renewed)], [401, 200]);
    });

    for (const [graceSeconds, message] of [
      [-1, 'graceSeconds must be at least 0'],
      [604_801, 'graceSeconds must be at most 604800'],
      [1.5, 'graceSeconds must be an integer'],
    ] as const) {
      test(`graceSeconds ${graceSeconds} is refused`, async () => {
        const { id } = await created();
        assert.deepEqual((await admin('POST', `/keys/${id}/rotate`, { graceSeconds })).json, { error: message });
      });
    }

    test('a rotation changes the secret and nothing else', async () => {
      const { id, key, ...rest } = await created({
        plan: 'pro',
        environment: 'dev',
        label: 'x',
        origins: ['https://a.b'],
      });
      const { json } = await admin('POST', `/keys/${id}/rotate`, { graceSeconds: 604_800 });
      const { key: renewed, ...same } = json as KeyDocument;
      assert.deepEqual(same, { id, ...rest });
      assert.match(renewed, /^svc_dev_[A-Za-z0-9]{32,}$/);
      assert.notEqual(renewed, key);
      const { last4 } = (await admin('GET', `/keys/${id}`)).json as { last4: string };
      assert.equal(last4, renewed.slice(-4));
    });

    test('a second rotation shortens the grace of the first, and never lengthens it', async () => {
      const { id, key } = await created();
      const rotate = async (graceSeconds: number) =>
        ((await admin('POST', `/keys/${id}/rotate`, { graceSeconds })).json as KeyDocument).key;
      const second = await rotate(60);
      const third = await rotate(120);
      clock.advance(60_000);
      assert.deepEqual([await statusWith(key), await statusWith(second), await statusWith(third)], [401, 200, 200]);
      const fourth = await rotate(0);
      assert.deepEqual([await statusWith(second), await statusWith(third), await statusWith(fourth)], [401, 401, 200]);
    });

    test('a revocation also ends secrets in their grace period, and is permanent', async () => {
      const { id, key } = await created();
      const { json } = await admin('POST', `/keys/${id}/rotate`, { graceSeconds: 3_600 });
      const first = await admin('DELETE', `/keys/${id}`);
      assert.deepEqual([await statusWith(key), await statusWith((json as KeyDocument).key)], [401, 401]);
      clock.advance(1_000);
      const again = await admin('DELETE', `/keys/${id}`);
      assert.deepEqual([again.status, again.json], [200, first.json]);
      assert.equal((await admin('POST', `/keys/${id}/rotate`)).status, 404);
      assert.equal((await admin('PUT', `/keys/${id}/origins`, { origins: [] })).status, 404);
      assert.equal((await admin('PUT', `/keys/${id}/label`, { label: 'late' })).status, 404);
      assert.equal((await admin('GET', `/keys/${id}`)).status, 200);
    });

    for (const [message, body] of [
      ['Unknown field: grace', { grace: 1 }],
      ['Request body must be a JSON object', '5'],
      ['Invalid JSON body', '{"graceSeconds":'],
    ] as const) {
      test(`a rotation with ${JSON.stringify(body)} is refused, and rotates nothing`, async () => {
        const { id, key } = await created();
        const { status, json } = await admin('POST', `/keys/${id}/rotate`, body);
        assert.deepEqual([status, json], [400, { error: message }]);
        assert.equal(await statusWith(key), 200);
      });
    }
  });
});
