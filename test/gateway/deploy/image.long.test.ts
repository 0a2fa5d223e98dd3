import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { freePort } from '../../support/free-port.js';
import { adminToken, sendRequest, withoutUws } from '../../support/gateway.js';
import { createKey, until, untilReady } from '../../support/gateway-process.js';
import { makeImage } from '../../support/image.js';
import { programEnvironment, runProgram } from '../../support/program.js';
import { assertServesExamples } from '../../support/served-examples.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

// Docker is not available here. The test builds and starts the image's contents as the Dockerfile says.
describe('the image of the Dockerfile', async () => {
  const image = await makeImage(temporaryFolder({ after }));
  const port = await freePort();
  const environment = programEnvironment({
    ...image.environment,
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: join(image.root, image.environment.DATA_DIR ?? ''),
    ADMIN_TOKEN: adminToken,
    BURST_PER_IP: '0',
    BURST_PER_KEY: '0',
  });
  const [program = '', ...args] = image.start;
  const container = spawn(program, args, { cwd: image.workingFolder, env: environment, stdio: 'ignore' });
  after(() => container.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}`;
  const isHealthy = async () => {
    const [command = '', ...rest] = image.healthCheck;
    return (await runProgram(command, rest, { cwd: image.workingFolder, environment })).status === 0;
  };

  test('contains exactly what it needs to run', () => {
    const files = readdirSync(join(image.root, 'opt/textmill'));
    assert.ok(files.includes('main.mjs') && files.includes('THIRD-PARTY-NOTICES.txt'));
    for (const name of ['node_modules', 'package-lock.json', 'workers']) assert.ok(!files.includes(name), name);
    const native = readdirSync(join(image.root, 'opt/textmill/native'));
    assert.deepEqual(native.sort(), ['better_sqlite3.node', ...(withoutUws === false ? ['uws.node'] : [])]);
    assert.deepEqual(readdirSync(image.workingFolder), []);
  });

  test('is healthy as soon as it is ready', async () => {
    await until('the gateway listens', async () => {
      assert.equal(container.exitCode, null, 'the gateway ended');
      return sendRequest(`${url}/healthz`, 'GET', {}).then(
        () => true,
        () => false,
      );
    });
    await untilReady(url);
    assert.ok(await isHealthy());
  });

  test('has the packages of every tool', async () => {
    const { key } = await createKey(url);
    await assertServesExamples(url, key);
  });

  test('stores its database in the volume', () => {
    assert.ok(existsSync(join(image.root, 'data/textmill.sqlite')));
  });

  test('has the command line, for docker exec', async () => {
    const program = join(image.root, 'usr/local/bin/textmill');
    const { status, stdout, stderr } = await runProgram(program, ['keys', 'list', '--json'], {
      cwd: image.workingFolder,
      environment,
    });
    assert.equal(status, 0, stderr);
    assert.equal((JSON.parse(stdout) as { keys: unknown[] }).keys.length, 1);
  });

  test('stops on the signal of docker stop, and becomes unhealthy', async () => {
    const ended = once(container, 'exit');
    container.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
    assert.ok(!(await isHealthy()));
  });
});
