import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { faultyTools, httpServers } from '../support/gateway.js';
import { createKey, GatewayProcess, processSettings as settings, until, used } from '../support/gateway-process.js';
import { KeepAliveLoad, runRequest } from '../support/keep-alive-load.js';
import { RawConnection } from '../support/raw-http.js';
import { figure } from '../support/reliability.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** What a large job takes: on a slow machine, too, few are done before the last of them arrives. */
const jobMs = 2_000;
const large = { input: 'a'.repeat(100_000), steps: [{ toolSlug: 'busy-for', config: { milliseconds: jobMs } }] };
const small = { input: 'a', steps: ['upper-case'] };

for (const adapter of httpServers) {
  describe(`one thread and a queue of 8, over ${adapter}`, () => {
    test('of 100 large requests at once take 9; the rest is 503, costs nothing, and harms no small one', async (t) => {
      const environment = { ...settings, HTTP_SERVER: adapter, MAX_QUEUE: '8', JOB_TIMEOUT_MS: '60000' };
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
      /** In the order in which the answers came, with the small ones that were answered before each. */
      const order: { status: number; smalls: number }[] = [];
      const answers = await Promise.all(
        connections.map(async (connection) => {
          const answer = await connection.write(bytes).answer();
          order.push({ status: answer.status, smalls: smalls.answered });
          if (answer.status === 503) refusedMs = Math.max(refusedMs, performance.now() - began);
          return answer;
        }),
      );
      await smalls.stop();
      for (const connection of connections) connection.destroy();

      const taken = answers.filter(({ status }) => status === 200);
      const refused = answers.filter(({ status }) => status === 503);
      assert.equal(taken.length + refused.length, 100);
      // Nine at a time: on a slow machine a job may be done, and another taken, before the last of them arrives.
      const lastRefusal = order.findLastIndex(({ status }) => status === 503);
      const doneBefore = order.slice(0, lastRefusal).filter(({ status }) => status === 200);
      assert.ok(taken.length >= 9 && taken.length <= 9 + doneBefore.length, `${taken.length} were taken`);
      const done = order.filter(({ status }) => status === 200);
      for (const [index, { smalls: answered }] of done.entries()) {
        const since = done[index - 1];
        if (since !== undefined)
          assert.ok(answered > since.smalls, 'small requests are answered while a large one runs');
      }
      for (const { headers, body } of refused) {
        assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
        assert.deepEqual(JSON.parse(body), { error: 'Server busy' });
      }
      for (const { headers } of taken) assert.equal(headers.get('retry-after'), undefined);
      assert.deepEqual([await used(url, heavy), await used(url, light)], [taken.length, smalls.answered]);
      assert.deepEqual([smalls.dropped, [...smalls.statuses.keys()]], [0, [200]]);
      const p99 = smalls.percentile(0.99);
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
