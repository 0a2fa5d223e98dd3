import assert from 'node:assert/strict';
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeCertificate, replacePair, subjectServed, withoutOpenssl } from '../support/certificates.js';
import { httpServers } from '../support/gateway.js';
import {
  createKey,
  GatewayProcess,
  processSettings,
  SupervisedGateway,
  statusWith,
  until,
  withoutStartupBanner,
} from '../support/gateway-process.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** Settings from the environment cannot change. */
const { BURST_PER_KEY: _, DAILY_QUOTA: __, ...settings } = processSettings;
const readAgain = 'The settings were read again';
const refused = 'The settings stay as they are';

test('SIGHUP reads .env again: valid values hold immediately, invalid ones change nothing', async (t) => {
  const folder = temporaryFolder(t);
  const envFile = (text: string) => {
    writeFileSync(join(folder, '.env.new'), text);
    renameSync(join(folder, '.env.new'), join(folder, '.env'));
  };
  envFile('BURST_PER_KEY=1\nBURST_PER_IP=1\n');
  const gateway = new GatewayProcess(t, settings, folder);
  const said = (msg: string) => gateway.log.filter((line) => line.msg === msg);
  const url = await gateway.ready();
  const { key } = await createKey(url);
  assert.deepEqual([await statusWith(url, key), await statusWith(url, key)], [200, 429]);

  envFile('BURST_PER_KEY=1000\nBURST_PER_IP=1\nMAX_QUEUE=9\n');
  gateway.kill('SIGHUP');
  await until('the settings are read again', () => said(readAgain).length === 1);
  assert.deepEqual(said(readAgain)[0]?.changed, { BURST_PER_KEY: { from: 1, to: 1_000 } });
  assert.equal(await statusWith(url, key), 200);
  await until('what takes a restart is said', () => gateway.log.some((line) => Array.isArray(line.settings)));
  assert.deepEqual(gateway.log.find((line) => Array.isArray(line.settings))?.settings, ['MAX_QUEUE']);

  envFile('BURST_PER_KEY=1\nFREE_TIER=yes\nSLOW_JOB_MS=soon\n');
  gateway.kill('SIGHUP');
  await until('both are refused', () => said(refused).length === 2);
  assert.deepEqual(
    said(refused).map(({ problem }) => problem),
    [
      'FREE_TIER is "yes", but it takes true or false',
      'SLOW_JOB_MS is "soon", but it takes an integer from 0 to 3600000',
    ],
  );
  assert.equal(await statusWith(url, key), 200);

  gateway.kill('SIGTERM');
  const { status, stderr } = await gateway.ended;
  assert.deepEqual([status, withoutStartupBanner(stderr)], [0, '']);
});

for (const httpServer of httpServers) {
  test(`SIGHUP renews the certificate immediately, whatever the settings are, over ${httpServer}`, {
    skip: withoutOpenssl,
  }, async (t) => {
    const folder = temporaryFolder(t);
    const files = makeCertificate(folder, 'first');
    const tls = { TLS_CERT_FILE: files.certFile, TLS_KEY_FILE: files.keyFile };
    const gateway = new GatewayProcess(t, { ...settings, ...tls, HTTP_SERVER: httpServer }, folder);
    const { port } = new URL(await gateway.ready());
    replacePair(files, makeCertificate(folder, 'second'));
    writeFileSync(join(folder, '.env'), 'FREE_TIER=yes\n');
    gateway.kill('SIGHUP');
    await until('it is renewed', () => gateway.log.some(({ msg }) => msg === 'The TLS certificate was renewed'));
    assert.equal(await subjectServed(Number(port)), 'second');
  });
}

test('SIGHUP during the start takes effect once everything is up', async (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, '.env'), '');
  // The data URL runs before the gateway; the signal comes once that handles it, and long before it listens.
  const early = `data:text/javascript,${encodeURIComponent(
    "process.on('newListener', (name) => { if (name === 'SIGHUP') setImmediate(() => process.kill(process.pid, 'SIGHUP')); });",
  )}`;
  const gateway = new GatewayProcess(t, settings, folder, { preloaded: [early] });
  await gateway.ready();
  await until('the settings are read again', () => gateway.log.some(({ msg }) => msg === readAgain));
});

test('SIGHUP while a new process replaces one of several gateways reaches the new one too', async (t) => {
  const folder = temporaryFolder(t);
  const [hold, held] = [join(folder, 'hold'), join(folder, 'held')];
  writeFileSync(join(folder, '.env'), 'SLOW_JOB_MS=1\n');
  // The data URL keeps the supervisor from learning that a process listens, which has read the settings by then.
  const late = `data:text/javascript,${encodeURIComponent(`
    import { existsSync, writeFileSync } from 'node:fs';
    const { send } = process;
    if (send) process.send = (message, ...others) => {
      const pass = () => send.call(process, message, ...others);
      if (message.type !== 'listening' || !existsSync('hold')) return pass();
      writeFileSync('held', '');
      const timer = setInterval(() => {
        if (existsSync('hold')) return;
        clearInterval(timer);
        pass();
      }, 10);
    };`)}`;
  const service = new SupervisedGateway(t, { ...settings, GATEWAYS: '2' }, folder, { preloaded: [late] });
  const said = (text: string) => service.log.filter(({ msg }) => msg === text);
  await service.ready();
  await until('both serve', () => said('ready').length === 2);
  writeFileSync(hold, '');
  service.kill('SIGUSR2');
  await until('a new process listens', () => existsSync(held));
  writeFileSync(join(folder, '.env'), 'SLOW_JOB_MS=2\n');
  service.kill('SIGHUP');
  await until('both old processes have read the settings', () => said(readAgain).length === 2);
  rmSync(hold);
  await until('the first gateway is replaced', () => said('handed over').length > 0);
  await until('the new process has read the settings too', () => said(readAgain).length === 3);
  assert.deepEqual(
    said(readAgain).map(({ changed }) => changed),
    Array.from({ length: 3 }, () => ({ SLOW_JOB_MS: { from: 1, to: 2 } })),
  );
});
