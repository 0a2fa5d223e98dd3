import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { sendRequest } from '../support/gateway.js';
import { GatewayProcess, processSettings as settings } from '../support/gateway-process.js';
import { temporaryFolder } from '../support/temporary-folder.js';

describe('a start that must fail', () => {
  test('reports every invalid setting on a separate line, exits with 1, and changes nothing', async (t) => {
    const folder = temporaryFolder(t);
    const bad = { ...settings, PORT: '80000', DAILY_QUOTA: '-1', ADMIN_TOKEN: 'short secret', FREE_TIER: 'yes' };
    const { status, stdout, stderr } = await new GatewayProcess(t, bad, folder).ended;
    assert.deepEqual([status, stdout], [1, '']);
    const [port, token, quota, free, ...rest] = stderr.split('\n');
    assert.equal(port, 'textmill: PORT is "80000", but it takes an integer from 0 to 65535');
    assert.match(token ?? '', /^textmill: ADMIN_TOKEN is a value of 12 characters, but it takes /);
    assert.equal(quota, 'textmill: DAILY_QUOTA is "-1", but it takes an integer from 0 to 1000000000');
    assert.equal(free, 'textmill: FREE_TIER is "yes", but it takes true or false');
    assert.deepEqual(rest, ['']);
    assert.equal(existsSync(join(folder, 'data')), false);
  });

  test('reads .env; variables of the environment win', async (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, '.env'), 'PORT=80000\nMAX_QUEUE=many\n');
    const { status, stderr } = await new GatewayProcess(t, settings, folder).ended;
    assert.deepEqual(
      [status, stderr],
      [1, 'textmill: MAX_QUEUE is "many", but it takes an integer from 1 to 100000\n'],
    );
  });

  test('a port in use is named, and the other instance is not affected', async (t) => {
    const first = new GatewayProcess(t, settings);
    const url = await first.ready();
    const { port } = new URL(url);
    const { status, stdout, stderr } = await new GatewayProcess(t, { ...settings, PORT: port }).ended;
    assert.deepEqual([status, stdout], [1, '']);
    assert.equal(
      stderr,
      `textmill: Cannot listen on 127.0.0.1 port ${port} (EADDRINUSE): the port is in use by another process; ` +
        'stop that process, or set PORT to a free port\n',
    );
    for (let i = 0; i < 20; i++) assert.equal((await sendRequest(`${url}/healthz`, 'GET', {})).status, 200);
  });

  test('a folder that is a file, or a file that is no database, is reported in one sentence', async (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, 'file'), '');
    writeFileSync(
      join(folder, 'textmill.sqlite'),
      'this is no database, and it is long enough to be looked at'.repeat(99),
    );
    for (const dataDir of ['file', '.']) {
      const { status, stderr } = await new GatewayProcess(t, { ...settings, DATA_DIR: dataDir }, folder).ended;
      assert.equal(status, 1, dataDir);
      assert.match(stderr, /^textmill: [^\n]+\n$/, dataDir);
    }
  });
});

test('the first start creates the folder and prints the startup banner; the second finds everything as it was', async (t) => {
  const folder = temporaryFolder(t);
  const { ADMIN_TOKEN: _, ...own } = settings;
  const first = new GatewayProcess(t, own, folder);
  const url = await first.ready();
  first.kill('SIGINT');
  const greeted = await first.ended;
  assert.equal(greeted.status, 0);
  assert.ok(greeted.stderr.includes(`Textmill is listening on ${url}\n`));
  assertOnlyLog(greeted.stdout);
  const tokenFile = join(folder, 'data/admin-token');
  const token = readFileSync(tokenFile, 'utf8');
  assert.match(token, /^[\w-]{43}\n$/);
  assert.equal(
    greeted.stderr.includes(token.trim()),
    false,
    'the banner says where the token is stored, not what it is',
  );
  assert.equal(statSync(tokenFile).mode & 0o777, 0o600);
  assert.equal(statSync(join(folder, 'data')).mode & 0o777, 0o700);

  const second = new GatewayProcess(t, own, folder);
  await second.ready();
  second.kill('SIGINT');
  const { status, stdout, stderr } = await second.ended;
  assert.deepEqual([status, stderr], [0, '']);
  assertOnlyLog(stdout);
  assert.equal(readFileSync(tokenFile, 'utf8'), token);
});

/** Every line of the log is JSON, from the first one on. */
function assertOnlyLog(stdout: string): void {
  for (const line of stdout.trim().split('\n')) assert.equal(typeof JSON.parse(line).msg, 'string', line);
}
