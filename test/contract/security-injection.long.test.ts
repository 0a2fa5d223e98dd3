import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openDatabase } from '#gateway/server/storage/sqlite/connection.js';
import { httpServers, overEachServer } from '../support/gateway.js';
import { createKey, GatewayProcess, processSettings } from '../support/gateway-process.js';
import { RawConnection, type RawResponse, responseTo } from '../support/raw-http.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** Texts that a careless program would copy into a response header or a log line. */
const hostileFields: readonly string[] = [
  'x-request-id: a\rInjected: 1',
  'x-request-id: a\nInjected: 1',
  'x-request-id: a\0b',
  'x-request-id: a\r\n Injected: 1',
  'x-request-id: \u001b[2J\u001b]0;owned\u0007',
  'x-request-id: "}\\n{"level":60,"msg":"forged"}',
  'x-request-id: \x85next\u00ff',
  'x-request-id: two words',
  'x-request-id: one\r\nx-request-id: two',
  `x-request-id: ${'a'.repeat(129)}`,
  `x-request-id: ${'a'.repeat(3_500)}`,
  'x-request-id: %0d%0aInjected:%201',
  'Origin: http://localhost:3000\rInjected: 1',
  'Origin: http://localhost:3000\nInjected: 1',
  'Origin: http://localhost:3000%0d%0aInjected: 1',
  'x-api-key: a\nInjected: 1',
  'x-admin-token: a\rInjected: 1',
  'x-forwarded-for: 127.0.0.1\nInjected: 1',
];
const hostilePaths: readonly string[] = [
  '/v1/run',
  '/keys/%0d%0aInjected:%201',
  '/v1/tools/%0aInjected:1?%0d%0a',
  '/"}%0a{"level":60}',
];

function requests(): Buffer[] {
  return hostilePaths.flatMap((path) =>
    hostileFields.map((field) => Buffer.from(`POST ${path} HTTP/1.1\r\nHost: a\r\n${field}\r\n\r\n`, 'latin1')),
  );
}

/** Whether a request head contains a control character other than its line ends. */
function mayWait(request: Buffer): boolean {
  return /[\0-\x1f]/.test(request.toString('latin1').replaceAll(/\r\n(?! )/g, ''));
}

/**
 * Returns the response, or undefined without one: uWebSockets.js waits for the rest of a head that contains a control
 * character, and closes the connection later.
 */
async function responseIfAny(port: number, request: Buffer): Promise<RawResponse | undefined> {
  const connection = await RawConnection.open(port);
  const sent = connection.write(request);
  const response = await (mayWait(request)
    ? sent.response({ timeoutMs: 1_000 }).catch(() => undefined)
    : sent.response());
  connection.destroy();
  return response;
}

overEachServer(async (startTestGateway) => {
  const service = await startTestGateway({ after });

  test('nothing that a client sends gets into the response headers', async () => {
    const hostile = requests();
    const responses = await Promise.all(hostile.map((request) => responseIfAny(service.port, request)));
    for (const [index, response] of responses.entries()) {
      const request = JSON.stringify(hostile[index]?.toString('latin1').slice(0, 120));
      if (response === undefined) {
        assert.ok(mayWait(hostile[index] ?? Buffer.alloc(0)), request);
        continue;
      }
      const { status, headers, body } = response;
      assert.ok(status >= 400 && status < 500, `${status} ${request}`);
      assert.equal(headers.has('injected'), false, request);
      assert.match(headers.get('x-request-id') ?? '', /^[A-Za-z0-9._:+/=-]{1,128}$/, request);
      assert.deepEqual(Object.keys(JSON.parse(body)), ['error'], request);
    }
    assert.ok(responses.filter((response) => response !== undefined).length > 30, 'most get a response');
  });

  test('except a valid request id, unchanged', async () => {
    const id = 'Req-1.2:3+4/5=6_7';
    const { headers } = await responseTo(
      service.port,
      `GET /nowhere HTTP/1.1\r\nHost: a\r\nx-request-id: ${id}\r\n\r\n`,
    );
    assert.equal(headers.get('x-request-id'), id);
  });
});

for (const httpServer of httpServers) {
  test(`each log line is one JSON object, whatever clients send, over ${httpServer}`, async (t) => {
    const folder = temporaryFolder(t);
    // Not the first start, which prints a longer banner.
    openDatabase(join(folder, 'data')).close();
    const own = { HTTP_SERVER: httpServer, LOG_LEVEL: 'trace', JOB_TIMEOUT_MS: '1', INLINE_MAX_BYTES: '0' };
    const gateway = new GatewayProcess(t, { ...processSettings, ...own }, folder);
    const url = await gateway.ready();
    const port = Number(new URL(url).port);
    await Promise.all(requests().map((request) => responseIfAny(port, request)));
    const { key } = await createKey(url);
    // The log line of a terminated job has the caller's request id, but never a key.
    const body = JSON.stringify({ input: 'b a\n'.repeat(100_000), steps: Array(25).fill('sort-lines') });
    const headers = { 'x-api-key': key, 'content-type': 'application/json', 'x-request-id': key };
    assert.equal((await fetch(`${url}/v1/run`, { method: 'POST', headers, body })).status, 503);
    gateway.kill('SIGINT');
    const { stdout, stderr } = await gateway.ended;
    assert.equal(stderr, '');
    const lines = stdout.trimEnd().split(/[\n\r\u0085\u2028\u2029]/);
    const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    assert.ok(logged.every(({ level, time }) => typeof level === 'number' && typeof time === 'number'));
    assert.doesNotMatch(stdout, /[^\n\x20-\x7e]|injected|forged|owned/i);
    const ended = logged.find(({ msg }) => msg === 'a job was ended');
    assert.equal(ended?.cause, 'timeout');
    assert.match(String(ended?.requestId), /^[0-9a-f]{12}-[0-9a-z]+$/);
    assert.ok(!stdout.includes(key.slice('svc_live_'.length)));
  });
}
