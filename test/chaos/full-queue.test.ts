import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { faultyTools, httpServers } from '../support/gateway.js';
import { createKey, GatewayProcess, processSettings as settings, until, used } from '../support/gateway-process.js';
import { KeepAliveLoad, runRequest } from '../support/keep-alive-load.js';
import { RawConnection } from '../support/raw-http.js';
import { figure } from '../support/reliability.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** What a large job takes: longer than all of them need to arrive, so that none is done before the last has come. */
const jobMs = 500;
const large = { input: 'a'.repeat(100_000), steps: [{ toolSlug: 'busy-for', config: { milliseconds: jobMs } }] };
const small = { input: 'a', steps: ['upper-case'] };

for (const adapter of httpServers) {
  describe(`one thread and a queue of 8, over ${adapter}`, () => {
    test('of 100 large requests at once take 9; the rest is 503, costs nothing, and harms no small one', async (t) => {
      const environment = { ...settings, HTTP_SERVER: adapter, MAX_QUEUE: '8' };
      const toolDirectories = [faultyTools];
      const gateway = new GatewayProcess(t, environment, temporaryFolder(t), { toolDirectories });
      const url = await gateway.ready();
      const port = Number(new URL(url).port);
      const [heavy, light] = await Promise.all([createKey(url), createKey(url)]);
      const smalls = new KeepAliveLoad({
        port,
        connections: 4,
        rate: 400,
        request: () => runRequest(light.key, small),
      });
      await until('small requests are answered', () => smalls.answered > 100);

      const connections = await Promise.all(Array.from({ length: 100 }, () => RawConnection.open(port)));
      const bytes = runRequest(heavy.key, large);
      const began = performance.now();
      let refusedMs = 0;
      const answers = await Promise.all(
        connections.map(async (connection) => {
          const answer = await connection.write(bytes).answer({ timeoutMs: 20_000 });
          if (answer.status === 503) refusedMs = Math.max(refusedMs, performance.now() - began);
          return answer;
        }),
      );
      await smalls.stop();
      for (const connection of connections) connection.destroy();

      const taken = answers.filter(({ status }) => status === 200);
      const refused = answers.filter(({ status }) => status === 503);
      assert.equal(taken.length + refused.length, 100);
      assert.ok(refusedMs < jobMs, `the last refusal came after ${refusedMs} ms, so the first job may have been done`);
      assert.equal(taken.length, 9);
      for (const { headers, body } of refused) {
        assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
        assert.deepEqual(JSON.parse(body), { error: 'Server busy' });
      }
      for (const { headers } of taken) assert.equal(headers.get('retry-after'), undefined);
      assert.deepEqual([await used(url, heavy), await used(url, light)], [9, smalls.answered]);
      assert.deepEqual([smalls.dropped, [...smalls.statuses.keys()]], [0, [200]]);
      const p99 = smalls.percentile(0.99);
      assert.ok(p99 < jobMs / 5, `p99 of the small requests: ${p99} ms`);
      const others = `${smalls.answered} small ones meanwhile all 200, p99 ${p99.toFixed(1)} ms`;
      figure(
        t,
        'R6',
        `${taken.length} of 100 taken, ${refused.length} refused within ${refusedMs.toFixed(0)} ms; ${others}`,
        `over ${adapter}`,
      );
    });
  });
}
