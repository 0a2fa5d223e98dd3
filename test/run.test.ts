import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { copyProject, type ProjectCopy } from './support/project-copy.js';

const passing = "import { test } from 'node:test';\ntest('passes', (): void => undefined);\n";
const failing = "import { test } from 'node:test';\ntest('fails', () => { throw new Error('no'); });\n";

function projectWithTests(t: TestContext, files: Readonly<Record<string, string>>): ProjectCopy {
  const copy = copyProject(t, { installed: true });
  copy.write(files);
  return copy;
}

describe('npm test', () => {
  test('runs every test file, at any depth, and nothing else', async (t) => {
    const files = { 'test/a.test.ts': passing, 'test/b/c d/e.test.ts': passing, 'test/b/cases.ts': failing };
    const { status, stdout } = await projectWithTests(t, files).node('test/run.mjs');
    assert.equal(status, 0);
    assert.match(stdout, /^ℹ tests 2$/m);
  });

  test('fails when one test fails', async (t) => {
    const files = { 'test/a.test.ts': passing, 'test/b.test.ts': failing };
    const { status, stdout } = await projectWithTests(t, files).node('test/run.mjs');
    assert.equal(status, 1);
    assert.match(stdout, /^ℹ fail 1$/m);
  });

  test('takes parts of paths and options of node --test', async (t) => {
    const copy = projectWithTests(t, { 'test/a.test.ts': passing, 'test/b.test.ts': failing });
    const selected = await copy.node('test/run.mjs', ['./test/a']);
    assert.equal(selected.status, 0);
    assert.match(selected.stdout, /^ℹ tests 1$/m);
    const named = await copy.node('test/run.mjs', ['--test-name-pattern=passes', '--test-reporter=tap']);
    assert.equal(named.status, 0);
    assert.match(named.stdout, /^TAP version 13$/m);
  });

  test('runs tests of stress after all others, one file after the other, and says whether any failed', async (t) => {
    const slow =
      "import { test } from 'node:test';\ntest('slow', () => new Promise((done) => setTimeout(done, 300)));\n";
    const files = { 'test/chaos/a.test.ts': slow, 'test/chaos/b.test.ts': slow, 'test/z.test.ts': failing };
    const copy = projectWithTests(t, files);
    const { status, stdout } = await copy.node('test/run.mjs');
    assert.equal(status, 1, 'the others failed');
    const [others = '', stress = ''] = stdout.split(/^ℹ tests 1$/m);
    assert.match(others, /✖ fails/);
    assert.match(stress, /^✔ slow[\s\S]*^✔ slow[\s\S]*^ℹ tests 2$/m);
    assert.ok(Number(/^ℹ duration_ms ([\d.]+)/m.exec(stress.split('✔ slow').at(-1) ?? '')?.[1]) > 600);
    assert.equal((await copy.node('test/run.mjs', ['chaos'])).status, 0);
  });

  test('fails when nothing is left to run', async (t) => {
    const { status, stderr } = await projectWithTests(t, { 'test/a.test.ts': passing }).node('test/run.mjs', ['keys']);
    assert.equal(status, 1);
    assert.equal(stderr, 'textmill: no test file has a path with keys in it.\n');
  });
});
