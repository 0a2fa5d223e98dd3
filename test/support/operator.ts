import assert from 'node:assert/strict';
import { adminToken, type TestGateway, type TestResponse } from './gateway.js';

/** A key as `POST /keys` returns it. */
export interface KeyDocument {
  readonly id: string;
  readonly key: string;
  readonly accountId: string;
}

/** The requests of an operator to a gateway, over HTTP. */
export interface Operator {
  admin(method: string, path: string, body?: unknown, token?: string): Promise<TestResponse>;
  /** Creates a key; `{ plan: 'pro' }` if left out. */
  created(body?: object): Promise<KeyDocument>;
  /** The status of a request with a key. */
  statusWith(key: string): Promise<number>;
  /** The history of an account. */
  historyOf(accountId: string): Promise<readonly UsageCount[]>;
}

/** One entry of the history of an account, as `GET /accounts/{id}/usage` shows it. */
export interface UsageCount {
  readonly hour: string;
  readonly operation: string;
  readonly status: number;
  readonly refusal: string | null;
  readonly count: number;
}

/** Returns the start of the clock hour that contains a moment, in the form of the history. */
export function hourOf(now: number): string {
  return `${new Date(now).toISOString().slice(0, 13)}:00:00.000Z`;
}

/** Returns what operators do with a gateway, by its endpoints. */
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
    async historyOf(accountId) {
      const { status, json } = await admin('GET', `/accounts/${accountId}/usage`);
      assert.equal(status, 200);
      return (json as { history: readonly UsageCount[] }).history;
    },
    async statusWith(key) {
      return (await service.post('/v1/run', { input: 'a', steps: ['upper-case'] }, key)).status;
    },
  };
}
