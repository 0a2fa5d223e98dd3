import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

/** From the ground up: a floor may import itself and those before it. Static data may be read by all. */
const floors = ['data', 'engine', 'workers', 'gateway'];
const root = fileURLToPath(new URL('..', import.meta.url));

interface Import {
  readonly from: string;
  readonly to: string;
}

/** The relative imports of a source, static and dynamic, and URLs made from `import.meta.url`; paths from the root. */
function importsOf(file: string): Import[] {
  const source = readFileSync(join(root, file), 'utf8');
  // A bare `../../` is the project's folder, not a module.
  const pattern =
    /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\w*\(\s*|\)\(\s*|new URL\(\s*)(['"`])(\.{1,2}\/[^'"`]*\w)\1/g;
  return [...source.matchAll(pattern)].map(([, , specifier = '']) => ({
    from: file,
    to: normalize(join(dirname(file), specifier)),
  }));
}

const files = floors.flatMap((floor) =>
  readdirSync(join(root, floor), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.m?[jt]sx?$/.test(name))
    .map((name) => join(floor, name)),
);
const imports = files.flatMap(importsOf);

test('imports point down the house: gateway, workers, engine', () => {
  const upward = imports.filter(({ from, to }) => {
    const [floor = '', target = ''] = [from, to].map((path) => path.split('/')[0]);
    return !floors.includes(target) || floors.indexOf(target) > floors.indexOf(floor);
  });
  assert.deepEqual(upward, []);
  assert.ok(imports.length > 100, 'the imports are not found');
});

test('the client imports nothing but itself: it runs in any project, and in browsers', () => {
  const client = files.filter((file) => file.startsWith('gateway/client/'));
  const specifiers = client.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/(?:\bfrom|\bimport)\s*\(?\s*(['"`])([^'"`]*)\1/g)].map(
      ([, , specifier = '']) => specifier,
    ),
  );
  const others = specifiers.filter((specifier) => !/^\.\/[\w-]+\.js$/.test(specifier));
  assert.deepEqual(others, []);
  assert.ok(specifiers.length > 10, 'the imports are not found');
});

test('only the adapter imports uWebSockets.js', () => {
  const importers = files.filter((file) => /from 'uWebSockets\.js'/.test(readFileSync(join(root, file), 'utf8')));
  assert.deepEqual(importers, ['gateway/http/uws.ts']);
});

test('the engine has no door but execute.ts: nobody else performs an operation', () => {
  const importers = imports.filter(
    ({ to, from }) => /^engine\/operations\/(run|sanitize|sort-dedupe)\.js$/.test(to) && !from.startsWith('engine/'),
  );
  assert.deepEqual(importers, []);
});

test('the engine imports no library when it starts: tools load theirs when they first run', () => {
  const atStart = files
    .filter((file) => file.startsWith('engine/'))
    .flatMap((file) => {
      const source = readFileSync(join(root, file), 'utf8');
      const packages = source.matchAll(/^(?:import|export) (?!type\b)[^;]*? from '([^.'][^']*)';$/gm);
      return [...packages].map(([, name = '']) => ({ file, name }));
    })
    .filter(({ name }) => !name.startsWith('node:'));
  const others = atStart.filter(({ name }) => !['ajv', 'lru-cache'].includes(name));
  assert.deepEqual(others, []);
  assert.deepEqual(
    new Set(atStart.map(({ name }) => name)),
    new Set(['ajv', 'lru-cache']),
    'the imports are not found',
  );
});
