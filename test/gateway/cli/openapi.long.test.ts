import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runCommand } from '../../support/command-line.js';
import { startTestGateway } from '../../support/gateway.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

test('textmill openapi prints the document of a gateway, without starting one', async (t) => {
  const service = await startTestGateway(t);
  const folder = temporaryFolder(t);
  const { code, stdout, stderr } = await runCommand(['openapi'], { folder });
  assert.deepEqual([code, stderr], [0, '']);
  assert.ok(stdout.endsWith('}\n'));
  assert.deepEqual(JSON.parse(stdout), (await service.request('GET', '/openapi.json')).json);
  const full = await runCommand(['openapi', '--full'], { folder });
  assert.deepEqual(JSON.parse(full.stdout), (await service.request('GET', '/docs/openapi-full.json')).json);

  const written = await runCommand(['openapi', '--output', 'a description.json'], { folder });
  assert.deepEqual([written.code, written.stdout, written.stderr], [0, '', '']);
  assert.equal(readFileSync(join(folder, 'a description.json'), 'utf8'), stdout);
});

test('textmill openapi reports why it cannot write', async (t) => {
  const folder = temporaryFolder(t);
  const { code, stdout, stderr } = await runCommand(['openapi', '-o', 'nowhere/openapi.json'], { folder });
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(stderr, /^textmill: ENOENT: no such file or directory, open '.*nowhere\/openapi\.json'\n$/);
});
