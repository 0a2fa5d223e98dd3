import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { overEachServer, sharedTestGateway } from '../support/gateway.js';
import { operatorOf } from '../support/operator.js';

overEachServer(async (_start, httpServer) => {
  const service = await sharedTestGateway(httpServer);
  const { admin, created, statusWith } = operatorOf(service);

  describe('PUT /keys/{id}/label', () => {
    test('responds with the key, which has its new label and no other change, without its secret', async () => {
      const { id, key } = await created({ plan: 'pro', label: 'old', origins: ['https://app.example'] });
      const before = (await admin('GET', `/keys/${id}`)).json as object;
      const { status, json } = await admin('PUT', `/keys/${id}/label`, { label: 'nightly import' });
      assert.deepEqual([status, json], [200, { ...before, label: 'nightly import' }]);
      assert.deepEqual((await admin('GET', `/keys/${id}`)).json, json);
      assert.equal(await statusWith(key), 200);
    });

    for (const label of [
      '',
      'Grüße, 世界 😀',
      'שלום',
      'می‌خواهم 👩‍💻',
      '<script>',
      'x'.repeat(100),
      '😀'.repeat(100),
      null,
    ]) {
      test(`accepts ${JSON.stringify(label)?.slice(0, 30)}`, async () => {
        const { id } = await created({ plan: 'pro', label: 'old' });
        const { status, json } = await admin('PUT', `/keys/${id}/label`, { label });
        assert.deepEqual([status, (json as { label: string | null }).label], [200, label]);
      });
    }

    test('ignores a byte order mark before the body', async () => {
      const { id } = await created({ plan: 'pro', label: 'old' });
      assert.equal((await admin('PUT', `/keys/${id}/label`, '\ufeff{"label":"new"}')).status, 200);
      assert.equal((await admin('PUT', `/keys/${id}/label`, '\ufeff\ufeff{"label":"new"}')).status, 400);
    });

    const characters =
      'label must not contain control characters, direction marks, invisible spaces or unpaired surrogates';
    for (const [message, body] of [
      ['label is required', {}],
      ['label must be a string or null', { label: 1 }],
      ['label must be at most 100 characters long', { label: 'x'.repeat(101) }],
      [characters, { label: 'a\nb' }],
      [characters, { label: '\u009b31m' }],
      [characters, { label: 'a\u202eb' }],
      [characters, { label: 'a\u2028b' }],
      ...['061c', '200b', '200e', '200f', '2060', '2066', '2069', 'feff'].map(
        (code) => [characters, `{"label":"a\\u${code}b"}`] as const,
      ),
      [characters, '{"label":"\\ud800"}'],
      ['Unknown field: name', { label: 'new', name: 'new' }],
      ['Request body must be a JSON object', '"new"'],
      ['Invalid JSON body', '{"label":'],
    ] as const) {
      test(`${JSON.stringify(body).slice(0, 40)} is refused, and changes nothing`, async () => {
        const { id } = await created({ plan: 'pro', label: 'old' });
        const { status, json } = await admin('PUT', `/keys/${id}/label`, body);
        assert.deepEqual([status, json], [400, { error: message }]);
        assert.equal(((await admin('GET', `/keys/${id}`)).json as { label: string }).label, 'old');
      });
    }

    test('a body whose Content-Type is not JSON is refused', async () => {
      const { id } = await created({ plan: 'pro', label: 'old' });
      const headers = { 'x-admin-token': service.config.adminToken ?? '', 'content-type': 'text/plain' };
      const { status } = await service.request('PUT', `/keys/${id}/label`, { headers, body: '{"label":"new"}' });
      assert.equal(status, 415);
      assert.equal(((await admin('GET', `/keys/${id}`)).json as { label: string }).label, 'old');
    });
  });
});
