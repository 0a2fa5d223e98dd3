import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import pg from 'pg';
import { readToolFolder } from '#engine/own-tools/tool-folder.js';
import { runCommand } from '../support/command-line.js';
import { startCuttableProxy } from '../support/cuttable-proxy.js';
import { adminToken } from '../support/gateway.js';
import { createKey, GatewayProcess, processSettings, until } from '../support/gateway-process.js';
import { type ClusterDocument, clusterOf } from '../support/gateways.js';
import { metric, metricsOf } from '../support/metrics.js';
import { ownRelease } from '../support/own-release.js';
import { createTestDatabase, withoutPostgres } from '../support/postgres.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { moduleSource, workflowFile, writeTools } from '../support/tool-folders.js';

const calm = { gateway: 1, lag: 0, ready: true, degraded: false, lapsed: false };

/** The tests mostly wait for leases to lapse. */
const options = { skip: withoutPostgres, concurrency: true };

describe('the gateways of a PostgreSQL, as each of them shows them', options, () => {
  function start(t: TestContext, DATABASE_URL: string, settings: Readonly<Record<string, string>> = {}) {
    return new GatewayProcess(t, { ...processSettings, DATABASE_URL, ...settings });
  }

  /** Runs `textmill cluster` on a database. */
  const cluster = (t: TestContext, DATABASE_URL: string, ...args: string[]) => {
    const environment = { DATABASE_URL, ADMIN_TOKEN: adminToken };
    return runCommand(['cluster', ...args], { folder: temporaryFolder(t), environment });
  };

  test('are the same at each, say if their keys cannot reach the store, and one that is killed has lapsed', async (t) => {
    const database = await createTestDatabase();
    assert.deepEqual(await cluster(t, database), {
      code: 3,
      stdout: '',
      stderr: `textmill: No gateway is running on ${database}\n`,
    });
    const processes = [start(t, database), start(t, database)];
    const [first, second] = processes as [GatewayProcess, GatewayProcess];
    const urls = await Promise.all(processes.map((each) => each.ready()));
    const [at] = urls as [string, string];
    await until('both have told that they are ready', async () => (await clusterOf(at)).members.every((m) => m.ready));
    await createKey(at);
    for (const [index, url] of urls.entries()) {
      const { store, gateways, members, differences } = await clusterOf(url);
      assert.deepEqual({ store, gateways, differences }, { store: 'postgresql', gateways: 1, differences: [] });
      const own = `http://${members.find(({ answered }) => answered)?.address}`;
      assert.equal(own, url, 'it says which one responds');
      assert.deepEqual(members.map(({ pid }) => pid).toSorted(), processes.map(({ pid }) => pid).toSorted());
      assert.equal(members.filter(({ answered }) => answered).length, 1);
      for (const { name, pid, gateway, lag, ready, degraded, lapsed, heartbeatSeconds } of members) {
        assert.match(name, new RegExp(`:${pid}$`));
        assert.deepEqual({ gateway, lag, ready, degraded, lapsed }, calm, `at ${index}`);
        assert.ok(heartbeatSeconds !== null && heartbeatSeconds < 10, `${heartbeatSeconds} s`);
      }
    }
    const { stdout } = await cluster(t, database);
    const [header = '', ...rows] = stdout.trimEnd().split('\n');
    assert.match(header, /^NAME +ADDRESS +AGE +HEARD +VERSION +RELEASE +LAG +STATE +DEGRADED$/);
    assert.equal(rows.length, 2);
    const release = basename(ownRelease());
    for (const row of rows) {
      const expected = `^\\S+:\\d+ +127\\.0\\.0\\.1:\\d+ +\\d+[sm] +\\d+s ago +\\S+ +${release} +0 +ready +no$`;
      assert.match(row, new RegExp(expected));
    }

    const client = new pg.Client({ connectionString: database });
    await client.connect();
    const isDegraded = async () => metric(await metricsOf(at), 'textmill_store_degraded') === 1;
    const readiness = async () => (await (await fetch(`${at}/readyz`)).json()) as object;
    try {
      assert.equal(await isDegraded(), false);
      await client.query('ALTER FUNCTION note_keys_seen RENAME TO away');
      await until('it says that its keys cannot reach the store, although its counters can', isDegraded);
      assert.deepEqual(await readiness(), { status: 'degraded' });
      await client.query('ALTER FUNCTION away RENAME TO note_keys_seen');
      await until('it does not any more', async () => !(await isDegraded()));
      assert.deepEqual(await readiness(), { status: 'ok' });
    } finally {
      await client.end();
    }

    second.kill('SIGKILL');
    await second.ended;
    const stateOf = async (pid: number) => (await clusterOf(at)).members.find((member) => member.pid === pid);
    await until('it has lapsed', async () => (await stateOf(second.pid))?.lapsed === true, 60_000);
    const { ready, degraded } = (await stateOf(second.pid)) ?? assert.fail('it is not shown any more');
    assert.deepEqual({ ready, degraded }, { ready: false, degraded: true });
    assert.match((await cluster(t, database)).stdout, new RegExp(`:${second.pid} .* lapsed +yes\\n$`), 'it is last');

    first.kill('SIGTERM');
    assert.equal((await first.ended).status, 0);
    const { code, stdout: left, stderr } = await cluster(t, database, '--json');
    assert.deepEqual([code, stderr], [3, `textmill: No gateway is running on ${database}\n`]);
    const { members } = JSON.parse(left) as ClusterDocument;
    assert.deepEqual(
      members.map(({ pid, lapsed }) => [pid, lapsed]),
      [[second.pid, true]],
      'one that stops cleanly is gone',
    );
  });

  test('are what the store last told while it is unavailable, and who cannot reach it is degraded at all', async (t) => {
    const url = new URL(await createTestDatabase());
    const proxy = await startCuttableProxy(t, Number(url.port));
    const there = start(t, url.href, { KEY_TRUST_SECONDS: '20' });
    url.port = String(proxy.port);
    const cutOff = start(t, url.href, { KEY_TRUST_SECONDS: '20' });
    const [at, cutAt] = await Promise.all([there.ready(), cutOff.ready()]);
    const shown = async (at: string) => {
      const { members, asOf } = await clusterOf(at);
      const member = members.find(({ pid }) => pid === cutOff.pid);
      return { ...(member ?? assert.fail('it is not shown')), asOf, count: members.length };
    };
    await until('it has heard of the other', async () => (await shown(cutAt)).count === 2);
    proxy.cut();
    await until('both show it as degraded', async () => {
      return (await shown(at)).degraded && (await shown(cutAt)).degraded;
    });
    assert.deepEqual([(await clusterOf(at)).reachable, (await clusterOf(cutAt)).reachable], [true, false]);
    const { asOf, count } = await shown(cutAt);
    assert.equal(count, 2, 'as the store last told');
    assert.equal((await shown(cutAt)).asOf, asOf);
    await until(
      'both show that it serves no keys',
      async () => {
        return !(await shown(at)).ready && !(await shown(cutAt)).ready;
      },
      60_000,
    );
    proxy.heal();
    await until(
      'both show that it serves again',
      async () => {
        const states = [await shown(at), await shown(cutAt)];
        return states.every(({ ready, degraded, lapsed, count }) => ready && !degraded && !lapsed && count === 2);
      },
      60_000,
    );
  });

  test('with different limits are named by GET /cluster, textmill cluster and the log', async (t) => {
    const DATABASE_URL = await createTestDatabase();
    const settings = { ...processSettings, DATABASE_URL };
    const first = new GatewayProcess(t, settings);
    const at = await first.ready();
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, '.env'), 'BURST_PER_KEY=7\n');
    const { BURST_PER_KEY: _, ...others } = settings;
    const TOOLS_DIR = join(folder, 'tools');
    writeTools(TOOLS_DIR, { 'house-list.json': workflowFile(), 'loud.mjs': moduleSource('loud', 'return input;') });
    const { digest } = readToolFolder(TOOLS_DIR);
    const second = new GatewayProcess(t, { ...others, FREE_TIER: 'true', TOOLS_DIR }, folder);
    const urls = [at, await second.ready()];
    const expected = [
      { setting: 'BURST_PER_KEY', values: { [first.pid]: 0, [second.pid]: 7 } },
      { setting: 'FREE_TIER', values: { [first.pid]: false, [second.pid]: true } },
      { setting: 'TOOLS_DIR', values: { [first.pid]: 'none', [second.pid]: digest } },
    ];
    const shown = async (url: string) =>
      (await clusterOf(url)).differences.map(({ setting, values }) => ({
        setting,
        values: Object.fromEntries(values.flatMap(({ value, members }) => members.map((name) => [pidOf(name), value]))),
      }));
    for (const url of urls) {
      await until('it has heard of the other', async () => (await shown(url)).length > 0);
      assert.deepEqual(await shown(url), expected);
    }
    const { stderr } = await runCommand(['cluster'], {
      folder,
      environment: { DATABASE_URL, ADMIN_TOKEN: adminToken },
    });
    const rest = `FREE_TIER differs: false (NAME:1), true (NAME:2); TOOLS_DIR differs: ${digest} (NAME:2), none (NAME:1)`;
    const named = `BURST_PER_KEY differs: 0 (NAME:1), 7 (NAME:2); ${rest}`;
    const anonymous = (text: string) =>
      text
        .replaceAll(new RegExp(`\\S+:${first.pid}\\b`, 'g'), '(NAME:1')
        .replaceAll(new RegExp(`\\S+:${second.pid}\\b`, 'g'), '(NAME:2');
    assert.equal(
      anonymous(stderr),
      named
        .split('; ')
        .map((line) => `textmill: ${line}\n`)
        .join(''),
    );
    const logged = () => second.log.map(({ msg }) => anonymous(msg));
    const warning = `The gateways that share the database have different limits: ${named}`;
    await until('its log names them', () => logged().includes(warning));
    writeFileSync(join(folder, '.env'), 'BURST_PER_KEY=0\n');
    second.kill('SIGHUP');
    await until('its log names what is left', () => logged().some((msg) => msg.endsWith(`limits: ${rest}`)));
    writeTools(TOOLS_DIR, { 'more.json': workflowFile() });
    second.kill('SIGHUP');
    const changed = 'The tools of TOOLS_DIR have changed';
    await until('its log says that the tools have changed', () => second.log.some(({ msg }) => msg === changed));
  });
});

const pidOf = (name: string) => Number(name.split(':').pop());
