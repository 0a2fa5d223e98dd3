import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runCommand } from '../../../support/command-line.js';
import { createKey, GatewayProcess, processSettings, statusWith, until } from '../../../support/gateway-process.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

// Settings of the environment cannot change.
const { BURST_PER_KEY: _, ...settings } = processSettings;

test('reload makes the running gateway read .env again; settings of it that have no effect cause warnings', async (t) => {
  const folder = temporaryFolder(t);
  const envFile = join(folder, '.env');
  writeFileSync(envFile, 'BURST_PER_KEY=1\nBURST_PER_KY=5\n');
  const gateway = new GatewayProcess(t, settings, folder);
  const url = await gateway.ready();
  const { key } = await createKey(url);
  assert.deepEqual([await statusWith(url, key), await statusWith(url, key)], [200, 429]);
  const warnings = () => gateway.log.filter(({ level }) => level === 40);
  assert.deepEqual(
    warnings().map(({ names, msg }) => [names, msg]),
    [[['BURST_PER_KY'], '.env contains unknown settings']],
  );

  writeFileSync(envFile, 'BURST_PER_KEY=1000\nBURST_PER_IP=5\n');
  assert.deepEqual(await runCommand(['reload'], { folder }), {
    code: 0,
    stdout: `SIGHUP sent to the gateway ${gateway.pid}\n`,
    stderr: '',
  });
  await until('it has read them', () => gateway.log.some(({ msg }) => msg === 'The settings were read again'));
  assert.equal(await statusWith(url, key), 200);
  await until('it is said', () => warnings().length === 2);
  const second = warnings()[1];
  assert.deepEqual(
    [second?.settings, second?.msg],
    [['BURST_PER_IP'], 'The environment of the process wins over .env'],
  );

  // Invalid settings are reported, and the gateway is left alone.
  writeFileSync(envFile, 'BURST_PER_KEY=many\n');
  const { code, stdout, stderr } = await runCommand(['reload'], { folder });
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(stderr, /^textmill: BURST_PER_KEY is "many", but it takes an integer from 0 to \d+\n$/);
  gateway.kill('SIGTERM');
  await gateway.ended;
  assert.ok(!gateway.log.some(({ msg }) => msg === 'The settings stay as they are'));
});

test('reload without a running gateway fails', async (t) => {
  const folder = temporaryFolder(t);
  const { code, stdout, stderr } = await runCommand(['reload'], { folder });
  assert.deepEqual([code, stdout, stderr], [3, '', `textmill: No gateway is running on ${join(folder, 'data')}\n`]);
});
