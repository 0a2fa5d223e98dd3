import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { version } from '#gateway/core/version.js';
import { type CleanupScope, suiteScope } from '../support/cleanup.js';
import { runCommand } from '../support/command-line.js';
import { freePort } from '../support/free-port.js';
import {
  createKey,
  GatewayProcess,
  type LogLine,
  processSettings,
  SupervisedGateway,
  statusWith,
  until,
} from '../support/gateway-process.js';
import { membersOf, untilReadyMembers } from '../support/gateways.js';
import { metric, metricsOf } from '../support/metrics.js';
import { Releases } from '../support/releases.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** Long, because the machine may be busy with other tests. */
const timeoutMs = 60_000;
const prepared = "process.send({ type: 'prepared', problems: [] });";
const onceToldToServe = (what: string) =>
  `process.on('message', ({ type }) => { if (type === 'serve') { ${what} } }); ${prepared}`;

/** What a process says that accepts connections, and nothing else. */
const listening = (folder: string, more: object = {}): string => {
  const facts = { type: 'listening', logLevel: 'debug', dataDir: join(folder, 'data'), version: 'broken', ...more };
  return `process.send(${JSON.stringify(facts)}); process.on('message', ({ type }) => { if (type === 'hand-over') process.exit(0); });`;
};

const saying = (gateway: SupervisedGateway, msg: string): LogLine[] => gateway.log.filter((line) => line.msg === msg);
const restarted = 'textmill_gateway_restarts_total{reason="requested"}';

/** Starts a supervisor from a folder of releases. */
async function installed(scope: CleanupScope, limits: object = {}, gateways = 1) {
  const folder = temporaryFolder(scope);
  const releases = new Releases(folder);
  releases.add('first');
  releases.install('first');
  const settings = {
    ...processSettings,
    LOG_LEVEL: 'debug',
    PORT: String(await freePort()),
    GATEWAYS: String(gateways),
  };
  const gateway = new SupervisedGateway(scope, settings, folder, { releases, limits });
  const url = await gateway.ready();
  const { key } = await createKey(url);
  return { folder, releases, gateway, url, key, reload: () => runCommand(['reload', '--restart'], { folder }) };
}

/** How long a new process may take to load, to listen and to get ready: several times what a start takes here. */
let allowedMs = 30_000;
const allowed = () => `${allowedMs / 1_000} s`;

/** Waits until one more process of a supervisor listens. @param before - how many had listened. */
const untilListening = (gateway: SupervisedGateway, before: number) =>
  until('it listens', () => saying(gateway, 'listening').length === before + 1, timeoutMs);

test('a requested restart and every later start run the current release; the log names version and release', async (t) => {
  const began = performance.now();
  const { releases, gateway, url, key, reload } = await installed(t);
  allowedMs = 1_000 * Math.ceil(Math.max(10, (3 * (performance.now() - began)) / 1_000));
  releases.add('second');
  releases.install('second');
  const { code, stdout, stderr } = await reload();
  assert.deepEqual([code, stderr], [0, '']);
  await until('its log says so', () => saying(gateway, 'listening').length === 2);
  assert.equal(
    stdout,
    `The gateway was replaced: process ${gateway.gatewayPid} serves (version ${version}, release second)\n`,
  );
  assert.equal(await statusWith(url, key), 200);
  releases.add('third');
  releases.install('third');
  await until('a standby process is ready', () => saying(gateway, 'A standby process is ready').length > 0, timeoutMs);
  process.kill(gateway.gatewayPid, 'SIGKILL');
  await until('it is back', () => saying(gateway, 'listening').length === 3, timeoutMs);
  assert.deepEqual(
    saying(gateway, 'listening').map((line) => [line.version, line.release]),
    ['first', 'second', 'third'].map((id) => [version, id]),
  );
  assert.equal(metric(await metricsOf(url), restarted), 1);

  const result = reload();
  await until('it began', () => saying(gateway, 'A new gateway process is being prepared').length === 2);
  process.kill(gateway.gatewayPid, 'SIGKILL');
  assert.equal((await result).code, 0, 'completes although the gateway dies while the new process loads');
  assert.equal(await statusWith(url, key), 200);
  const metrics = await metricsOf(url);
  assert.deepEqual([metric(metrics, restarted), metric(metrics, restarted.replace('requested', 'SIGKILL'))], [1, 2]);
});

describe('a requested restart by a release with faults', () => {
  const scope = suiteScope();
  let service: Awaited<ReturnType<typeof installed>>;

  /** Each test goes on with the gateway that the one before has left. */
  before(async () => {
    const limits = { longestSilenceMs: allowedMs, longestReadyMs: allowedMs, goodUptimeMs: 0 };
    service = await installed(scope, limits);
  });

  /** Returns to the first release. */
  async function returnToFirst(): Promise<void> {
    const { gateway, releases, url, key, reload } = service;
    releases.install('first');
    assert.equal((await reload()).code, 0);
    assert.equal(await statusWith(url, key), 200);
    assert.equal(gateway.alive, true);
  }

  test('does not affect the gateway if the new process cannot be loaded, and says why', async () => {
    const { releases, gateway, url, key, reload } = service;
    const { gatewayPid } = gateway;
    const failures: readonly (readonly [id: string, program: string, problem: RegExp])[] = [
      ['ends', 'process.exit(3);', /^The new process ended with status 3: the log of the gateway .* says why$/],
      ['says-why', "console.error('textmill: a module is missing'); process.exit(1);", /^a module is missing$/],
      ['silent', 'setInterval(() => {}, 1_000);', new RegExp(`^The new process did not load within ${allowed()}$`)],
      ['gone', '', /^The new process ended with status 1: the log of the gateway .* says why$/],
    ];
    for (const [id, program, problem] of failures) {
      if (id !== 'gone') releases.addBroken(id, program);
      releases.install(id);
      const { code, stdout, stderr } = await reload();
      assert.deepEqual([code, stdout], [1, ''], id);
      const [, said = ''] =
        /^textmill: The gateway was not replaced; the previous one keeps running: (.+)\n$/.exec(stderr) ?? [];
      assert.match(said, problem);
      assert.equal(saying(gateway, 'The gateway process was not replaced').at(-1)?.problem, said);
    }
    assert.equal(await statusWith(url, key), 200);
    assert.deepEqual([gateway.gatewayPid, saying(gateway, 'listening').length], [gatewayPid, 1]);
    assert.equal(metric(await metricsOf(url), restarted), 0);
    releases.install('first');
  });

  test('does not affect the gateway if the new process cannot use the settings', async () => {
    const { folder, gateway, url, key } = service;
    const { gatewayPid } = gateway;
    const failures = () => saying(gateway, 'The gateway process was not replaced');
    const failedBefore = failures().length;
    // The command would not send the signal.
    writeFileSync(join(folder, '.env'), 'SLOW_JOB_MS=soon\n');
    gateway.kill('SIGUSR2');
    await until('it is said', () => failures().length === failedBefore + 1, timeoutMs);
    assert.match(String(failures().at(-1)?.problem), /^SLOW_JOB_MS is "soon"/);
    assert.equal(await statusWith(url, key), 200);
    assert.equal(gateway.gatewayPid, gatewayPid);
    writeFileSync(join(folder, '.env'), '');
  });

  test('returns to the previous release if the new process does not listen, also after a crash', async () => {
    const { releases, gateway, url, key, reload } = service;
    const failures: readonly (readonly [id: string, program: string, problem: string])[] = [
      ['cannot-listen', onceToldToServe("console.error('textmill: Cannot listen'); process.exit(1);"), 'Cannot listen'],
      ['mute', onceToldToServe(''), `The new process did not listen within ${allowed()}`],
    ];
    for (const [id, program, problem] of failures) {
      const listened = saying(gateway, 'listening').length;
      releases.addBroken(id, program);
      releases.install(id);
      const { code, stderr } = await reload();
      assert.deepEqual(
        [code, stderr],
        [1, `textmill: The gateway was not replaced; the previous one keeps running: ${problem}\n`],
      );
      await untilListening(gateway, listened);
      assert.equal(await statusWith(url, key), 200);
    }
    const listened = saying(gateway, 'listening').length;
    process.kill(gateway.gatewayPid, 'SIGKILL');
    await untilListening(gateway, listened);
    assert.deepEqual([...new Set(saying(gateway, 'listening').map(({ release }) => release))], ['first']);
    await returnToFirst();
  });

  test('was reported as done although the new process ended after it had listened', async () => {
    const { folder, releases, reload } = service;
    releases.addBroken('ends-late', onceToldToServe(`${listening(folder)} setTimeout(() => process.exit(1), 300);`));
    releases.install('ends-late');
    const { code, stdout, stderr } = await reload();
    assert.deepEqual([code, stdout], [5, '']);
    assert.match(
      stderr,
      /^textmill: The new process \d+ ended after it had listened: the log of the gateway says why\n$/,
    );
    await returnToFirst();
  });

  test('was reported as done although the threads of the new process did not start', async () => {
    const { folder, releases, reload } = service;
    releases.addBroken('never-ready', onceToldToServe(listening(folder)));
    releases.install('never-ready');
    const { code, stdout, stderr } = await reload();
    assert.deepEqual([code, stdout], [5, '']);
    const why = 'the log of the gateway says why';
    const listens = `^textmill: The new process \\d+ listens, but is not ready after ${allowed()}: ${why}\n$`;
    assert.match(stderr, new RegExp(listens));
    await returnToFirst();
  });
});

test('several gateways go on if the new release cannot listen or get ready, and are replaced by one that can', async (t) => {
  const limits = { longestSilenceMs: allowedMs, longestReadyMs: allowedMs };
  const { folder, releases, gateway, url, key, reload } = await installed(t, limits, 2);
  const first = await untilReadyMembers(url, 2);
  const failures: readonly (readonly [id: string, program: string, problem: string])[] = [
    ['cannot-listen', onceToldToServe("console.error('textmill: Cannot listen'); process.exit(1);"), 'Cannot listen'],
    ['mute', onceToldToServe(''), `The new process did not listen within ${allowed()}`],
  ];
  for (const [id, program, problem] of failures) {
    releases.addBroken(id, program);
    releases.install(id);
    const { code, stderr } = await reload();
    const sentence = `0 of 2 gateways were replaced; the others keep running: ${problem}`;
    assert.deepEqual([code, stderr], [1, `textmill: ${sentence}\n`]);
    assert.deepEqual(
      (await membersOf(url)).map(({ pid }) => pid),
      first.map(({ pid }) => pid),
    );
    assert.equal(await statusWith(url, key), 200);
  }

  const replacements = () => saying(gateway, 'A new gateway process is being prepared').length;
  const replacementsBefore = replacements();
  const port = Number(new URL(url).port);
  releases.addBroken('never-ready', onceToldToServe(listening(folder, { gateways: 2, port })));
  releases.install('never-ready');
  assert.equal((await reload()).code, 5);
  assert.equal(replacements(), replacementsBefore + 1, 'the second was not touched');
  assert.equal(await statusWith(url, key), 200);

  releases.add('second');
  releases.install('second');
  const { code, stdout } = await reload();
  assert.equal(code, 0);
  const pids = (await untilReadyMembers(url, 2)).map(({ pid }) => pid);
  const sentence = `The 2 gateways were replaced: processes ${pids.join(', ')} serve (version ${version}, release second)`;
  assert.equal(stdout, `${sentence}\n`);
  assert.ok(!first.some(({ pid }) => pids.includes(pid)));
  assert.equal(await statusWith(url, key), 200);
});

describe('reload --restart', () => {
  test('needs a running supervisor', async (t) => {
    const folder = temporaryFolder(t);
    const reload = () => runCommand(['reload', '--restart'], { folder });
    const dataDir = join(folder, 'data');
    assert.deepEqual(await reload(), {
      code: 3,
      stdout: '',
      stderr: `textmill: No gateway is running on ${dataDir}\n`,
    });
    await new GatewayProcess(t, processSettings, folder).ready();
    assert.deepEqual(await reload(), {
      code: 1,
      stdout: '',
      stderr: `textmill: The gateway on ${dataDir} has no supervisor that could replace it: stop it and start it again\n`,
    });
    assert.equal(existsSync(join(dataDir, 'gateway.state')), false);
  });
});
