import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startTestGateway } from '../../support/gateway.js';
import { runProgram } from '../../support/program.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const main = fileURLToPath(new URL('../../../gateway/cli/main.ts', import.meta.url));
const typescript = new URL('../../../gateway/boot/typescript.mjs', import.meta.url).href;
const textmill = (args: readonly string[], cwd: string) =>
  runProgram(process.execPath, ['--import', typescript, main, ...args], { cwd });

test('textmill openapi prints what a gateway serves, without one', async (t) => {
  const service = await startTestGateway(t);
  const folder = temporaryFolder(t);
  const { status, stdout, stderr } = await textmill(['openapi'], folder);
  assert.deepEqual([status, stderr], [0, '']);
  assert.ok(stdout.endsWith('}\n'));
  assert.deepEqual(JSON.parse(stdout), (await service.request('GET', '/openapi.json')).json);

  const written = await textmill(['openapi', '--output', 'a description.json'], folder);
  assert.deepEqual([written.status, written.stdout, written.stderr], [0, '', '']);
  assert.equal(readFileSync(join(folder, 'a description.json'), 'utf8'), stdout);
});

test('textmill openapi says why it cannot write', async (t) => {
  const folder = temporaryFolder(t);
  const { status, stdout, stderr } = await textmill(['openapi', '-o', 'nowhere/openapi.json'], folder);
  assert.deepEqual([status, stdout], [1, '']);
  assert.match(stderr, /^textmill: ENOENT: no such file or directory, open '.*nowhere\/openapi\.json'\n$/);
});
