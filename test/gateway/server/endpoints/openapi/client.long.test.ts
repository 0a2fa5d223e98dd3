import assert from 'node:assert/strict';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { generateApi } from 'swagger-typescript-api';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { adminToken, startTestGateway } from '../../../../support/gateway.js';
import { runProgram } from '../../../../support/program.js';
import { temporaryFolder } from '../../../../support/temporary-folder.js';

const project = fileURLToPath(new URL('../../../../../', import.meta.url));
const roundTrip = new URL('../../../../fixtures/clients/round-trip.ts.txt', import.meta.url);
const compiler = { strict: true, noUncheckedIndexedAccess: true, noImplicitOverride: true, noImplicitReturns: true };

test('a generated client compiles, knows the options of tools, and calls every endpoint', async (t) => {
  const service = await startTestGateway(t);
  const folder = temporaryFolder(t);
  const description = join(folder, 'openapi.json');
  writeFileSync(description, (await service.request('GET', '/docs/openapi-full.json')).bytes);
  await generateApi({
    input: description,
    output: folder,
    fileName: 'client.ts',
    httpClientType: 'fetch',
    generateUnionEnums: true,
    moduleNameFirstTag: true,
    silent: true,
  });

  writeFileSync(join(folder, 'round-trip.ts'), readFileSync(roundTrip));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
  const compilerOptions = { ...compiler, target: 'es2022', module: 'nodenext', lib: ['es2023', 'dom', 'dom.iterable'] };
  const settings = {
    compilerOptions: { ...compilerOptions, types: ['node'], outDir: 'out' },
    files: ['round-trip.ts'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  const compiled = await runProgram(join(project, 'node_modules/.bin/tsc'), ['-p', folder]);
  assert.deepEqual([compiled.status, compiled.stdout], [0, '']);

  const { secret } = await service.key();
  const program = join(folder, 'out', 'round-trip.js');
  const { status, stdout, stderr } = await runProgram(process.execPath, [program, service.url, secret, adminToken]);
  assert.equal(status, 0, stderr);
  assert.deepEqual(JSON.parse(stdout), {
    result: 'b\na',
    steps: 2,
    sanitized: ['https://a.example/'],
    output: 'b\na',
    count: (await loadCatalogue()).size,
    slug: 'find-replace',
    labels: ['round trip'],
    isNewSecret: true,
    origins: ['https://app.example'],
    label: null,
    used: 0,
    isRevoked: true,
    refusal: [401, 'Invalid API key'],
  });
});
