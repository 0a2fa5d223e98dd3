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
import { temporaryFolder } from '../../support/temporary-folder.js';

interface ToolDocument {
  readonly slug: string;
  readonly examples: readonly { readonly input: string; readonly config?: object; readonly output: string }[];
}

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
    assert.deepEqual(files.sort(), ['LICENSE', 'dist', 'gateway', 'node_modules', 'package.json']);
    const binaries = readdirSync(join(image.root, 'opt/textmill/node_modules/uWebSockets.js/dist/bin'));
    assert.equal(binaries.length, withoutUws === false ? 1 : 0, 'only the uWebSockets.js binary for this machine');
    assert.ok(!existsSync(join(image.root, 'opt/textmill/node_modules/typescript')));
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
    const { json } = await sendRequest(`${url}/v1/tools`, 'GET', {});
    const { tools } = json as { tools: readonly ToolDocument[] };
    assert.ok(tools.length > 100);
    for (const { slug } of tools) {
      const { json: document } = await sendRequest(`${url}/v1/tools/${slug}`, 'GET', {});
      const [example] = (document as ToolDocument).examples;
      assert.ok(example !== undefined, slug);
      const steps = [{ toolSlug: slug, ...(example.config === undefined ? {} : { config: example.config }) }];
      const answer = await sendRequest(`${url}/v1/run`, 'POST', { key, body: { input: example.input, steps } });
      assert.equal((answer.json as { result: string }).result, example.output, slug);
    }
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
