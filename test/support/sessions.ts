import assert from 'node:assert/strict';
import pg from 'pg';
import type { SessionHolder } from '#gateway/server/storage/session-table.js';
import { author } from './author.js';
import type { TestGateway, TestResponse } from './gateway.js';

/** A signed-in browser, as far as HTTP is concerned. */
export interface SignedIn {
  /** The header `Cookie`. */
  readonly cookie: string;
  /** The secret in it. */
  readonly secret: string;
  readonly id: string;
  /** Sends a request as one of the gateway's own pages does. @param headers - replace its own. */
  send(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<TestResponse>;
}

export const operatorHolder: SessionHolder = { role: 'operator', accountId: null };

/** Sends the secret of a sign-in link, as the console does. */
export function takeLink(
  service: TestGateway,
  link: string,
  headers: Readonly<Record<string, string>> = { origin: service.url },
): Promise<TestResponse> {
  return service.request('POST', '/sign-in', { headers, body: { link } });
}

/** Returns the cookie that a response sets, as a browser sends it back. */
export function cookieOf({ headers }: TestResponse): string {
  return headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
}

/** Signs a browser in with a new link. */
export async function signInWithLink(service: TestGateway, holder = operatorHolder): Promise<SignedIn> {
  const issued = await service.gateway.sessions.createLink(holder, author);
  assert.ok(issued !== undefined);
  const response = await takeLink(service, issued.secret);
  assert.equal(response.status, 201, response.bytes.toString());
  const cookie = cookieOf(response);
  return {
    cookie,
    secret: cookie.slice(cookie.indexOf('=') + 1),
    id: (response.json as { id: string }).id,
    send: (method, path, body, headers = { origin: service.url }) =>
      service.request(method, path, { headers: { cookie, ...headers }, ...(body === undefined ? {} : { body }) }),
  };
}

/**
 * Makes the sessions and sign-in links in PostgreSQL older, in milliseconds: a gateway goes by the time of the database,
 * which no test can move.
 */
export async function ageSessions(databaseUrl: string, ms: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`UPDATE sessions SET last_used_at = last_used_at - ${ms}, created_at = created_at - ${ms}`);
  await client.query(`UPDATE sign_in_links SET created_at = created_at - ${ms}, expires_at = expires_at - ${ms}`);
  await client.end();
}
