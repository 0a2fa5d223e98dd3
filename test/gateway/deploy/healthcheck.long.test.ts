import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../support/free-port.js';
import { overEachServer, startTestGateway } from '../../support/gateway.js';
import { runProgram } from '../../support/program.js';
import { programPath } from '../../support/program-path.js';
import { makeCertificate } from '../../support/reverse-proxy.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const script = fileURLToPath(new URL('../../../gateway/deploy/healthcheck.sh', import.meta.url));
const check = (cwd: string, environment: NodeJS.ProcessEnv) =>
  runProgram('bash', [script], { cwd, environment: { HOST: '', PORT: '', ...environment } });

// The script reads the bytes of the response itself.
overEachServer((start) => {
  test('a ready gateway is healthy, with settings from the environment and from .env; a draining one is not', async (t) => {
    const { gateway, port } = await start(t);
    const folder = temporaryFolder(t);
    assert.deepEqual(await check(folder, { PORT: String(port) }), { status: 0, stdout: '', stderr: '' });
    for (const line of [`PORT=${port}`, `export PORT = "${port}"  # the port`, `PORT=1\nPORT='${port}'`]) {
      writeFileSync(join(folder, '.env'), `HOST=0.0.0.0\n${line}\n`);
      assert.deepEqual(await check(folder, {}), { status: 0, stdout: '', stderr: '' }, line);
    }
    gateway.announceStop();
    const { status, stderr } = await check(temporaryFolder(t), { PORT: String(port) });
    assert.deepEqual(
      [status, stderr],
      [1, `textmill: http://127.0.0.1:${port}/readyz is not ready: HTTP/1.1 503 Service Unavailable\n`],
    );
  });
});

test('a ready gateway over HTTPS is healthy, whatever name its certificate has; a draining one is not', {
  skip: programPath('openssl') === undefined && 'openssl is not installed',
}, async (t) => {
  const folder = temporaryFolder(t);
  makeCertificate(folder);
  const settings = { TLS_CERT_FILE: join(folder, 'certificate.pem'), TLS_KEY_FILE: join(folder, 'key.pem') };
  const { gateway } = await startTestGateway(t, { settings });
  const result = await check(folder, { PORT: String(gateway.port), ...settings });
  assert.deepEqual(result, { status: 0, stdout: '', stderr: '' });
  gateway.announceStop();
  const { status, stderr } = await check(folder, { PORT: String(gateway.port), ...settings });
  assert.deepEqual(
    [status, stderr],
    [1, `textmill: https://127.0.0.1:${gateway.port}/readyz is not ready: status 503\n`],
  );
});

test('a port without a listener is unhealthy', async (t) => {
  const { status, stderr } = await check(temporaryFolder(t), { PORT: String(await freePort()) });
  assert.equal(status, 1);
  assert.match(stderr, /^textmill: http:\/\/127\.0\.0\.1:\d+\/readyz is not ready: no connection\n$/m);
});
