import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { runProgram } from './support/program.js';
import { copyProject, leastSources, type ProjectCopy } from './support/project-copy.js';

const source = (value: number) => `export const value: number = ${value};\nexport const file = import.meta.url;\n`;
const testFile =
  "import { test } from 'node:test';\n" +
  "import { file, value } from '../engine/value.js';\n" +
  "test(value + ' of ' + file.split('/').slice(-4).join('/'), () => {});\n";

function projectWithSources(t: TestContext): ProjectCopy {
  const copy = copyProject(t, { installed: true });
  copy.write({ ...leastSources, 'engine/value.ts': source(1), 'test/a.test.ts': testFile });
  return copy;
}

/** Runs the test without the runner, by default with `node --test`. @returns its name, which says what it imports. */
async function nodeTest({ directory }: ProjectCopy, options = ['--test']): Promise<string | undefined> {
  const args = ['--import', './test/support/from-compiled.mjs', ...options, '--test-reporter=tap', 'test/a.test.ts'];
  const { stdout } = await runProgram(process.execPath, args, { cwd: directory });
  return /^ok 1 - (.*)$/m.exec(stdout)?.[1];
}

test('tests import compiled sources, and newly compiled ones after a change', async (t) => {
  const copy = projectWithSources(t);
  const runner = async () => {
    const { status, stdout, stderr } = await copy.node('test/run.mjs', ['--test-reporter=tap']);
    assert.equal(status, 0, stderr);
    return /^ok 1 - (.*)$/m.exec(stdout)?.[1];
  };
  assert.equal(await runner(), '1 of test/compiled/engine/value.js');
  assert.equal(await nodeTest(copy), '1 of test/compiled/engine/value.js');
  copy.write({ 'engine/value.ts': source(2) });
  assert.equal(await runner(), '2 of test/compiled/engine/value.js');
  copy.write({ 'engine/value.ts': source(3) });
  assert.equal(await nodeTest(copy), '3 of test/compiled/engine/value.js', 'node --test alone compiles too');
  copy.write({ 'engine/value.ts': source(4) });
  const oneProcess = ['--test', '--experimental-test-isolation=none'];
  assert.equal(await nodeTest(copy, oneProcess), '4 of test/compiled/engine/value.js', 'in the process of node --test');
  copy.write({ 'engine/value.ts': source(5) });
  assert.equal(await nodeTest(copy, []), '5 of test/compiled/engine/value.js', 'a file that node runs compiles too');
});

test('two runs at the same time both compile what tests import', async (t) => {
  const copy = projectWithSources(t);
  const found = await Promise.all([1, 2].map(() => nodeTest(copy)));
  assert.deepEqual(
    found,
    found.map(() => '1 of test/compiled/engine/value.js'),
  );
});

test('an import fails if a source has no compiled file', async (t) => {
  const copy = projectWithSources(t);
  copy.write({ 'test/a.test.ts': "import '../engine/value.js';\nimport '../engine/missing.js';\n" });
  const args = ['--import', './test/support/from-compiled.mjs', 'test/a.test.ts'];
  const { status, stderr } = await runProgram(process.execPath, args, { cwd: copy.directory });
  assert.equal(status, 1);
  assert.match(stderr, /Cannot find module .*test\/compiled\/engine\/missing\.js/);
});
