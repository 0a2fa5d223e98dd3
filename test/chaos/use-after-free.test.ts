import assert from 'node:assert/strict';
import { test } from 'node:test';
import { httpServers } from '../support/gateway.js';
import {
  createKey,
  GatewayProcess,
  processSettings,
  statusWith,
  withoutStartupBanner,
} from '../support/gateway-process.js';
import { RawConnection } from '../support/raw-http.js';
import { figure, full } from '../support/reliability.js';

/** A build with the fault crashes within 30 such connections. */
const connectionsOfAVariant = full ? 300 : 40;
const atATime = 10;

const settings = {
  ...processSettings,
  // A body of 300 bytes goes to a thread, one of 5,000 is too large.
  INLINE_MAX_BYTES: '250',
  MAX_BODY_BYTES: '4096',
};

const host = 'Host: a\r\n';
const pad = `GET /v1/tools/trim-lines HTTP/1.1\r\n${host}x-pad: ${'p'.repeat(3_000)}\r\n\r\n`;
/** Stays in the parser, which continues with it after the response has closed the connection. */
const unfinished = `GET /${'u'.repeat(2_900)}`;

interface Attack {
  readonly status: number;
  /** Whether the response is larger than the 16 KB that fit the socket's buffer. */
  readonly large: boolean;
  readonly line: string;
  readonly fields: string;
  readonly bodies: readonly string[];
}

function attacks(key: string): Attack[] {
  const post = { line: 'POST /v1/run HTTP/1.1', fields: `x-api-key: ${key}\r\nContent-Type: application/json\r\n` };
  const work = (times: number, input: string) =>
    JSON.stringify({ input, steps: [{ toolSlug: 'repeat-text', config: { times } }] });
  return [
    { status: 200, large: true, line: 'GET /v1/tools HTTP/1.1', fields: '', bodies: ['', 'hello'] },
    { status: 200, large: true, ...post, bodies: [work(5_000, 'abcd'), work(200, 'a'.repeat(300))] },
    { status: 400, large: false, ...post, bodies: ['', 'hello'] },
    { status: 401, large: false, line: post.line, fields: '', bodies: ['', 'hello'] },
    { status: 413, large: false, ...post, bodies: ['x'.repeat(5_000)] },
  ];
}

/** Returns the request with each way to frame its body, with and without `Connection: close`. */
function variants({ line, fields, bodies }: Attack): string[] {
  const framed = bodies.flatMap((body) => {
    if (body === '') return [`${line}\r\n${host}${fields}\r\n`];
    const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    return [
      `${line}\r\n${host}${fields}Content-Length: ${body.length}\r\n\r\n${body}`,
      `${line}\r\n${host}${fields}Transfer-Encoding: chunked\r\n\r\n${chunks}`,
    ];
  });
  return framed.flatMap((request) => [request, request.replace(host, `${host}Connection: close\r\n`)]);
}

for (const adapter of httpServers) {
  test(`no response frees memory that the parser still reads, over ${adapter}`, async (t) => {
    const gateway = new GatewayProcess(t, { ...settings, HTTP_SERVER: adapter });
    const url = await gateway.ready();
    const port = Number(new URL(url).port);
    const { key } = await createKey(url);
    let count = 0;
    let connections = 0;
    let served = 0;

    async function attack(request: string, { status, large }: Attack): Promise<void> {
      const connection = await RawConnection.open(port);
      connection.write(pad.slice(0, 1_500));
      // Two reads of the server, so that it copies the start to its own memory.
      await new Promise((resolve) => setTimeout(resolve, 2));
      assert.equal((await connection.write(pad.slice(1_500)).response()).status, 200);
      connection.write(request + unfinished);
      // A response can be lost with its connection, which closes on unread bytes.
      const response = await connection.response().catch(() => undefined);
      if (response !== undefined) {
        assert.equal(response.status, status, response.body);
        assert.ok(!large || response.bytes.length > 16_384);
        served++;
      }
      connection.destroy();
    }

    for (const kind of attacks(key)) {
      for (const request of variants(kind)) {
        for (let done = 0; done < connectionsOfAVariant; done += atATime) {
          await Promise.all(Array.from({ length: atATime }, () => attack(request, kind)));
        }
        assert.equal(await statusWith(url, key), 200, `alive after ${request.slice(0, 100)}`);
        count++;
        connections += connectionsOfAVariant;
      }
    }
    assert.ok(served > 0.9 * connections, `${served} of ${connections} served: is this still the attack?`);
    gateway.kill('SIGTERM');
    const { status, signal, stderr } = await gateway.ended;
    assert.deepEqual([status, signal, withoutStartupBanner(stderr)], [0, null, '']);
    figure(
      t,
      'R10',
      `${count} variants, ${connections} connections, ${served} responses, process alive`,
      `over ${adapter}`,
    );
  });
}
