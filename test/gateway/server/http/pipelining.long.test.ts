import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { overEachServer, type TestGateway } from '../../../support/gateway.js';
import { until } from '../../../support/gateway-process.js';
import { RawConnection } from '../../../support/raw-http.js';

// Clients that send a request before they have the response to the previous one, as undici can.

const run = (key: string, input: string) => {
  const body = JSON.stringify({ input, steps: ['upper-case'] });
  return (
    `POST /v1/run HTTP/1.1\r\nHost: a\r\nx-api-key: ${key}\r\nContent-Type: application/json\r\n` +
    `Content-Length: ${body.length}\r\n\r\n${body}`
  );
};

overEachServer(async (start, httpServer) => {
  const gateway = await start({ after }, { settings: { DAILY_QUOTA: '1000000' } });

  async function used({ request }: TestGateway, accountId: string): Promise<number> {
    const headers = { 'x-admin-token': 'the-admin-token-of-tests' };
    const { json } = await request('GET', `/accounts/${accountId}/usage`, { headers });
    return (json as { used: number }).used;
  }

  async function keys(): Promise<number> {
    const headers = { 'x-admin-token': 'the-admin-token-of-tests' };
    const { json } = await gateway.request('GET', '/keys', { headers });
    return (json as { keys: unknown[] }).keys.length;
  }

  for (const depth of [2, 10]) {
    if (httpServer === 'node') {
      test(`${depth} pipelined requests get their responses in order`, async () => {
        const { secret } = await gateway.key();
        const connection = await RawConnection.open(gateway.port);
        for (let round = 0; round < 20; round++) {
          const inputs = Array.from({ length: depth }, (_, i) => `r${round}i${i}`);
          // One write for each request, or one for all.
          if (round % 2 === 0) for (const input of inputs) connection.write(run(secret, input));
          else connection.write(inputs.map((input) => run(secret, input)).join(''));
          for (const input of inputs) {
            const { status, body } = await connection.response();
            assert.deepEqual([status, JSON.parse(body).result], [200, input.toUpperCase()]);
          }
        }
        connection.destroy();
      });
    } else {
      test(`${depth} requests in one write: the connection ends, and nothing was done, so all may be retried`, async () => {
        const {
          secret,
          key: { accountId },
        } = await gateway.key();
        const before = await keys();
        const admin = 'Host: a\r\nx-admin-token: the-admin-token-of-tests\r\nContent-Type: application/json\r\n';
        const plan = '{"plan":"pro"}';
        const create = `POST /keys HTTP/1.1\r\n${admin}Content-Length: ${plan.length}\r\n\r\n${plan}`;
        for (const sent of [run(secret, 'a').repeat(depth), create.repeat(depth)]) {
          const connection = (await RawConnection.open(gateway.port)).write(sent);
          await connection.end();
          await assert.rejects(connection.response(), /ended after ""/);
        }
        await until('the charges are refunded', async () => (await used(gateway, accountId)) === 0);
        assert.equal(await keys(), before);
      });
    }
  }

  test('completed requests keep their responses when a later request closes the connection', async () => {
    const { secret } = await gateway.key();
    const connection = await RawConnection.open(gateway.port);
    for (let i = 0; i < 20; i++) {
      connection.write(run(secret, `a${i}`));
      assert.equal(JSON.parse((await connection.response()).body).result, `A${i}`);
    }
    connection.write(run(secret, 'b').repeat(2));
    if (httpServer === 'node') assert.equal((await connection.response()).status, 200);
    else await connection.end();
    connection.destroy();
  });
});
