import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toolsDirectory } from '#engine/catalogue/tool-files.js';
import { faultyTools, httpServers, startTestGateway } from '../support/gateway.js';
import { until, used } from '../support/gateway-process.js';
import { runRequest } from '../support/keep-alive-load.js';
import { metric, metricsOf } from '../support/metrics.js';
import { RawConnection } from '../support/raw-http.js';
import { temporaryFolder } from '../support/temporary-folder.js';

test('requests that a shutdown cuts off cost no quota, even after the next start', async (t) => {
  // Both servers stop in parallel: each waits eight seconds for its requests.
  const cutOff = async (httpServer: string): Promise<void> => {
    const dataDir = temporaryFolder(t);
    const settings = { HTTP_SERVER: httpServer, DAILY_QUOTA: '5000' };
    const timeouts = { JOB_TIMEOUT_MS: '60000', BODY_TIMEOUT_MS: '60000' };
    const toolDirectories = [toolsDirectory, faultyTools];
    const first = await startTestGateway(t, { dataDir, settings: { ...settings, ...timeouts }, toolDirectories });
    const { key, secret } = await first.key();
    const document = { id: key.id, accountId: key.accountId, key: secret };
    const small = runRequest(secret, { input: 'a', steps: ['upper-case'] });
    const endless = runRequest(secret, { input: 'a', steps: ['endless'] });
    assert.equal((await (await RawConnection.open(first.port)).write(small).response()).status, 200);
    // One request whose body is arriving, one that runs, one that waits for the thread.
    for (const sent of [small.slice(0, -1), endless, endless]) (await RawConnection.open(first.port)).write(sent);
    await until('one job waits', async () => metric(await metricsOf(first.url), 'textmill_jobs_waiting') === 1);
    assert.equal(await used(first.url, document), 4);
    await first.gateway.stop();
    const second = await startTestGateway(t, { dataDir, settings });
    assert.equal(await used(second.url, document), 1, `over ${httpServer}`);
  };
  await Promise.all(httpServers.map(cutOff));
});
