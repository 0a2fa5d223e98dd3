import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { freePort } from '../support/free-port.js';
import { sendRequest } from '../support/gateway.js';
import { createKey, processSettings, statusWith, until, untilReady } from '../support/gateway-process.js';
import { metric, metricsOf } from '../support/metrics.js';
import { releasedEntry } from '../support/own-release.js';
import { runProgram, unlessInstalled } from '../support/program.js';
import { referencesFired, referenceTimer, startReferenceTimer } from '../support/reference-timer.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** What a process may take to stop, in milliseconds, by the clock of its own event loop. */
const stopLimitMs = 10_000;
/** What an operator starts, and the process below it that serves. */
const programs = (['main', 'gateway-process'] as const).map((name) => ({
  name,
  program: [process.execPath, '--import', referenceTimer(stopLimitMs), releasedEntry(name)],
}));

/** A gateway that is ready. @param stdout - where its log goes. */
async function started(t: TestContext, program: readonly string[], stdout: 'pipe' | number) {
  const port = await freePort();
  const folder = temporaryFolder(t);
  const child = spawn(program[0] ?? '', program.slice(1), {
    cwd: folder,
    env: { PATH: process.env.PATH, ...processSettings, PORT: String(port) },
    stdio: ['ignore', stdout, 'ignore'],
  });
  t.after(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  await until(
    'the port is taken',
    () =>
      sendRequest(`${url}/healthz`, 'GET', {}).then(
        () => true,
        () => false,
      ),
    120_000,
  );
  await untilReady(url);
  /**
   * Sends SIGTERM. Asserts that the process ends with 0, before a timer on its event loop that began with the signal.
   */
  const stop = async (): Promise<void> => {
    child.kill(startReferenceTimer);
    child.kill('SIGTERM');
    const fired = () => referencesFired(folder, stopLimitMs).length > 0;
    await until('it has ended, or its time is over', () => child.exitCode !== null || fired());
    assert.ok(!fired(), `it stops before a timer of ${stopLimitMs} ms that began with it`);
    assert.deepEqual(await ended, [0, null]);
  };
  return { stop, url };
}

/** Runs a program in a new terminal, and closes the terminal when the program reports that it is ready. */
const inTerminal = `
import os, pty, sys, time
pid, terminal = pty.fork()
if pid == 0: os.execv(sys.argv[1], sys.argv[1:])
said = b''
while b'INFO  ready' not in said: said += os.read(terminal, 4096)
os.kill(pid, 1)
while b'read again' not in said: said += os.read(terminal, 4096)
os.close(terminal)
for _ in range(600):
    ended, status = os.waitpid(pid, os.WNOHANG)
    if ended: sys.exit(0 if os.waitstatus_to_exitcode(status) == -1 else str(status))
    time.sleep(0.1)
os.kill(pid, 9)
sys.exit('it was still running')
`;

for (const { name, program } of programs) {
  describe(`${name}.js`, () => {
    test('a log that cannot be written loses lines, but the service runs and stops', {
      skip: !existsSync('/dev/full') && 'there is no /dev/full',
    }, async (t) => {
      const { stop, url } = await started(t, program, openSync('/dev/full', 'w'));
      const { key } = await createKey(url);
      for (let i = 0; i < 100; i++) assert.equal(await statusWith(url, key), 200);
      assert.ok(metric(await metricsOf(url), 'textmill_log_lines_dropped_total') > 0);
      await stop();
    });

    test('a process whose log nobody reads stops on SIGTERM', async (t) => {
      const { stop, url } = await started(t, program, 'pipe');
      const { key } = await createKey(url);
      // More lines than a pipe holds.
      for (let i = 0; i < 1_000; i++) assert.equal(await statusWith(url, key), 200);
      await stop();
    });

    test('SIGHUP reloads the settings in a terminal, and ends the process once the terminal is closed', {
      skip: unlessInstalled('python3'),
    }, async (t) => {
      const folder = temporaryFolder(t);
      const { status, stderr } = await runProgram('python3', ['-c', inTerminal, ...program], {
        cwd: folder,
        environment: { ...processSettings, DATA_DIR: join(folder, 'data') },
      });
      assert.equal(status, 0, stderr);
    });
  });
}
