import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createLog } from '#gateway/core/log.js';
import { readConfig } from '#gateway/server/config/config.js';
import type { CleanupScope } from '../support/cleanup.js';
import { startTestGateway, type TestGateway } from '../support/gateway.js';
import { ManualClock } from '../support/manual-clock.js';

const work = { input: 'a', steps: ['upper-case'] };

describe('settings that change while the gateway runs', async () => {
  type Settings = Readonly<Record<string, string>>;

  /** Starts a gateway with its log. `reload` applies changes on top of the settings of the start. */
  async function started(t: CleanupScope, settings: Settings) {
    const lines: Record<string, unknown>[] = [];
    const log = createLog(settings.LOG_LEVEL ?? 'silent', { write: (line) => lines.push(JSON.parse(line)) });
    // Buckets must not fill while a busy machine takes its time.
    const service = await startTestGateway(t, { settings, log, clock: new ManualClock() });
    const { dataDir } = service.config;
    const base = { DATA_DIR: dataDir, PORT: '0', BURST_PER_IP: '0', BURST_PER_KEY: '0', DAILY_QUOTA: '0' };
    const fixed = { ADMIN_TOKEN: service.config.adminToken ?? '', WORKER_THREADS: '1', LOG_LEVEL: 'silent' };
    const reload = (changes: Settings) =>
      service.gateway.reload(
        readConfig({ ...base, ...fixed, HTTP_SERVER: service.config.httpServer, ...settings, ...changes }),
      );
    return { ...service, lines, log, reload };
  }

  async function admitted({ post }: TestGateway, key: string, attempts: number): Promise<number> {
    let count = 0;
    for (let i = 0; i < attempts; i++) if ((await post('/v1/run', work, key)).status === 200) count++;
    return count;
  }

  const service = await started({ after }, {});

  for (const name of ['BURST_PER_IP', 'BURST_PER_KEY', 'DAILY_QUOTA']) {
    test(`${name} changes while running: requests counted before stay counted`, async () => {
      service.reload({ [name]: '6' });
      const { secret } = await service.key();
      assert.equal(await admitted(service, secret, 5), 5);
      assert.deepEqual(service.reload({ [name]: '8' }).changed, { [name]: { from: 6, to: 8 } });
      assert.equal(await admitted(service, secret, 5), 3);
      service.reload({ [name]: '2' });
      assert.equal(await admitted(service, secret, 2), 0);
      service.reload({ [name]: '0' });
      assert.equal(await admitted(service, secret, 12), 12);
      service.reload({ [name]: '3' });
      // Two tokens of a bucket are missing; eight requests of the quota are used.
      assert.equal(await admitted(service, secret, 5), name === 'DAILY_QUOTA' ? 0 : 1);
    });
  }

  test('FREE_TIER and METRICS_PUBLIC change while running, in both directions', async () => {
    service.reload({});
    const { secret } = await service.key({ plan: 'free' });
    const statuses = async () => [
      (await service.post('/v1/run', work, secret)).status,
      (await fetch(`${service.url}/metrics`)).status,
    ];
    assert.deepEqual(await statuses(), [401, 401]);
    service.reload({ FREE_TIER: 'true', METRICS_PUBLIC: 'true' });
    assert.deepEqual(await statuses(), [200, 200]);
    service.reload({});
    assert.deepEqual(await statuses(), [401, 401]);
  });

  test('LOG_LEVEL changes while running, and the log says so at either level', async (t) => {
    const { reload, log, lines } = await started(t, { LOG_LEVEL: 'info' });
    const said = () => lines.splice(0).map(({ msg, changed }) => ({ msg, changed }));
    said();
    const msg = 'The settings were read again';
    reload({ LOG_LEVEL: 'error' });
    assert.deepEqual([log.level, said()], ['error', [{ msg, changed: { LOG_LEVEL: { from: 'info', to: 'error' } } }]]);
    reload({ LOG_LEVEL: 'debug' });
    assert.deepEqual([log.level, said()], ['debug', [{ msg, changed: { LOG_LEVEL: { from: 'error', to: 'debug' } } }]]);
    reload({ LOG_LEVEL: 'silent' });
    said();
    reload({ LOG_LEVEL: 'silent', SLOW_JOB_MS: '5' });
    assert.deepEqual(said(), []);
  });

  test('a setting that needs a restart keeps its value, and each reload logs its name, without the value', async (t) => {
    const { reload, lines, request } = await started(t, { LOG_LEVEL: 'info', TRUSTED_PROXIES: '10.0.0.0/8' });
    assert.deepEqual(reload({ TRUSTED_PROXIES: '10.0.0.0/8' }), { changed: {}, needRestart: [] });
    const changes = { MAX_QUEUE: '7', ADMIN_TOKEN: 'another-token-of-this-test', TRUSTED_PROXIES: '10.0.0.0/9' };
    const names = ['ADMIN_TOKEN', 'MAX_QUEUE', 'TRUSTED_PROXIES'];
    for (let round = 0; round < 2; round++) {
      lines.length = 0;
      assert.deepEqual(reload({ ...changes, LOG_ADDRESSES: String(round === 0) }).needRestart, names);
      assert.deepEqual(lines.find(({ settings }) => settings !== undefined)?.settings, names);
      assert.equal(JSON.stringify(lines).includes('another-token'), false);
    }
    const { status } = await request('GET', '/keys', { headers: { 'x-admin-token': 'another-token-of-this-test' } });
    assert.equal(status, 401);
  });
});
