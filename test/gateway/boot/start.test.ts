import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, type TestContext, test } from 'node:test';
import { copyProject, type ProjectCopy, programEnvironment } from '../../support/project-copy.js';

/** Tells its process, and ends on SIGTERM with a status that nobody else would give. */
const gateway = `
  import { loudness } from '../engine/tools/case/loud.js';
  process.on('SIGTERM', () => process.exit(loudness));
  console.log(process.pid);
  setInterval(() => undefined, 1000);
`;
const sources = {
  'gateway/main.ts': gateway,
  'engine/tools/case/loud.ts': 'export const loudness: number = 42;\n',
  'engine/tools/case/quiet.ts': 'export const quiet = 1;\n',
  'gateway/store/migrations/001-keys.sql': 'CREATE TABLE keys (id TEXT);\n',
  'data/list.json': '["utm_source"]\n',
};

function projectWithGateway(t: TestContext): ProjectCopy {
  const copy = copyProject(t, { installed: true });
  copy.write(sources);
  return copy;
}

/** Starts a program, waits for the first line it prints, and ends what is left of it after the test. */
async function startProgram(
  t: TestContext,
  copy: ProjectCopy,
  command: string,
  args: readonly string[],
): Promise<{ child: ChildProcess; pid: number }> {
  const child = spawn(command, args, {
    cwd: copy.directory,
    env: programEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  for await (const line of createInterface(child.stdout)) {
    if (!/^\d+$/.test(line)) continue;
    const pid = Number(line);
    t.after(() => {
      if (isRunning(pid)) process.kill(pid, 'SIGKILL');
    });
    return { child, pid };
  }
  throw new Error(`${command} ended without a line`);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('build', () => {
  test('compiles the code, and copies what lies beside it', async (t) => {
    const copy = projectWithGateway(t);
    const { status, stderr } = await copy.node('gateway/boot/build.mjs');
    assert.deepEqual({ status, stderr }, { status: 0, stderr: 'textmill: building\n' });
    const read = (path: string) => readFileSync(join(copy.directory, 'dist', path), 'utf8');
    assert.match(read('engine/tools/case/loud.js'), /^export const loudness = 42;$/m);
    assert.equal(read('gateway/store/migrations/001-keys.sql'), sources['gateway/store/migrations/001-keys.sql']);
    assert.deepEqual(JSON.parse(read('data/list.json')), ['utm_source']);
    assert.equal(existsSync(join(copy.directory, 'dist/gateway/boot')), false);
  });

  test('does nothing when nothing has changed', async (t) => {
    const copy = projectWithGateway(t);
    await copy.node('gateway/boot/build.mjs');
    const { status, stderr } = await copy.node('gateway/boot/build.mjs');
    assert.deepEqual({ status, stderr }, { status: 0, stderr: '' });
  });

  test('leaves nothing of a source that is gone', async (t) => {
    const copy = projectWithGateway(t);
    await copy.node('gateway/boot/build.mjs');
    rmSync(join(copy.directory, 'engine/tools/case/quiet.ts'));
    await copy.node('gateway/boot/build.mjs');
    assert.equal(existsSync(join(copy.directory, 'dist/engine/tools/case/quiet.js')), false);
    assert.equal(existsSync(join(copy.directory, 'dist/engine/tools/case/loud.js')), true);
  });

  test('builds again when a file of dist was removed or added', async (t) => {
    const copy = projectWithGateway(t);
    await copy.node('gateway/boot/build.mjs');
    rmSync(join(copy.directory, 'dist/gateway/main.js'));
    assert.equal((await copy.node('gateway/boot/build.mjs')).stderr, 'textmill: building\n');
    copy.write({ 'dist/engine/tools/case/stray.js': '' });
    assert.equal((await copy.node('gateway/boot/build.mjs')).stderr, 'textmill: building\n');
    assert.equal(existsSync(join(copy.directory, 'dist/engine/tools/case/stray.js')), false);
  });

  test('shows the errors of the compiler, fails, and keeps the build before it', async (t) => {
    const copy = projectWithGateway(t);
    await copy.node('gateway/boot/build.mjs');
    copy.write({ 'engine/tools/case/loud.ts': "export const loudness: number = 'x';\n" });
    const { status, stderr } = await copy.node('gateway/boot/build.mjs');
    assert.equal(status, 1);
    assert.match(stderr, /loud\.ts\(1,14\): error TS2322/);
    assert.match(stderr, /^textmill: The build failed; what the compiler said stands above\.$/m);
    assert.equal(existsSync(join(copy.directory, 'dist/gateway/main.js')), true);
  });

  test('two at the same time both succeed', async (t) => {
    const copy = projectWithGateway(t);
    const outcomes = await Promise.all([1, 2].map(() => copy.node('gateway/boot/build.mjs')));
    assert.deepEqual(
      outcomes.map(({ status, stderr }) => ({ status, stderr })),
      outcomes.map(() => ({ status: 0, stderr: 'textmill: building\n' })),
    );
    assert.equal((await copy.node('gateway/boot/build.mjs')).stderr, '');
  });
});

describe('start', () => {
  test('builds, and runs the gateway in its own process: a signal reaches it', async (t) => {
    const { child, pid } = await startProgram(t, projectWithGateway(t), process.execPath, ['gateway/boot/start.mjs']);
    assert.equal(pid, child.pid);
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [42, null]);
  });

  test('a signal to npm start reaches it too: no shell stays in between', async (t) => {
    const { child, pid } = await startProgram(t, projectWithGateway(t), 'npm', ['start']);
    assert.notEqual(pid, child.pid);
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [42, null]);
    assert.equal(isRunning(pid), false);
  });
});
