import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { listFiles } from '../../../gateway/build/sources.mjs';
import { dockerfile, stagesOf } from '../../support/dockerfile.js';
import { freePort } from '../../support/free-port.js';
import { adminToken, sendRequest, withoutUws } from '../../support/gateway.js';
import { createKey, until, untilReady } from '../../support/gateway-process.js';
import { makeImage } from '../../support/image.js';
import { programEnvironment, runProgram, unlessInstalled } from '../../support/program.js';
import { assertServesExamples } from '../../support/served-examples.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const project = fileURLToPath(new URL('../../../', import.meta.url));

/** Runs a program in the image: its file system is the whole one, and only the volume and /tmp can be written. */
const container = `set -e
root=$1 volume=$2 folder=$3; shift 3
mount --bind "$root" "$root"
mount -o remount,ro,bind "$root"
mount -t tmpfs tmpfs "$root/tmp"
mount --bind "$volume" "$root/data"
mount --rbind /proc "$root/proc"
mount --rbind /dev "$root/dev"
exec /usr/sbin/chroot --userspec=1000:1000 "$root" /usr/bin/sh -c 'cd "$0" && exec "$@"' "$folder" "$@"`;
const canMount = spawnSync('unshare', ['--mount', 'true'], { stdio: 'ignore' }).status === 0;

// The stages of the Dockerfile as this machine can carry them out, without an image to begin with.
describe('the image of the Dockerfile', async () => {
  const folder = temporaryFolder({ after });
  const image = await makeImage(folder);
  const volume = canMount ? join(folder, 'volume') : join(image.root, 'data');
  if (canMount) {
    for (const path of [volume, join(image.root, 'proc'), join(image.root, 'dev')]) mkdirSync(path);
    chownSync(volume, 1000, 1000);
  }
  const port = await freePort();
  const environment = programEnvironment({
    ...image.environment,
    HOST: '127.0.0.1',
    PORT: String(port),
    ...(canMount ? {} : { DATA_DIR: volume }),
    ADMIN_TOKEN: adminToken,
    BURST_PER_IP: '0',
    BURST_PER_KEY: '0',
    NODE_EXTRA_CA_CERTS: undefined,
  });
  /** Returns the command and the arguments that run a command of the image. */
  const inImage = (command: readonly string[]): readonly [string, string[]] => {
    if (canMount) {
      return ['unshare', ['--mount', 'sh', '-c', container, 'sh', image.root, volume, image.workingFolder, ...command]];
    }
    const [program = '', ...args] = command.map((word) => (word.startsWith('/') ? join(image.root, word) : word));
    return [program, args];
  };
  const cwd = join(image.root, image.workingFolder);
  const run = (command: readonly string[]) => runProgram(...inImage(command), { cwd, environment });
  const [program, args] = inImage(image.start);
  const gateway = spawn(program, args, { cwd, env: environment, stdio: 'ignore' });
  after(() => gateway.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}`;
  const isHealthy = async () => (await run(image.healthCheck)).status === 0;

  test('contains exactly what it needs to run, of at most 180 MB', (t) => {
    const release = readdirSync(join(image.root, 'opt/textmill'));
    for (const name of ['main.mjs', 'THIRD-PARTY-NOTICES.txt', 'sbom.cdx.json'])
      assert.ok(release.includes(name), name);
    for (const name of ['node_modules', 'package-lock.json', 'workers']) assert.ok(!release.includes(name), name);
    const native = readdirSync(join(image.root, 'opt/textmill/native')).map((name) => /^[a-z]+/.exec(name)?.[0]);
    assert.deepEqual(native.sort(), ['better', ...(withoutUws === false ? ['uws'] : [])]);
    assert.deepEqual(readdirSync(cwd), []);
    // Links to folders are followed.
    const files = listFiles(image.root).filter((path) => !/^(?:proc|dev|data|bin|lib|lib64)\//.test(path));
    const bytes = files.reduce((sum, path) => sum + lstatSync(join(image.root, path)).size, 0);
    t.diagnostic(`${bytes} bytes, ${files.length} files`);
    assert.ok(bytes <= 180e6, `${bytes} bytes`);
    const programs = files.filter((path) => path.startsWith('usr/bin/')).map((path) => path.slice('usr/bin/'.length));
    assert.deepEqual(programs, ['bash', 'cat', 'dirname', 'readlink', 'sh', 'sleep', 'uname']);
  });

  test('is healthy as soon as it is ready', async () => {
    await until('the gateway listens', async () => {
      assert.equal(gateway.exitCode, null, 'the gateway ended');
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

  test('stores its database in the volume, and can write nowhere else', {
    skip: !canMount && 'mounting is not allowed',
  }, async () => {
    assert.ok(existsSync(join(volume, 'textmill.sqlite')));
    for (const path of ['/x', '/etc/textmill/.env', '/opt/textmill/x']) {
      const { status, stderr } = await run(['sh', '-c', `echo a >${path}`]);
      assert.notEqual(status, 0, path);
      assert.match(stderr, /Read-only file system|Permission denied/);
    }
  });

  test('has the command line, for docker exec', async () => {
    const command = canMount ? 'textmill' : '/opt/textmill/textmill';
    const { status, stdout, stderr } = await run([command, 'keys', 'list', '--json']);
    assert.equal(status, 0, stderr);
    assert.equal((JSON.parse(stdout) as { keys: unknown[] }).keys.length, 1);
  });

  test('stops on the signal of docker stop, and becomes unhealthy', async () => {
    const ended = once(gateway, 'exit');
    gateway.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
    assert.ok(!(await isHealthy()));
  });
});

/** Which of the programs that build images without a service is there. */
const builder = ['podman', 'buildah'].find((name) => unlessInstalled(name) === false);

test('podman or buildah builds it', { skip: builder === undefined && 'neither is installed' }, async (t) => {
  const run = (args: readonly string[]) => runProgram(builder ?? '', args, { cwd: project });
  // An image that stands for the one of the Dockerfile where that cannot be pulled.
  const { TEXTMILL_TEST_BASE_IMAGE } = process.env;
  const base = stagesOf(dockerfile)[0]?.base ?? '';
  if (TEXTMILL_TEST_BASE_IMAGE === undefined && (await run(['pull', base])).status !== 0)
    return t.skip('the image that builds cannot be pulled');
  const from = TEXTMILL_TEST_BASE_IMAGE === undefined ? [] : ['--from', TEXTMILL_TEST_BASE_IMAGE];
  const tag = `localhost/textmill-test-${process.pid}`;
  t.after(() => run(['rmi', tag]));
  const file = ['--format', 'docker', '-f', 'gateway/deploy/Dockerfile', '-t', tag];
  const built = await run([builder === 'podman' ? 'build' : 'bud', ...from, ...file, '.']);
  assert.equal(built.status, 0, built.stderr.slice(-2_000));
  const inspected = await run(['inspect', '--type', 'image', tag]);
  const found = JSON.parse(inspected.stdout);
  const config = (Array.isArray(found) ? found[0].Config : found.Docker.config) as Record<string, unknown>;
  assert.deepEqual([config.User, config.Cmd, config.StopSignal], ['1000:1000', ['serve'], 'SIGTERM']);
  const check = config.Healthcheck as { readonly Test: readonly string[] } | undefined;
  // podman keeps it beside the configuration.
  assert.deepEqual(check?.Test ?? found[0].Healthcheck?.Test, [
    'CMD',
    'bash',
    '/opt/textmill/gateway/deploy/healthcheck.sh',
  ]);
});
