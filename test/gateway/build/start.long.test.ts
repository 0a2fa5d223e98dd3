import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { linkSync, realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, type TestContext, test } from 'node:test';
import { programEnvironment, runProgram } from '../../support/program.js';
import { copyProject, leastSources, type ProjectCopy } from '../../support/project-copy.js';

/** Prints its process id, and exits on SIGTERM with a distinctive status. */
const gateway = `
  process.on('SIGTERM', () => process.exit(42));
  console.log(process.pid);
  setInterval((): void => undefined, 1000);
`;

function projectWithGateway(t: TestContext, main = gateway): ProjectCopy {
  const copy = copyProject(t, { installed: true });
  copy.write({ 'gateway/server/main.ts': main, ...leastSources });
  return copy;
}

/** Starts a program, waits for its first line of output, and kills what is left of it after the test. */
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

describe('start', () => {
  test('builds, and runs the gateway in its own process: a signal reaches it', async (t) => {
    const { child, pid } = await startProgram(t, projectWithGateway(t), process.execPath, ['gateway/build/start.mjs']);
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

  test('runs the gateway from a release, under its Node.js or the one in TEXTMILL_NODE', async (t) => {
    const copy = projectWithGateway(t, 'console.log(JSON.stringify([process.execPath, import.meta.filename]));\n');
    const other = join(copy.directory, 'another node');
    linkSync(process.execPath, other);
    const start = async (node: string | undefined): Promise<string[]> => {
      const options = { cwd: copy.directory, environment: { TEXTMILL_NODE: node } };
      const { status, stdout, stderr } = await runProgram(
        'sh',
        ['gateway/build/node.sh', 'gateway/build/start.mjs'],
        options,
      );
      assert.equal(status, 0, stderr);
      return (JSON.parse(stdout) as string[]).map((path) => relative(realpathSync(copy.directory), path));
    };
    const [node = '', main = ''] = await start(undefined);
    assert.match(main, /^dist\/[\da-f]{12}-\d+\/main\.mjs$/);
    assert.match(node, /^dist\/[\da-f]{12}-\d+\/bin\/node$/);
    assert.deepEqual(await start(other), ['another node', main]);
  });
});
