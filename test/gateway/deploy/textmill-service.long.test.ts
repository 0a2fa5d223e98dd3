import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sendRequest } from '../../support/gateway.js';
import { createKey, processSettings, SupervisedGateway, until } from '../../support/gateway-process.js';
import { untilReadyMembers } from '../../support/gateways.js';
import { metric, metricsOf } from '../../support/metrics.js';
import { runProgram } from '../../support/program.js';
import { programPath } from '../../support/program-path.js';
import { longestStopMs } from '../../support/stop-time.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const unitFile = fileURLToPath(new URL('../../../gateway/deploy/textmill.service', import.meta.url));
const project = fileURLToPath(new URL('../../../', import.meta.url));
const unit = readFileSync(unitFile, 'utf8');
const analyze = programPath('systemd-analyze');
const skip = analyze === undefined && 'systemd-analyze is not installed';

/** Returns the values of a directive in the unit, in order. */
function directives(name: string): string[] {
  return unit
    .split('\n')
    .filter((line) => line.startsWith(`${name}=`))
    .map((line) => line.slice(name.length + 1));
}

/** Returns the system calls of a name or a set such as `@system-service`, from systemd's list. */
function systemCalls(name: string): string[] {
  if (!name.startsWith('@')) return [name];
  return execFileSync(analyze ?? '', ['syscall-filter', '--no-pager', name], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => /^ {4}[@\w]/.test(line))
    .flatMap((line) => systemCalls(line.trim()));
}

/** Returns the system calls that SystemCallFilter allows: its lines add, or remove with a ~. */
function allowedCalls(): string[] {
  const allowed = new Set<string>();
  for (const line of directives('SystemCallFilter')) {
    for (const call of line.replace('~', '').split(' ').flatMap(systemCalls)) {
      if (line.startsWith('~')) allowed.delete(call);
      else allowed.add(call);
    }
  }
  return [...allowed];
}

describe('textmill.service', { skip }, () => {
  test('systemd accepts every line of it', async (t) => {
    const file = join(temporaryFolder(t), 'textmill.service');
    const command = [process.execPath, unitFile].map((path) => path.replaceAll(' ', '\\x20')).join(' ');
    const here = unit
      .replace(/^ExecStart=.*$/m, () => `ExecStart=${command}`)
      // The user and the manual of the operator's machine do not exist here.
      .replace(/^(User|Group|Documentation)=.*$/gm, '');
    assert.ok(here.includes('ExecStart=/') && !/^ExecStart=.opt/m.test(here));
    writeFileSync(file, here);
    const { status, stdout, stderr } = await runProgram(analyze ?? '', ['verify', '--man=no', file]);
    // It may report other units of the machine.
    const remarks = (stdout + stderr).split('\n').filter((line) => line.includes('textmill.service'));
    assert.deepEqual([status, remarks], [0, []]);
  });

  test('its exposure score is at most 1.3 of 10', async () => {
    const options = ['security', '--offline=true', '--no-pager', '--threshold=13', unitFile];
    const { status, stdout } = await runProgram(analyze ?? '', options);
    assert.equal(status, 0, stdout.replaceAll(/^✓.*\n/gm, ''));
  });

  test('it writes no core file, which would contain keys and texts', () => {
    assert.deepEqual(directives('LimitCORE'), ['0']);
  });

  test('it starts the file of the build, and its stop timeout is long enough for the gateway', () => {
    assert.deepEqual(directives('ExecStart'), ['/opt/textmill/dist/current/textmill serve']);
    assert.deepEqual(directives('ExecReload'), ['/bin/kill -HUP $MAINPID']);
    assert.ok(Number(directives('TimeoutStopSec')[0]) * 1_000 > longestStopMs + 1_000, `${longestStopMs} ms`);
  });

  const canFilter =
    programPath('python3') !== undefined &&
    spawnSync('python3', ['-c', 'import ctypes; ctypes.CDLL("libseccomp.so.2")']).status === 0;
  test('several gateways work and reload, with threads of lower priority, under the restrictions of the unit', {
    skip: !canFilter && 'python3 or libseccomp2 is not installed',
  }, async (t) => {
    const folder = temporaryFolder(t);
    const spec = { calls: allowedCalls(), families: directives('RestrictAddressFamilies').join(' ').split(' ') };
    const python = programPath('python3') ?? '';
    const filter = [python, join(project, 'test/support/confined.py'), JSON.stringify(spec)];
    const settings = { ...processSettings, DATA_DIR: join(folder, 'data'), GATEWAYS: '2', WORKER_THREADS: '2' };
    const gateway = new SupervisedGateway(t, settings, folder, { launcher: [...walls(folder), ...filter] });
    const url = await gateway.ready();
    const members = await untilReadyMembers(url, 2);
    const { key } = await createKey(url);
    const run = (input: string) =>
      sendRequest(`${url}/v1/run`, 'POST', { key, body: { input, steps: ['upper-case'] } });
    assert.equal((await run('a')).status, 200);
    assert.equal((await run('a'.repeat(400_000))).status, 200);
    assert.ok(metric(await metricsOf(url), 'process_open_fds') > 10);
    for (const { pid } of members) {
      const priorities = readdirSync(`/proc/${pid}/task`).map((thread) => niceness(pid, thread));
      assert.ok(priorities.includes(constants.priority.PRIORITY_BELOW_NORMAL), `${priorities}`);
      assert.equal(niceness(pid, String(pid)), 0);
    }
    // ExecReload, with a setting that needs a restart, so that each gateway says that it has read the file.
    writeFileSync(join(folder, '.env'), 'MAX_QUEUE=7\n');
    gateway.kill('SIGHUP');
    await until('both gateways have read their settings again', () => {
      const lines = gateway.log.filter(({ settings }) => Array.isArray(settings) && settings.includes('MAX_QUEUE'));
      return new Set(lines.map((line) => line.gateway)).size === 2;
    });
    gateway.kill('SIGTERM');
    assert.equal((await gateway.ended).status, 0);
  });
});

/**
 * Returns a launcher that runs a command with a file system that is writable in one folder only, with a /proc of
 * processes only, and without capabilities. It needs root.
 */
function walls(writable: string): readonly string[] {
  const script = [
    'set -e',
    `mount --bind "$0" "$0"`,
    'mount -o remount,bind,ro /',
    'mount -t proc -o subset=pid,hidepid=invisible proc /proc',
    'exec setpriv --bounding-set=-all --inh-caps=-all --no-new-privs "$@"',
  ].join('\n');
  const command = ['unshare', '--mount', 'sh', '-c', script, writable];
  const [program = '', ...args] = [...command, 'true'];
  return spawnSync(program, args).status === 0 ? command : [];
}

/** Field 19 of the thread's state (proc_pid_stat(5)), counted after the name, which may contain any character. */
function niceness(pid: number, thread: string): number {
  const state = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8');
  return Number(state.slice(state.lastIndexOf(')') + 2).split(' ')[16]);
}
