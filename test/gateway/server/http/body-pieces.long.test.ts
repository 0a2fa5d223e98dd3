import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { before, describe, test } from 'node:test';
import { endpoints } from '#gateway/server/endpoints/endpoints.js';
import { suiteScope } from '../../../support/cleanup.js';
import { adminToken, overEachServer, type TestGateway } from '../../../support/gateway.js';
import { until } from '../../../support/gateway-process.js';

const pieceBytes = 100_000;
/** So many bytes that no system keeps them for a client. */
const manyPieces = 1_000;

describe('a body in pieces', () => {
  overEachServer((start) => {
    const scope = suiteScope();
    let service: TestGateway;
    let made = 0;
    const headers = { 'x-admin-token': adminToken };

    async function* pieces(count: number, fails: boolean): AsyncGenerator<Uint8Array> {
      for (made = 0; made < count; made++) yield Buffer.alloc(pieceBytes, 97 + (made % 26));
      if (fails) throw new Error('The rest is lost');
    }

    /** Asks for a body on a connection of its own, which reads nothing until it is told to. */
    const paused = async (count: number) => {
      const socket = connect(service.port, '127.0.0.1').pause();
      socket.on('error', () => {});
      socket.write(`GET /pieces?${count} HTTP/1.1\r\nHost: a\r\nx-admin-token: ${adminToken}\r\n\r\n`);
      await until('the first pieces are made', () => made > 0);
      return socket;
    };

    /** Waits until no further piece is made. */
    const standstill = async () => {
      for (let before = -1; before !== made; ) {
        before = made;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      return made;
    };

    before(async () => {
      service = await start(scope, {
        endpoints: [
          ...endpoints,
          {
            access: 'operator',
            path: '/pieces',
            label: 'pieces',
            methods: {
              GET: async ({ query }) => ({
                contentType: 'text/plain',
                pieces: pieces(Math.abs(Number(query)), Number(query) < 0),
                headers: [],
              }),
            },
            describe: () => ({}),
          },
        ],
      });
    });

    test('arrives whole, on a connection that goes on', async () => {
      for (const count of [0, 1, 30]) {
        const response = await fetch(`${service.url}/pieces?${count}`, { headers });
        if (count > 0) assert.equal(response.headers.get('content-length'), null);
        const text = await response.text();
        assert.equal(text.length, count * pieceBytes);
        assert.equal(text.at(-1), count === 0 ? undefined : String.fromCharCode(97 + ((count - 1) % 26)));
      }
    });

    test('is not made for HEAD', async () => {
      made = -1;
      const response = await fetch(`${service.url}/pieces?30`, { headers, method: 'HEAD' });
      assert.deepEqual([response.status, await response.text(), made], [200, '', -1]);
    });

    test('is made no faster than its client reads, and then to its end', async () => {
      made = 0;
      const socket = await paused(manyPieces);
      const ahead = await standstill();
      assert.ok(ahead < manyPieces / 2, `${ahead} pieces`);
      let received = 0;
      socket.on('data', ({ byteLength }) => {
        received += byteLength;
      });
      socket.resume();
      await until('the rest is there', () => received > manyPieces * pieceBytes);
      socket.destroy();
    });

    test('is not made for a client that has left', async () => {
      made = 0;
      const socket = await paused(manyPieces);
      await standstill();
      socket.destroy();
      const left = await standstill();
      assert.ok(left < manyPieces, `${left} pieces`);
      assert.equal((await fetch(`${service.url}/healthz`)).status, 200);
    });

    test('is cut off if it cannot be made to its end', async () => {
      await assert.rejects(async () => (await fetch(`${service.url}/pieces?-3`, { headers })).text());
    });
  });
});
