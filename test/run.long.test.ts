import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { Report } from './reporter.mjs';
import { copyProject, type ProjectCopy } from './support/project-copy.js';
import { runFiles } from './support/run-files.mjs';

const passing = "import { test } from 'node:test';\ntest('passes', (): void => undefined);\n";
const failing =
  "import { describe, test } from 'node:test';\n" +
  "describe('a suite', () => { test('fails', () => { console.log('said'); throw new Error('no'); }); });\n";

/** A test that never ends. */
const hanging =
  "import { describe, test } from 'node:test';\n" +
  "describe('another suite', () => { test('hangs', () => new Promise((end) => setTimeout(end, 1e9))); });\n";

/** A test file that has a full form. */
const reliable = (text: string) =>
  `import { full } from '../support/reliability.js';\n${text}console.log(\`full form: \${full}\`);\n`;

/** Starts a run of two files at a time. @param heard - gets all output so far, whenever there is more. */
async function run(copy: ProjectCopy, heard: (output: string, runner: ChildProcess) => void) {
  const runner = spawn(process.execPath, ['test/run.mjs', '--test-concurrency=2'], { cwd: copy.directory });
  let output = '';
  runner.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
    heard(output, runner);
  });
  const [status] = await once(runner, 'close');
  return { status, output };
}

function projectWithTests(t: TestContext, files: Readonly<Record<string, string>>): ProjectCopy {
  const copy = copyProject(t, { installed: true });
  copy.write({
    'test/support/reliability.ts': "export const full = process.env.TEXTMILL_TEST_FULL === 'true';\n",
    ...files,
  });
  return copy;
}

/** Returns the files that a run reports as passed. */
function passed(stdout: string): string[] {
  return [...stdout.matchAll(/^✔ (\S.*): 1 of 1, /gm)].map(([, file = '']) => file).toSorted();
}

describe('npm test', () => {
  test('runs each test file, at any depth, in exactly one of the three runs', async (t) => {
    const short = ['test/a.test.ts', 'test/b/c d/e.test.ts'];
    const long = ['test/b/c.long.test.ts', 'test/chaos/d.test.ts', 'test/console/e.test.ts', 'test/fuzz/f.test.ts'];
    const rare = ['test/b/c.full.test.ts', 'test/fuzz/f.full.test.ts'];
    const files = Object.fromEntries([...short, ...long, ...rare].map((file) => [file, passing]));
    const copy = projectWithTests(t, { ...files, 'test/b/cases.ts': failing });
    const runs = [[], ['--long'], ['--full']].map((args) => copy.node('test/run.mjs', args));
    assert.deepEqual(
      (await Promise.all(runs)).map(({ status, stdout }) => [status, passed(stdout)]),
      [
        [0, short],
        [0, long],
        [0, rare],
      ],
    );
  });

  test('runs each rare file in one slice', async (t) => {
    const rare = ['test/bench/c.full.test.ts', 'test/engine/d.full.test.ts', 'test/fuzz/e.full.test.ts'];
    const copy = projectWithTests(
      t,
      Object.fromEntries([...rare, 'test/chaos/a.test.ts'].map((file) => [file, passing])),
    );
    const runs = [1, 2].map(async (part) =>
      passed((await copy.node('test/run.mjs', ['--full', `--slice=${part}/2`])).stdout),
    );
    assert.deepEqual((await Promise.all(runs)).flat().toSorted(), rare);
    for (const slice of ['0/4', '5/4', '1', '1/4/2', 'x/y']) {
      const { status, stderr } = await copy.node('test/run.mjs', ['--full', `--slice=${slice}`]);
      assert.deepEqual([status, /--slice=\S+ must be like --slice=2\/4/.test(stderr)], [1, true], slice);
    }
  });

  test('keeps the times of files in one table, and begins with those that took longest', async (t) => {
    const working = passing.replace(
      'undefined',
      '{ const end = process.cpuUsage().user + 4e5; while (process.cpuUsage().user < end); }',
    );
    const copy = projectWithTests(t, {
      'test/a.test.ts': passing,
      'test/b.test.ts': working,
      'test/c.test.ts': passing,
    });
    const order = async () => passed((await copy.node('test/run.mjs', ['--test-concurrency=1'])).stdout);
    await order();
    const table = readFileSync(join(copy.directory, 'test/times.tsv'), 'utf8').split('\n');
    assert.equal(table[0], 'seconds\tprocessor seconds\ttests\tfile');
    assert.match(table[1] ?? '', /^\d+\.\d\t(?!0\.[0-3])\d+\.\d\t1\ttest\/b\.test\.ts$/);
    copy.write({ 'test/times.tsv': `${table[0]}\n1.0\t1.0\t1\ttest/b.test.ts\n9.0\t1.0\t1\ttest/c.test.ts\n` });
    const { stdout } = await copy.node('test/run.mjs', ['test/b', 'test/c', '--test-concurrency=1']);
    assert.deepEqual(
      [...stdout.matchAll(/^✔ (\S+): /gm)].map(([, file]) => file),
      ['test/c.test.ts', 'test/b.test.ts'],
    );
  });

  test('fails when one test fails, and says which, why and what it wrote', async (t) => {
    const files = { 'test/a.test.ts': passing, 'test/b.test.ts': failing };
    const { status, stdout } = await projectWithTests(t, files).node('test/run.mjs');
    assert.equal(status, 1);
    const [, details = ''] = stdout.split('Failures:');
    assert.match(details, /^✖ test\/b\.test\.ts: a suite › fails\n {2}Error: no\n {6}at .+\n(?:.+\n)* {2}said\n/m);
    assert.match(stdout, /^2 tests in [\d.]+ s: 1 failed, 1 passed$/m);
  });

  test('repeats at its end what failed before the files that run alone', async (t) => {
    const files = { 'test/fuzz/a.test.ts': failing, 'test/chaos/b.test.ts': reliable(passing) };
    const { status, stdout } = await projectWithTests(t, files).node('test/run.mjs', ['--full', 'test/']);
    assert.equal(status, 1);
    const [, after = ''] = stdout.split('✔ test/chaos/b.test.ts: 1 of 1');
    assert.match(
      after,
      /\nFailures:\n\n✖ test\/fuzz\/a\.test\.ts: a suite › fails\n {2}Error: no\n {6}at .+\n[\s\S]*\n$/,
    );
  });

  test('fails when a file ends before its tests do', async (t) => {
    const files = { 'test/a.test.ts': passing, 'test/b.test.ts': "console.error('oh'); process.exit(3);\n" };
    const { status, stdout } = await projectWithTests(t, files).node('test/run.mjs');
    assert.equal(status, 1);
    assert.match(stdout, /^✖ test\/b\.test\.ts: [\s\S]*\n {2}oh\n/m);
  });

  test('prints a failure while the file before it is still running', async (t) => {
    const waiting = `import { existsSync } from 'node:fs';
import { test } from 'node:test';
test('waits', async () => { while (!existsSync('heard')) await new Promise((next) => setTimeout(next, 20)); });
`;
    const copy = projectWithTests(t, { 'test/a.test.ts': waiting, 'test/b.test.ts': failing });
    const { status, output } = await run(copy, (heard) => {
      if (/^✖ test\/b\.test\.ts: a suite › fails\n {2}Error: no\n {6}at .+test\/b\.test\.ts/m.test(heard)) {
        copy.write({ heard: '' });
      }
    });
    assert.equal(status, 1);
    assert.deepEqual(passed(output), ['test/a.test.ts']);
  });

  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    test(`says what has failed and which files run when ${signal} ends it`, async (t) => {
      const files = { 'test/a.test.ts': hanging, 'test/b.test.ts': failing, 'test/c.test.ts': passing };
      const { status, output } = await run(projectWithTests(t, files), (heard, runner) => {
        if (heard.includes('test/c.test.ts: 1 of 1')) runner.kill(signal);
      });
      assert.equal(status, code);
      const [, after = ''] = output.split('Failures:');
      assert.match(after, /^✖ test\/b\.test\.ts: a suite › fails\n {2}Error: no\n/m);
      const running =
        /^Ended by SIG\w+\. Files that were running:\n {2}test\/a\.test\.ts, for .+, in another suite › hangs\n\n/m;
      assert.match(after, running);
      assert.match(after, /^2 tests in [\d.]+ s: 1 failed, 1 passed$/m);
    });
  }

  test('says which tests ran in a file whose process was killed', async (t) => {
    const killed = `${hanging}setTimeout(() => process.kill(process.pid, 'SIGKILL'), 300);\n`;
    const files = { 'test/a.test.ts': killed, 'test/b.test.ts': passing };
    const { status, stdout } = await projectWithTests(t, files).node('test/run.mjs');
    assert.equal(status, 1);
    assert.match(stdout, /^✖ test\/a\.test\.ts\n {2}The process .* was ended by SIGKILL, in another suite › hangs\n/m);
    assert.deepEqual(passed(stdout), ['test/b.test.ts']);
  });

  test('ends a file in which no test begins or ends for too long, and runs the files after it', async (t) => {
    const endless = "test('passes too', () => void setInterval(() => {}, 1_000));\n";
    const { directory } = projectWithTests(t, {
      'test/a.test.ts': hanging,
      'test/b.test.ts': `${passing}${endless}`,
      'test/c.test.ts': passing,
    });
    let output = '';
    const report = new Report((text) => {
      output += text;
    });
    const files = ['test/a.test.ts', 'test/b.test.ts', 'test/c.test.ts'];
    const options = { directory, nodeOptions: [], concurrency: 1, silenceMs: 3_000, report, running: new Set<never>() };
    await runFiles(files, options);
    assert.match(output, /^✖ test\/a\.test\.ts\n {2}The process of the file hung and was ended, in .+ › hangs\n/m);
    assert.match(output, /^✖ test\/b\.test\.ts\n {2}The process of the file hung and was ended\n/m);
    assert.deepEqual(passed(output), ['test/c.test.ts']);
    assert.equal(report.failed, true);
  });

  test('prints why tests were skipped, and the figures of reliability', async (t) => {
    const skipping = "test('left out', { skip: 'no tree' }, () => {});\n";
    const figure = "test('found', (t) => t.diagnostic('R1: 20 kills'));\n";
    const files = { 'test/a.test.ts': `import { test } from 'node:test';\n${skipping}${skipping}${figure}` };
    const { status, stdout } = await projectWithTests(t, files).node('test/run.mjs');
    assert.equal(status, 0);
    assert.match(stdout, /^Skipped:\n {2}2 × no tree\n/m);
    assert.match(stdout, /^Figures of reliability:\n {2}R1: 20 kills\n/m);
  });

  test('accepts parts of paths and options of node --test', async (t) => {
    const copy = projectWithTests(t, {
      'test/a.test.ts': passing,
      'test/chaos/a.test.ts': passing,
      'test/b.test.ts': failing,
    });
    const selected = await copy.node('test/run.mjs', ['./test/a', 'chaos']);
    assert.deepEqual([selected.status, passed(selected.stdout)], [0, ['test/a.test.ts', 'test/chaos/a.test.ts']]);
    const named = await copy.node('test/run.mjs', ['--test-name-pattern=passes', '--test-reporter=tap']);
    assert.equal(named.status, 0);
    assert.match(named.stdout, /^TAP version 13$/m);
  });

  test('ends although a suite starts a server in its body and --test-name-pattern leaves out its tests', async (t) => {
    const copy = projectWithTests(t, {
      'test/support/cleanup.ts': readFileSync(new URL('support/cleanup.ts', import.meta.url), 'utf8'),
      'test/a.test.ts': `import { createServer } from 'node:http';
import { after, describe, test } from 'node:test';
import { cleanUpAfter } from './support/cleanup.js';
async function suite() {
  await new Promise((later) => setTimeout(later, 20));
  const server = createServer().listen(0);
  cleanUpAfter({ after }, () => void server.close());
  await new Promise((listening) => server.once('listening', listening));
  test('passes', () => {});
}
describe('a suite', suite);
describe('a suite around', () => void describe('another', suite));
`,
    });
    for (const [pattern, expected] of [
      ['passes', 0],
      ['none of them', 1],
    ] as const) {
      const { status, stdout } = await copy.node('test/run.mjs', ['a', `--test-name-pattern=${pattern}`]);
      assert.equal(status, expected, stdout);
    }
  });

  test('ends what a test started before it removes its folder, whatever else fails', async (t) => {
    const copy = projectWithTests(t, {
      'test/support/cleanup.ts': readFileSync(new URL('support/cleanup.ts', import.meta.url), 'utf8'),
      'test/a.test.ts': `import { appendFileSync } from 'node:fs';
import { test } from 'node:test';
import { cleanUpAfter } from './support/cleanup.js';
const say = (text) => appendFileSync('said', text);
test('starts', (t) => {
  cleanUpAfter(t, () => say('folder removed, '));
  cleanUpAfter(t, async () => {
    await new Promise((later) => setTimeout(later, 20));
    say('process ended, ');
  });
  cleanUpAfter(t, () => {
    say('failed, ');
    throw new Error('no');
  });
});
`,
    });
    const { status, stdout } = await copy.node('test/run.mjs');
    assert.equal(status, 1);
    assert.match(stdout, /^✖ test\/a\.test\.ts: starts\n {2}Error: no\n/m);
    assert.equal(readFileSync(join(copy.directory, 'said'), 'utf8'), 'failed, process ended, folder removed, ');
  });

  test('runs each cleanup of a suite, newest first, although another one fails', async (t) => {
    const copy = projectWithTests(t, {
      'test/support/cleanup.ts': readFileSync(new URL('support/cleanup.ts', import.meta.url), 'utf8'),
      'test/a.test.ts': `import { appendFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { suiteScope } from './support/cleanup.js';
const say = (text) => appendFileSync('said', text);
describe('a suite', () => {
  const scope = suiteScope();
  before(() => {
    scope.after(async () => say('folder removed, '));
    scope.after(async () => {
      say('failed, ');
      throw new Error('no');
    });
    scope.after(async () => {
      await new Promise((later) => setTimeout(later, 20));
      say('process ended, ');
    });
  });
  test('passes', () => {});
});
`,
    });
    const { status, stdout } = await copy.node('test/run.mjs');
    assert.equal(status, 1);
    assert.match(stdout, /^ {2}Error: no\n/m);
    assert.equal(readFileSync(join(copy.directory, 'said'), 'utf8'), 'process ended, failed, folder removed, ');
  });

  test('runs full forms after all others, one file after the other, and says whether any failed', async (t) => {
    // Each fails if another one runs at the same time, or if its form is not the full one.
    const alone = reliable(`import assert from 'node:assert/strict';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
test('alone', async () => {
  assert.ok(full);
  assert.equal(existsSync('running'), false);
  writeFileSync('running', '');
  await new Promise((done) => setTimeout(done, 300));
  rmSync('running');
});
`);
    const files = { 'test/chaos/a.test.ts': alone, 'test/chaos/b.test.ts': alone, 'test/z.full.test.ts': failing };
    const copy = projectWithTests(t, files);
    const { status, stdout } = await copy.node('test/run.mjs', ['--full']);
    assert.equal(status, 1, 'the others failed');
    const [others = '', stress = ''] = stdout.split(/^1 tests in .*$/m);
    assert.match(others, /✖ test\/z\.full\.test\.ts: a suite › fails/);
    assert.deepEqual(passed(stress), ['test/chaos/a.test.ts', 'test/chaos/b.test.ts']);
    assert.equal((await copy.node('test/run.mjs', ['--full', 'chaos'])).status, 0);
    assert.equal((await copy.node('test/run.mjs', ['chaos'])).status, 1, 'the usual form');
  });

  test('fails when a pattern leaves no test of any file', async (t) => {
    const copy = projectWithTests(t, { 'test/a.test.ts': passing, 'test/chaos/b.test.ts': passing });
    const { status, stderr } = await copy.node('test/run.mjs', ['a', 'chaos', '--test-name-pattern=nothing']);
    assert.deepEqual([status, stderr], [1, 'textmill: no test runs with --test-name-pattern=nothing.\n']);
    const left = await copy.node('test/run.mjs', ['a', '--test-skip-pattern=passes']);
    assert.deepEqual([left.status, left.stderr], [1, 'textmill: no test runs with --test-skip-pattern=passes.\n']);
  });

  test('passes when some files have no test that matches --test-name-pattern', async (t) => {
    const other = passing.replace('passes', 'passes too');
    const copy = projectWithTests(t, {
      'test/a.test.ts': passing,
      'test/b.test.ts': other,
      'test/chaos/c.test.ts': passing,
    });
    const { status, stdout } = await copy.node('test/run.mjs', ['test/', '--test-name-pattern=too']);
    assert.deepEqual([status, passed(stdout)], [0, ['test/b.test.ts']]);
  });

  test('fails when no file matches', async (t) => {
    const { status, stderr } = await projectWithTests(t, { 'test/a.test.ts': passing }).node('test/run.mjs', ['keys']);
    assert.equal(status, 1);
    assert.equal(stderr, 'textmill: no test file has a path with keys in it.\n');
  });
});
