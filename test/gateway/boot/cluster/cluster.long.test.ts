import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, readdirSync, readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { build } from '../../../../gateway/boot/build.mjs';
import { programPath } from '../../../../gateway/boot/program-path.mjs';
import { cleanUpAfter } from '../../../support/cleanup.js';
import { isRunning, until } from '../../../support/gateway-process.js';
import { project } from '../../../support/pages.js';
import { withoutPostgres } from '../../../support/postgres.js';
import { programEnvironment, runProgram } from '../../../support/program.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const script = ['sh', 'gateway/boot/node.sh', 'gateway/boot/cluster/cluster.mjs'];
const nobody = 'nobody';

interface User {
  readonly uid: number;
  readonly gid: number;
}

/** Returns the processes that work in a folder. */
function processesIn(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`).startsWith(`${folder}/`);
      } catch {
        return false;
      }
    });
}

/** `npm run cluster`, in a process group of its own, as in a terminal. */
class Cluster {
  readonly #child: ChildProcess;
  readonly ended: Promise<unknown[]>;
  /** Where it makes its own folder. */
  readonly folder: string;
  stdout = '';
  stderr = '';

  constructor(t: TestContext, [command = '', ...args]: readonly string[], user?: User) {
    this.folder = join(temporaryFolder(t), "it's a folder");
    mkdirSync(this.folder);
    // The user of PostgreSQL, or the other user, has to get there.
    chmodSync(dirname(this.folder), 0o711);
    if (user !== undefined) chownSync(this.folder, user.uid, user.gid);
    const environment = { TMPDIR: this.folder, HOME: this.folder, BURST_PER_IP: '0', BURST_PER_KEY: '0' };
    const options = { cwd: project, env: programEnvironment(environment), detached: true, ...user };
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    child.stdout.on('data', (text) => {
      this.stdout += String(text);
    });
    child.stderr.on('data', (text) => {
      this.stderr += String(text);
    });
    this.ended = once(child, 'close');
    cleanUpAfter(t, () => {
      for (const pid of processesIn(this.folder)) process.kill(pid, 'SIGKILL');
      if (child.exitCode === null && child.signalCode === null) this.signal('SIGKILL');
    });
  }

  /** Signals the whole group, as a terminal does. */
  signal(name: NodeJS.Signals): void {
    const { pid } = this.#child;
    assert.ok(pid !== undefined);
    process.kill(-pid, name);
  }

  /** Waits until it has written something. */
  async untilWritten(text: string): Promise<void> {
    await until(
      `it writes ${text}`,
      () => {
        assert.equal(this.#child.exitCode, null, this.stderr);
        return (this.stdout + this.stderr).includes(text);
      },
      180_000,
    );
  }

  /** The line of the page that begins so, without its indentation. */
  line(start: string): string {
    const found = this.stdout.split('\n').find((line) => line.startsWith(`  ${start}`));
    assert.ok(found !== undefined, `no line ${start} in ${this.stdout}`);
    return found.trim();
  }

  /** Ends it by a signal, and expects that nothing is left. */
  async end(name: NodeJS.Signals): Promise<void> {
    const processes = processesIn(this.folder);
    this.signal(name);
    assert.deepEqual(await this.ended, [0, null], this.stderr);
    await until('all its processes have ended', () => !processes.some(isRunning));
    assert.deepEqual(processesIn(this.folder), []);
    assert.deepEqual(
      readdirSync(this.folder).filter((entry) => entry.startsWith('textmill-')),
      [],
    );
  }
}

describe('npm run cluster', { skip: withoutPostgres || (process.platform !== 'linux' && 'needs /proc') }, () => {
  test('three gateways behind HAProxy do what its page says, and Ctrl-C leaves nothing behind', {
    skip: programPath('haproxy') === undefined && 'haproxy is not installed',
  }, async (t) => {
    const cluster = new Cluster(t, ['npm', 'run', '--silent', 'cluster']);
    await cluster.untilWritten('See all gateways');
    const paste = async (start: string) => {
      const { status, stdout, stderr } = await runProgram('sh', ['-c', cluster.line(start)]);
      assert.equal(status, 0, stderr);
      return stdout;
    };
    const send = () => paste('curl -sS -i ');

    let sent = 0;
    const answering = new Set<string>();
    await until('every gateway has answered', async () => {
      const response = await send();
      sent++;
      assert.match(response, /^HTTP\/1\.1 200 .*"result":"apple\\npear"/s);
      answering.add(/^x-request-id: (\w+)-/im.exec(response)?.[1] ?? '');
      return answering.size === 3;
    });
    const usage = `curl -sS ${/http:\S+(?=\/v1\/usage)/.exec(cluster.stdout)?.[0]}`;
    await until('all requests count', async () => {
      const { used } = JSON.parse(await paste(usage)) as { readonly used: number };
      return used === sent;
    });

    const killed = cluster.line('kill -9 ').split(' ').at(-1) ?? '';
    await paste('kill -9 ');
    let inARow = 0;
    await until('requests succeed again', async () => {
      inARow = (await send()).startsWith('HTTP/1.1 200 ') ? inARow + 1 : 0;
      return inARow === 10;
    });
    const [, address = ''] = /gateway-2 +http:\/\/(\S+)/.exec(cluster.stdout) ?? [];
    await until('another process has taken its place', async () => {
      const rows = (await paste('(cd ')).split('\n').filter((row) => row.includes(` ${address} `));
      return rows.some((row) => / ready +no$/.test(row) && !row.includes(`${killed} `));
    });
    assert.ok(processesIn(cluster.folder).length > 7);
    await cluster.end('SIGINT');
  });

  test('Ctrl-C while it starts ends what it has started', async (t) => {
    const cluster = new Cluster(t, script);
    await cluster.untilWritten('starting 3 gateways');
    await cluster.end('SIGINT');
    assert.equal(cluster.stdout, '');
  });

  test('an unknown balancer is refused before anything starts', async (t) => {
    const cluster = new Cluster(t, [...script, '--balancer', 'traefik']);
    assert.deepEqual(await cluster.ended, [1, null]);
    assert.match(cluster.stderr, /Usage: npm run cluster -- \[--balancer haproxy\|nginx\|caddy\|none\]/);
    assert.deepEqual(processesIn(cluster.folder), []);
  });

  // Other users cannot read every checkout.
  const canRead = spawnSync('setpriv', [`--reuid=${nobody}`, '--clear-groups', 'test', '-r', join(project, 'dist')]);
  test('works for an ordinary user, and without a balancer', {
    skip:
      process.getuid?.() !== 0
        ? 'the other tests have run as one'
        : canRead.status !== 0 && 'no other user can read it',
  }, async (t) => {
    build();
    const id = (flag: string) => Number(execFileSync('id', [flag, nobody], { encoding: 'utf8' }));
    const cluster = new Cluster(t, [...script, '--balancer', 'none'], { uid: id('-u'), gid: id('-g') });
    await cluster.untilWritten('See all gateways');
    assert.ok(cluster.stdout.includes('There is no balancer'));
    const { stdout } = await runProgram('sh', ['-c', cluster.line('curl -sS -i ')]);
    assert.match(stdout, /^HTTP\/1\.1 200 /);
    await cluster.end('SIGTERM');
  });
});
