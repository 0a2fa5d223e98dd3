import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { balancerNames, listens, prepareBalancer } from '../../../../gateway/boot/cluster/balancer.mjs';
import { freePort } from '../../../../gateway/boot/free-ports.mjs';
import { programPath } from '../../../../gateway/boot/program-path.mjs';
import { cleanUpAfter } from '../../../support/cleanup.js';
import { until } from '../../../support/gateway-process.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

/** What stands for a gateway: it is ready, and says who it is and which address it was told. */
async function startServer(t: TestContext, name: string, seen: string[]): Promise<{ server: Server; port: number }> {
  const server = createServer((request, response) => {
    if (request.url !== '/readyz') seen.push(String(request.headers['x-number']));
    response.end(JSON.stringify({ name, forwardedFor: request.headers['x-forwarded-for'] }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUpAfter(t, () => {
    server.close();
    server.closeAllConnections();
  });
  return { server, port: (server.address() as AddressInfo).port };
}

for (const name of balancerNames) {
  const skip = programPath(name) === undefined && `${name} is not installed`;
  describe(`the cluster's ${name}`, { skip }, () => {
    test('divides requests, tells the address of the client, and goes round a gateway that is gone', async (t) => {
      const seen: string[] = [];
      const names = ['one', 'two', 'three'];
      const servers = await Promise.all(names.map((each) => startServer(t, each, seen)));
      const port = await freePort();
      const ports = servers.map((each) => each.port);
      const { command, args, options } = prepareBalancer(name, temporaryFolder(t), port, ports);
      const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
      const ended = once(child, 'exit');
      cleanUpAfter(t, async () => {
        if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
        await ended;
      });
      await until(`${name} listens`, () => {
        assert.equal(child.exitCode, null, output);
        return listens(port);
      });

      let sent = 0;
      const send = async () => {
        const headers = { 'x-forwarded-for': '203.0.113.9', 'x-number': String(++sent) };
        const response = await fetch(`http://127.0.0.1:${port}/v1/run`, { method: 'POST', body: 'a', headers });
        return { status: response.status, text: await response.text() };
      };
      const answering = new Set<string>();
      await until('every gateway has answered', async () => {
        const { status, text } = await send();
        // HAProxy has not asked all of them yet.
        if (status !== 200) return false;
        const answer = JSON.parse(text) as { readonly name: string; readonly forwardedFor: string };
        assert.equal(answer.forwardedFor, '127.0.0.1');
        answering.add(answer.name);
        return answering.size === names.length;
      });

      servers[1]?.server.close();
      servers[1]?.server.closeAllConnections();
      let inARow = 0;
      await until('only the others are asked', async () => {
        inARow = (await send()).status === 200 ? inARow + 1 : 0;
        return inARow === 20;
      });
      assert.equal(new Set(seen).size, seen.length, 'no request arrives twice');
    });
  });
}
