import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { faultyTools, httpServers } from '../support/gateway.js';
import { createKey, GatewayProcess, processSettings as settings, until, used } from '../support/gateway-process.js';
import { KeepAliveLoad, runRequest } from '../support/keep-alive-load.js';
import { metric, metricsOf } from '../support/metrics.js';
import { RawConnection, type RawResponse } from '../support/raw-http.js';
import { figure, firstUnlessFull, full } from '../support/reliability.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const requests = 100;
const maxQueue = 8;
/** One runs, and the queue has the others. */
const taken = 1 + maxQueue;
/** Small requests that get responses while the thread is busy and the queue is full. */
const smallsMeanwhile = full ? 400 : 200;
const small = { input: 'a', steps: ['upper-case'] };

/** What is tested is the queue in front of the threads, which has the same code for each server. */
for (const adapter of firstUnlessFull(httpServers)) {
  describe(`one thread and a queue of ${maxQueue}, over ${adapter}`, () => {
    test(`takes ${taken} of ${requests} large requests, refuses the others at no cost, and responds to all small ones`, async (t) => {
      const environment = { ...settings, HTTP_SERVER: adapter, MAX_QUEUE: `${maxQueue}`, JOB_TIMEOUT_MS: '120000' };
      const folder = temporaryFolder(t);
      const gateway = new GatewayProcess(t, environment, folder, { toolDirectories: [faultyTools] });
      const url = await gateway.ready();
      const port = Number(new URL(url).port);
      const [heavy, light] = await Promise.all([createKey(url), createKey(url)]);
      const smalls = new KeepAliveLoad({
        port,
        connections: 4,
        rate: full ? 400 : 200,
        request: () => runRequest(light.key, small),
      });
      await until('small requests get responses', () => smalls.served > 50);

      // No large job ends before this file exists, so nothing can take the place of another.
      const file = join(folder, 'end-of-large-jobs');
      const large = runRequest(heavy.key, {
        input: 'a'.repeat(100_000),
        steps: [{ toolSlug: 'busy-until', config: { file } }],
      });
      const connections = await Promise.all(Array.from({ length: requests }, () => RawConnection.open(port)));
      const responses: RawResponse[] = [];
      const responded = connections.map(async (connection) => {
        responses.push(await connection.write(large).response());
      });
      let waiting = 0;
      await until('each large request runs, waits or is refused', async () => {
        waiting = metric(await metricsOf(url), 'textmill_jobs_waiting');
        return 1 + waiting + responses.length === requests;
      });
      assert.deepEqual({ waiting, responses: responses.length }, { waiting: maxQueue, responses: requests - taken });
      const before = smalls.served;
      await until('small requests get responses meanwhile', () => smalls.served >= before + smallsMeanwhile);
      assert.equal(responses.length, requests - taken, 'no large job has ended');
      const refused = responses.splice(0);
      writeFileSync(file, '');
      await Promise.all(responded);
      await smalls.stop();
      for (const connection of connections) connection.destroy();

      for (const { status, headers, body } of refused) {
        assert.equal(status, 503);
        assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
        assert.deepEqual(JSON.parse(body), { error: 'Server busy' });
      }
      for (const { status, headers } of responses) {
        assert.deepEqual([status, headers.get('retry-after')], [200, undefined]);
      }
      assert.deepEqual([await used(url, heavy), await used(url, light)], [taken, smalls.served]);
      assert.deepEqual([smalls.dropped, [...smalls.statuses.keys()]], [0, [200]]);
      const p99 = smalls.percentile(0.99);
      const others = `${smalls.served} small ones meanwhile all 200, p99 ${p99.toFixed(1)} ms`;
      figure(
        t,
        'R6',
        `${responses.length} of ${requests} taken, ${refused.length} refused; ${others}`,
        `over ${adapter}`,
      );
    });
  });
}
