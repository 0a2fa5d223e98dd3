import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { adminToken, httpServers, sendRequest, type TestResponse } from '../support/gateway.js';
import { admin, GatewayProcess, type KeyDocument, processSettings as settings } from '../support/gateway-process.js';
import { RawConnection } from '../support/raw-http.js';
import { figure, full } from '../support/reliability.js';
import { cookieOf } from '../support/sessions.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const keyCount = full ? 1_000 : 200;
const atATime = 20;
/** A text that a user sends in every place that can hold one. */
const userText = 'fe7c-the-text-of-a-user-19d0';

/** Everything that was written, by its place: files by their names, outputs, responses. */
type Traces = Map<string, Buffer>;

/**
 * Bytes in which a secret is looked for whole, and without its prefix, as a log that redacts only a part might have it.
 */
function hits(traces: Traces, secrets: readonly string[]): string[] {
  const found: string[] = [];
  for (const [where, bytes] of traces) {
    const text = bytes.toString('latin1');
    for (const secret of secrets) {
      if (text.includes(secret.replace(/^svc_(?:live|dev)_/, ''))) found.push(`${secret.slice(0, 12)}… in ${where}`);
    }
  }
  return found;
}

/** @param hidden - a header that may have a secret. */
function bytesOf({ headers, bytes }: TestResponse, hidden = ''): Buffer {
  return Buffer.concat([Buffer.from(JSON.stringify([...headers].filter(([name]) => name !== hidden))), bytes]);
}

async function useOnce(url: string, { key }: KeyDocument): Promise<Buffer> {
  return (await sendRequest(`${url}/v1/run`, 'POST', { key, body: { input: userText, steps: ['upper-case'] } })).bytes;
}

/** Sends requests for everything that can go wrong with a key, and returns all responses. */
async function useKey(url: string, { id, key }: KeyDocument): Promise<Buffer[]> {
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    sendRequest(url + path, 'POST', { key, body, headers });
  const responses = [
    await post('/v1/run', { input: userText, steps: ['upper-case', 'lower-case'] }),
    await post('/v1/run', { input: userText, steps: [key] }),
    await post('/v1/run', `{"input":"${userText}`),
    await post('/v1/sanitize', { url: `https://a.example/?${userText}` }, { origin: 'https://foreign.example' }),
    await sendRequest(`${url}/v1/run`, 'POST', { key: `${key}x`, body: { input: userText, steps: [] } }),
    await sendRequest(`${url}/v1/usage`, 'GET', { headers: { authorization: `Bearer ${key}` } }),
    await sendRequest(`${url}/v1/usage`, 'GET', { key, headers: { authorization: `Bearer ${key}x` } }),
    await sendRequest(`${url}/keys/${id}`, 'GET', { headers: { 'x-admin-token': adminToken } }),
    await sendRequest(`${url}/keys/${id}`, 'GET', { headers: { 'x-admin-token': `${key}-${key}` } }),
    await sendRequest(`${url}/nowhere/${key}?k=${key}`, 'GET', { headers: { 'x-request-id': 'fine' } }),
  ];
  // The step that is called like the key is quoted back to who sent it: that one is the caller's own.
  return responses.filter((_, index) => index !== 1).map((response) => bytesOf(response));
}

/**
 * Signs the owner of an account and an operator in and out, and sends what can go wrong with a link and a cookie.
 *
 * @returns the secrets, and all responses but those that give one away: invitations, and the `Set-Cookie` of a sign-in.
 */
async function useSessions(url: string, accountId: string): Promise<{ secrets: string[]; responses: Buffer[] }> {
  const origin = { origin: url };
  const invite = async () => {
    const { url: link } = await admin<{ readonly url: string }>(url, 'POST', `/accounts/${accountId}/invitations`);
    return link.slice(link.indexOf('#signin=') + '#signin='.length);
  };
  const [used, open] = [await invite(), await invite()];
  const signIn = (link: string, headers: Record<string, string> = origin) =>
    sendRequest(`${url}/sign-in`, 'POST', { headers, body: { link } });
  const owner = await signIn(used);
  const operator = await sendRequest(`${url}/sign-in`, 'POST', { headers: { ...origin, 'x-admin-token': adminToken } });
  assert.deepEqual([owner.status, operator.status], [201, 201]);
  const cookies = [cookieOf(owner), cookieOf(operator)];
  const [ownerCookie = '', operatorCookie = ''] = cookies;
  const ask = (method: string, path: string, cookie: string, headers: Record<string, string> = origin) =>
    sendRequest(url + path, method, { headers: { ...headers, cookie } });
  const responses = [
    await signIn(used),
    await signIn(open, { origin: 'https://foreign.example' }),
    await signIn(`${open}x`),
    await sendRequest(`${url}/sign-in`, 'POST', { headers: origin, body: `{"link":"${open}` }),
    await ask('GET', '/account', ownerCookie),
    await ask('GET', '/account/keys', ownerCookie),
    await ask('GET', '/keys?limit=1', ownerCookie),
    await ask('POST', '/account/keys', ownerCookie, { origin: 'https://foreign.example' }),
    await ask('GET', '/sessions', operatorCookie),
    await ask('GET', `/accounts/${accountId}/invitations`, operatorCookie),
    await ask('GET', `/accounts/${accountId}/sessions`, operatorCookie),
    await ask('GET', `/nowhere/${open}?signin=${open}`, operatorCookie),
    await ask('GET', '/sessions/current', `${operatorCookie}x`),
    await ask('DELETE', '/sessions/current', operatorCookie),
    await ask('GET', '/sessions/current', operatorCookie),
  ];
  const secrets = [used, open, ...cookies.map((cookie) => cookie.slice(cookie.indexOf('=') + 1))];
  for (const secret of secrets) assert.match(secret, /^[\w-]{43}$/);
  return {
    secrets,
    responses: [
      bytesOf(owner, 'set-cookie'),
      bytesOf(operator, 'set-cookie'),
      ...responses.map((each) => bytesOf(each)),
    ],
  };
}

for (const httpServer of httpServers) {
  describe(`over ${httpServer}`, () => {
    test(`${keyCount} keys, sign-in links and cookies, used at the most verbose log level, appear nowhere in clear text`, async (t) => {
      const folder = temporaryFolder(t);
      const own = { ...settings, HTTP_SERVER: httpServer, LOG_LEVEL: 'trace', SYNC_INTERVAL_MS: '50' };
      const gateway = new GatewayProcess(t, own, folder);
      const url = await gateway.ready();
      const secrets: string[] = [adminToken];
      const traces: Traces = new Map();
      let made = 0;
      const client = async (): Promise<void> => {
        while (made < keyCount) {
          const number = ++made;
          const environment = number % 2 === 0 ? 'live' : 'dev';
          const issued = await admin<KeyDocument>(url, 'POST', '/keys', {
            plan: 'pro',
            environment,
            label: `key ${number}`,
          });
          secrets.push(issued.key);
          const responses = number % 10 === 0 ? await useKey(url, issued) : [await useOnce(url, issued)];
          if (number % 10 === 0) {
            const { key } = await admin<KeyDocument>(url, 'POST', `/keys/${issued.id}/rotate`, { graceSeconds: 60 });
            secrets.push(key);
            const signedIn = await useSessions(url, issued.accountId);
            secrets.push(...signedIn.secrets);
            responses.push(...signedIn.responses);
          }
          traces.set(`the responses for key ${number}`, Buffer.concat(responses));
        }
      };
      await Promise.all(Array.from({ length: atATime }, client));
      // Broken requests with a key in them: the parser's own responses.
      for (const line of ['GET / HTTP/1.1\r\nHost: a\r\nx-api-key : ', 'POST /v1/run HTTP/3.0\r\nx-api-key: ']) {
        const connection = await RawConnection.open(Number(new URL(url).port));
        connection.write(`${line}${secrets[1]}\r\n\r\n`);
        const { body } = await connection.response().catch(() => ({ body: '' }));
        traces.set('the response to a broken request', Buffer.from(body));
        connection.destroy();
      }
      const metrics = await fetch(`${url}/metrics`, { headers: { 'x-admin-token': adminToken } });
      traces.set('the metrics', Buffer.from(await metrics.text()));
      traces.set(
        'the list of keys',
        (await sendRequest(`${url}/keys?limit=1000`, 'GET', { headers: { 'x-admin-token': adminToken } })).bytes,
      );

      const data = join(folder, 'data');
      const readFiles = (when: string): void => {
        for (const name of readdirSync(data)) {
          traces.set(`${name} ${when}`, readFileSync(join(data, name)));
          assert.equal(statSync(join(data, name)).mode & 0o777, 0o600, name);
        }
        assert.equal(statSync(data).mode & 0o777, 0o700);
      };
      readFiles('while it runs');
      gateway.kill('SIGINT');
      const { stdout, stderr } = await gateway.ended;
      traces.set('standard output', Buffer.from(stdout));
      traces.set('standard error', Buffer.from(stderr));
      readFiles('after the stop');

      assert.ok([...traces.keys()].includes('textmill.sqlite-wal while it runs'));
      assert.ok(secrets.length > keyCount);
      assert.deepEqual(hits(traces, secrets), []);
      const said = new Map([...traces].filter(([where]) => /^textmill|^standard|metrics/.test(where)));
      assert.deepEqual(hits(said, [userText]), [], 'nor is the text of a user');
      // The search works: it finds the last four characters of a key, which the list shows.
      assert.ok(traces.get('the list of keys')?.includes(secrets[1]?.slice(-4) ?? ''));
      const bytes = [...traces.values()].reduce((sum, trace) => sum + trace.length, 0);
      figure(
        t,
        'R15',
        `${secrets.length} secrets looked for in ${traces.size} places, ${(bytes / 1e6).toFixed(1)} MB: 0 hits; all files 0600`,
        `over ${httpServer}`,
      );
    });
  });
}
