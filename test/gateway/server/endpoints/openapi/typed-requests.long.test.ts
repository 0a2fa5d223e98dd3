import assert from 'node:assert/strict';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { endpoints } from '#gateway/server/endpoints/endpoints.js';
import { openApiDocument } from '#gateway/server/endpoints/openapi/document.js';
import { blocksOf, readPage } from '../../../../support/pages.js';
import { runProgram, unlessInstalled } from '../../../../support/program.js';
import { temporaryFolder } from '../../../../support/temporary-folder.js';

const project = fileURLToPath(new URL('../../../../../', import.meta.url));
const fixture = new URL('../../../../fixtures/clients/typed-requests.ts.txt', import.meta.url);
const document = openApiDocument(await loadCatalogue(), '1.4.0', endpoints);

/** The requests of the pages as declarations: a request that gets an error must be a compiler error too. */
function pageRequests(): string {
  const blocks = ['README.md', 'gateway/API.md'].flatMap((path) => blocksOf(readPage(path))).map(({ text }) => text);
  const requests = blocks.flatMap((text, index) => {
    const [, path, body = ''] =
      /^curl .*127\.0\.0\.1:8080(\/v1\/[\w-]+|\/keys) .* -d '(.*)'$/s.exec(text.trimEnd()) ?? [];
    if (path === undefined) return [];
    const isMistake = blocks[index + 1]?.startsWith('{ "error"') === true;
    const declaration = `export const page${index}: Body<'${path}'> = ${JSON.stringify(JSON.parse(body))};`;
    return [isMistake ? `// @ts-expect-error -- it is refused\n${declaration}` : declaration];
  });
  assert.ok(requests.length >= 4, requests.join('\n'));
  return requests.join('\n');
}

/** Not a dependency: it needs TypeScript 5, and the project has 7. */
const skip = unlessInstalled('openapi-typescript');

test('openapi-typescript with its defaults accepts requests that leave out fields with defaults', {
  skip,
}, async (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
  const args = [join(folder, 'openapi.json'), '-o', join(folder, 'schema.ts')];
  const generated = await runProgram('openapi-typescript', args);
  assert.equal(generated.status, 0, generated.stderr);
  assert.match(
    readFileSync(join(folder, 'schema.ts'), 'utf8'),
    /\(default: "asc"\) \*\/\n\s*order\?: "asc" \| "desc";/,
  );

  const source = readFileSync(fixture, 'utf8').replace('// PAGES', () => pageRequests());
  writeFileSync(join(folder, 'typed-requests.ts'), source);
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
  const compilerOptions = { strict: true, exactOptionalPropertyTypes: true, noEmit: true, types: [] };
  const settings = { compilerOptions: { ...compilerOptions, module: 'nodenext' }, files: ['typed-requests.ts'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const compiled = await runProgram(join(project, 'node_modules/.bin/tsc'), ['-p', folder]);
  assert.deepEqual([compiled.status, compiled.stdout], [0, '']);
});

test('every default of an input is in the document, and none is outside the type of a property', () => {
  const stray: string[] = [];
  let defaults = 0;
  const look = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, property] of Object.entries((value as { properties?: object }).properties ?? {})) {
      if (typeof property === 'object' && property !== null && 'default' in property) stray.push(`${path}.${name}`);
      const [inner] = (property as { allOf?: { default?: unknown }[] }).allOf ?? [];
      if (inner?.default !== undefined) defaults++;
    }
    for (const [name, member] of Object.entries(value)) look(member, `${path}.${name}`);
  };
  look(document.components.schemas, '');
  assert.deepEqual(stray, []);
  assert.ok(defaults > 300, String(defaults));
});
