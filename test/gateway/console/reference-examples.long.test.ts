import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { examplesIn, testExamplesIn } from '../../support/code-examples.js';
import { runProgram, unlessInstalled } from '../../support/program.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const project = fileURLToPath(new URL('../../../', import.meta.url));

for (const language of ['curl', 'typescript']) testExamplesIn(language, true);
// `reference-examples.full.test.ts` runs each of these, and those in Go, for which Go has to compile its library.
testExamplesIn('python', false);

test('the examples in TypeScript have no type errors', async (t) => {
  const folder = temporaryFolder(t);
  for (const [index, code] of examplesIn('typescript').entries()) writeFileSync(join(folder, `${index}.mts`), code);
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(project, 'node_modules/@types'), join(folder, 'node_modules/@types'));
  const options = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    target: 'es2022',
    types: ['node'],
    skipLibCheck: true,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['*.mts'] }));
  const { status, stdout } = await runProgram(join(project, 'node_modules/.bin/tsc'), ['-p', folder]);
  assert.deepEqual([stdout, status], ['', 0]);
});

test('the examples in Go are formatted and have no syntax errors', {
  skip: unlessInstalled('/usr/bin/gofmt'),
}, async (t) => {
  const folder = temporaryFolder(t);
  const examples = examplesIn('go');
  for (const [index, code] of examples.entries()) writeFileSync(join(folder, `${index}.go`), `${code}\n`);
  // Lists the files that it would format in another way.
  const { status, stdout, stderr } = await runProgram('gofmt', ['-e', '-l', folder]);
  assert.deepEqual([status, stdout, stderr], [0, '', '']);
});
