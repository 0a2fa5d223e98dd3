import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { ProgramResult } from '../../support/program.js';
import { copyProject, leastSources, type ProjectCopy } from '../../support/project-copy.js';

// `npm run upgrade` in a checkout whose command `textmill reload --restart` ends with a status from the test.

/** A status of a command that does not end. */
const endless = 99;

/** Notes the release and the arguments, and ends with the status that is set for the source of the release. */
const command = (source: string): string =>
  `
  import { appendFileSync, readFileSync } from 'node:fs';
  const source = ${JSON.stringify(source)};
  appendFileSync('calls', [source, ...process.argv.slice(2)].join(' ') + '\\n');
  const statuses: Record<string, number> = JSON.parse(readFileSync('statuses.json', 'utf8'));
  process.exitCode = statuses[source] ?? 0;
  if (process.exitCode === endless) setInterval(() => {}, 1_000);
`.replace('endless', String(endless));

interface Checkout {
  readonly copy: ProjectCopy;
  /** Checks out a version and upgrades to it. */
  upgrade(version: string, statuses?: Readonly<Record<string, number>>): Promise<ProgramResult>;
  /** Returns to the previous release. */
  back(): Promise<ProgramResult>;
  /** The calls of the command since the last question. */
  calls(): readonly string[];
  /** The version of the release that a link names; undefined without that link. */
  linked(name: 'current' | 'previous'): string | undefined;
}

function checkout(t: TestContext): Checkout {
  const copy = copyProject(t, { installed: true });
  copy.write({ 'gateway/server/main.ts': 'export {};\n', ...leastSources });
  let seen = 0;
  const release = (name: string) => join(copy.directory, 'dist', name);
  return {
    copy,
    upgrade: (version, statuses = {}) => {
      copy.write({ 'gateway/cli/main.ts': command(version), 'statuses.json': JSON.stringify(statuses) });
      return copy.node('gateway/build/upgrade.mjs');
    },
    back: () => copy.node('gateway/build/upgrade.mjs', ['--back']),
    calls: () => {
      const all = readFileSync(join(copy.directory, 'calls'), 'utf8').trimEnd().split('\n');
      const fresh = all.slice(seen);
      seen = all.length;
      return fresh;
    },
    linked: (name) => {
      if (!existsSync(release(name))) return undefined;
      const main = readFileSync(join(release(name), 'command-line.mjs'), 'utf8');
      return /source ?= ?['"](\w+)['"]/.exec(main)?.[1];
    },
  };
}

const lastLine = ({ stderr }: ProgramResult) => stderr.trimEnd().split('\n').at(-1);

describe('npm run upgrade', () => {
  test('switches to the new release, restarts the gateway with it, keeps the previous one, and goes back to it', async (t) => {
    const { upgrade, back, calls, linked } = checkout(t);
    const first = await upgrade('one', { one: 3 });
    assert.equal(lastLine(first), 'textmill: the next start uses this release');
    assert.deepEqual([first.status, calls(), linked('current')], [0, ['one reload --restart'], 'one']);
    const second = await upgrade('two');
    assert.equal(second.status, 0, second.stderr);
    assert.deepEqual([calls(), linked('current'), linked('previous')], [['two reload --restart'], 'two', 'one']);
    const returned = await back();
    assert.equal(returned.status, 0, returned.stderr);
    assert.doesNotMatch(returned.stderr, /building/);
    assert.deepEqual([calls(), linked('current'), linked('previous')], [['one reload --restart'], 'one', 'two']);
  });

  test('returns to the previous release if the new gateway does not start, and does not restart the one that serves', async (t) => {
    const { copy, upgrade, back, calls, linked } = checkout(t);
    await upgrade('one');
    calls();
    const current = basename(readlinkSync(join(copy.directory, 'dist/current')));
    const failed = await upgrade('broken', { broken: 1 });
    assert.deepEqual(
      [failed.status, lastLine(failed)],
      [1, `textmill: The gateway could not be restarted: the current release is ${current} again.`],
    );
    assert.deepEqual([calls(), linked('current'), linked('previous')], [['broken reload --restart'], 'one', undefined]);
    assert.equal(lastLine(await back()), 'textmill: There is no previous release.', 'the failed one is none');
  });

  test('keeps the way back if the new gateway does not start', async (t) => {
    const { upgrade, back, calls, linked } = checkout(t);
    await upgrade('one');
    await upgrade('two');
    await upgrade('broken', { broken: 1 });
    assert.deepEqual([linked('current'), linked('previous')], ['two', 'one']);
    calls();
    const returned = await back();
    assert.equal(returned.status, 0, returned.stderr);
    assert.deepEqual([calls(), linked('current'), linked('previous')], [['one reload --restart'], 'one', 'two']);
  });

  test('left a new gateway in place that listened, but did not become ready', async (t) => {
    const { copy, upgrade, calls, linked } = checkout(t);
    await upgrade('one');
    calls();
    const current = basename(readlinkSync(join(copy.directory, 'dist/current')));
    const failed = await upgrade('broken', { broken: 5 });
    assert.deepEqual(
      [failed.status, lastLine(failed)],
      [1, `textmill: The new gateway is not ready: the current release is ${current} again.`],
    );
    assert.deepEqual(calls(), ['broken reload --restart', 'one reload --restart']);
    assert.deepEqual([linked('current'), linked('previous')], ['one', undefined]);
    const both = await upgrade('worse', { worse: 5, one: 1 });
    assert.equal(
      lastLine(both),
      `textmill: The new gateway is not ready: the current release is ${current} again, but does not serve.`,
    );
  });

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    test(`returns to the previous release if ${signal} ends it`, async (t) => {
      const { copy, upgrade, calls, linked } = checkout(t);
      await upgrade('one');
      calls();
      copy.write({ 'gateway/cli/main.ts': command('two'), 'statuses.json': JSON.stringify({ two: endless }) });
      const script = join(copy.directory, 'gateway/build/upgrade.mjs');
      const child = spawn(process.execPath, [script], { cwd: copy.directory, stdio: 'ignore' });
      const ended = once(child, 'exit');
      t.after(() => child.kill('SIGKILL'));
      while (!readFileSync(join(copy.directory, 'calls'), 'utf8').includes('two')) await setTimeout(50);
      assert.equal(linked('current'), 'two');
      child.kill(signal);
      assert.deepEqual(await ended, [1, null]);
      assert.deepEqual([linked('current'), linked('previous')], ['one', undefined]);
      assert.deepEqual(calls(), ['two reload --restart', 'one reload --restart']);
    });
  }

  test('changes nothing if the build fails, or for an unknown option', async (t) => {
    const { copy, upgrade, calls, linked } = checkout(t);
    await upgrade('one');
    calls();
    copy.write({ 'gateway/cli/main.ts': 'const = ;' });
    const failed = await copy.node('gateway/build/upgrade.mjs');
    assert.deepEqual([failed.status, linked('current'), calls()], [1, 'one', []]);
    const unknown = await copy.node('gateway/build/upgrade.mjs', ['--bakc']);
    assert.deepEqual([unknown.status, unknown.stderr], [1, 'textmill: Usage: npm run upgrade [-- --back]\n']);
  });
});
