import assert from 'node:assert/strict';
import { adminToken, type TestAnswer, type TestGateway } from './gateway.js';

/** A key as `POST /keys` shows it. */
export interface KeyDocument {
  readonly id: string;
  readonly key: string;
  readonly accountId: string;
}

/** What an operator asks of a gateway, over HTTP. */
export interface Operator {
  admin(method: string, path: string, body?: unknown, token?: string): Promise<TestAnswer>;
  /** Makes a key; `{ plan: 'pro' }` if left out. */
  created(body?: object): Promise<KeyDocument>;
  /** The status of a request with a key. */
  statusWith(key: string): Promise<number>;
}

export function operatorOf(service: TestGateway): Operator {
  const admin: Operator['admin'] = (method, path, body, token = adminToken) =>
    service.request(method, path, {
      headers: { 'x-admin-token': token },
      ...(body === undefined ? {} : { body }),
    });
  return {
    admin,
    async created(body = { plan: 'pro' }) {
      const { status, json } = await admin('POST', '/keys', body);
      assert.equal(status, 201);
      return json as KeyDocument;
    },
    async statusWith(key) {
      return (await service.post('/v1/run', { input: 'a', steps: ['upper-case'] }, key)).status;
    },
  };
}
