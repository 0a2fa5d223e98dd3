import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { describe, test } from 'node:test';
import { interleaved } from '#bench/http/rounds.js';
import { bareNode, type Contestant, withServers } from '#bench/http/servers.js';
import { until } from '../../support/gateway-process.js';

const typescript = new URL('../../../gateway/build/typescript.mjs', import.meta.url).href;
const servers = new URL('../../../bench/http/servers.ts', import.meta.url).href;

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('contestants are measured in turn, and each has its own values', async () => {
  const order: string[] = [];
  const values = await interleaved(['a', 'b', 'c'], 2, async (thing, round) => {
    order.push(thing);
    return round;
  });
  assert.equal(order.join(''), 'abcabc');
  assert.deepEqual(
    [...values],
    [
      ['a', [0, 1]],
      ['b', [0, 1]],
      ['c', [0, 1]],
    ],
  );
});

describe('servers are stopped', () => {
  test('when the work is done', async () => {
    const pid = await withServers([bareNode], async (started) => started.get(bareNode)?.process.pid ?? 0);
    assert.equal(isRunning(pid), false);
  });

  test('when the work fails, or another server does not start', async () => {
    const pids: number[] = [];
    const fail = (): never => {
      throw new Error('failed');
    };
    const note: Contestant = {
      name: 'noted',
      async start() {
        const server = await bareNode.start();
        pids.push(server.process.pid);
        return server;
      },
    };
    await assert.rejects(withServers([note], fail), /^Error: failed$/);
    await assert.rejects(
      withServers([note, { name: 'broken', start: fail }], async () => 0),
      /^Error: failed$/,
    );
    assert.equal(pids.length, 2);
    for (const pid of pids) assert.equal(isRunning(pid), false);
  });

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGKILL'] as const) {
    test(`when the bench is ended by ${signal}`, async (t) => {
      const script = `const { bareNode } = await import(${JSON.stringify(servers)});
        const { process: server } = await bareNode.start();
        process.stdout.write(String(server.pid));
        setInterval(() => {}, 1_000);`;
      const args = ['--import', typescript, '--input-type=module', '--eval', script];
      const bench = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      t.after(() => bench.kill('SIGKILL'));
      const [said] = (await once(bench.stdout, 'data')) as [Buffer];
      const pid = Number(said);
      assert.equal(isRunning(pid), true);
      bench.kill(signal);
      await until('the server ends', () => !isRunning(pid) || isZombie(pid));
    });
  }
});

/** Whether a process is a zombie: in a container without an init, its new parent does not wait for it. */
function isZombie(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && !existsSync(`/proc/${pid}/exe`);
}
