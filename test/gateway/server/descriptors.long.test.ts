import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import { adminToken } from '../../support/gateway.js';
import { createKey, GatewayProcess, processSettings, until } from '../../support/gateway-process.js';
import { metric, metricsOf } from '../../support/metrics.js';
import { RawConnection } from '../../support/raw-http.js';

const openFiles = 700;
/** With one thread, 272 are left for the rest. */
const most = openFiles - 272;

describe('more connections than a process has descriptors', {
  skip: process.platform !== 'linux' && 'the limit is only known on Linux',
}, () => {
  for (const server of ['uws', 'node']) {
    test(`are closed, and the gateway goes on: over ${server}`, async (t) => {
      const launcher = ['sh', '-c', `ulimit -n ${openFiles} && exec "$@"`, 'sh'];
      const settings = { ...processSettings, HTTP_SERVER: server, METRICS_PUBLIC: 'true' };
      const url = await new GatewayProcess(t, settings, undefined, { launcher }).ready();
      const port = Number(new URL(url).port);
      const kept = await RawConnection.open(port);
      const head = `Host: a\r\nx-admin-token: ${adminToken}\r\nContent-Type: application/json\r\n`;
      const body = '{"plan":"pro"}';
      const create = `POST /keys HTTP/1.1\r\n${head}Content-Length: ${body.length}\r\n\r\n${body}`;
      const sockets: Socket[] = [];
      t.after(() => sockets.forEach((socket) => void socket.destroy()));
      let closed = 0;
      // Not all of them together: the kernel would let some wait for longer than a connection may be idle.
      while (sockets.length < openFiles + 100) {
        const some = Array.from({ length: 100 }, () =>
          connect(port, '127.0.0.1')
            .on('error', () => {})
            .resume(),
        );
        await Promise.all(some.map((socket) => new Promise((opened) => socket.once('connect', opened))));
        for (const socket of some) socket.once('close', () => closed++);
        sockets.push(...some);
        assert.equal((await kept.write(create).response()).status, 201);
      }
      await until('the connections beyond the limit are closed', () => closed > sockets.length - most);
      assert.equal((await kept.write(create).response()).status, 201);

      for (const socket of sockets) socket.destroy();
      await until('they have all ended', async () => metric(await metricsOf(url), 'textmill_connections') < 10);
      const metrics = await metricsOf(url);
      assert.equal(metric(metrics, 'textmill_connections_limit'), most);
      assert.ok(metric(metrics, 'textmill_connections_refused_total{reason="descriptors"}') > sockets.length - most);
      assert.equal((await createKey(url)).key.startsWith('svc_'), true);
    });
  }
});
