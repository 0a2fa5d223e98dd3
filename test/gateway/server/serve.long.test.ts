import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GatewayProcess, processSettings, SupervisedGateway, until } from '../../support/gateway-process.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

/** Returns a module to preload with this source. */
const moduleOf = (source: string) => `data:text/javascript,${encodeURIComponent(source)}`;

const withoutNames = moduleOf(`
  import dns from 'node:dns/promises'; import { syncBuiltinESMExports } from 'node:module';
  dns.lookup = async () => { throw new Error('getaddrinfo EAI_AGAIN'); };
  syncBuiltinESMExports();`);

/** The handlers of signals are the last that a start sets up. */
const withoutSignals = moduleOf(`
  const { on } = process;
  process.on = (name, ...others) => {
    if (name === 'SIGTERM') throw new Error('no more handlers');
    return on.call(process, name, ...others);
  };`);

/** The database in the data folder is closed, and then says that it could not be. */
const withFailingClose = moduleOf(`
  import { readdirSync } from 'node:fs';
  import { createRequire } from 'node:module';
  import { dirname } from 'node:path';
  import { isMainThread } from 'node:worker_threads';
  const [name] = readdirSync(dirname(process.argv[1]) + '/native').filter((file) => file.startsWith('better_sqlite3'));
  const { Database } = createRequire(process.argv[1])('./native/' + name);
  const { close } = Database.prototype;
  if (isMainThread) Database.prototype.close = function () {
    close.call(this);
    if (this.name.endsWith('textmill.sqlite')) throw new Error('disk I/O error');
    return this;
  };`);

test('a gateway whose HOST cannot be looked up after it listens serves and stops as usual', async (t) => {
  const settings = { ...processSettings, HOST: 'localhost' };
  const gateway = new GatewayProcess(t, settings, undefined, { preloaded: [withoutNames] });
  await until('it is ready', () => gateway.log.some(({ msg }) => msg === 'ready'));
  gateway.kill('SIGINT');
  const { status, stdout } = await gateway.ended;
  assert.equal(status, 0);
  assert.match(stdout, /"msg":"stopped"/);
});

// Several at once: threads that still load are ended, each at another point.
test('gateways whose start fails after they listen stop, and end with the error', async (t) => {
  const folders = Array.from({ length: 8 }, () => temporaryFolder(t));
  const ends = folders.map(async (folder) => {
    const gateway = new GatewayProcess(t, processSettings, folder, { preloaded: [withoutSignals] });
    const { status, stderr } = await gateway.ended;
    assert.deepEqual(
      [status, stderr.split('\n').filter((line) => line.startsWith('textmill:'))],
      [1, ['textmill: no more handlers']],
    );
  });
  await Promise.all(ends);
  await new GatewayProcess(t, processSettings, folders[0]).ready();
});

test('a gateway that cannot stop cleanly logs why, and ends with status 1', async (t) => {
  const gateway = new GatewayProcess(t, processSettings, undefined, { preloaded: [withFailingClose] });
  await gateway.ready();
  gateway.kill('SIGINT');
  const { status, stderr } = await gateway.ended;
  const last = gateway.log.at(-1);
  assert.deepEqual([status, last?.msg], [1, 'Stopped, but not cleanly']);
  assert.match(JSON.stringify(last), /disk I\/O error/);
  // Stacks name the sources of the release, and not its files.
  assert.match(JSON.stringify(last), /\(gateway\/server\/keys\.ts:\d+:\d+\)/);
  assert.doesNotMatch(JSON.stringify(last), /\.mjs:\d/);
  assert.doesNotMatch(stderr, /disk I\/O error/, 'nor by an exception that nobody handles');
});

test('a gateway that cannot hand over cleanly logs why, and the next one serves', async (t) => {
  const service = new SupervisedGateway(t, processSettings, undefined, { preloaded: [withFailingClose] });
  await service.ready();
  service.kill('SIGUSR2');
  const said = (text: string) => service.log.filter(({ msg }) => msg === text).length;
  await until('another process serves', () => said('ready') === 2);
  assert.deepEqual([said('handing over: another process is prepared'), said('Stopped, but not cleanly')], [1, 1]);
});
