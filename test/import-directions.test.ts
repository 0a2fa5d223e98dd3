import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

/** Rules that biome.json cannot express. It says which folder may import which, and `npm run check` enforces that. */
const floors = ['engine', 'workers', 'gateway'];
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

/** The modules that a module imports before its first statement runs; paths from the root, and packages by their names. */
function staticImportsOf(file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8');
  const statement = /^(?:import|export)\s(?!type\b)(?:[^;'"]*\sfrom\s)?\s*'([^']+)';$/gm;
  return [...source.matchAll(statement)].map(([, specifier = '']) =>
    specifier.startsWith('.') ? normalize(join(dirname(file), specifier)).replace(/\.js$/, '.ts') : specifier,
  );
}

function isPackage(imported: string): boolean {
  return !imported.endsWith('.ts') && !imported.startsWith('node:');
}

/** The cycles of a graph, each as the names on the way round. */
function cyclesOf(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const done = new Set<string>();
  const cycles: string[][] = [];
  const walk = (name: string, path: readonly string[]): void => {
    if (path.includes(name)) cycles.push([...path.slice(path.indexOf(name)), name]);
    if (done.has(name)) return;
    done.add(name);
    for (const next of edges.get(name) ?? []) walk(next, [...path, name]);
  };
  for (const name of edges.keys()) walk(name, []);
  return cycles;
}

test('no folders import each other, directly or indirectly', () => {
  const edges = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [folder, target] = [dirname(from), dirname(to)];
    // A file next to a folder of the same name is its public interface.
    if (folder === target || /\.(?:css|json|sql|txt)$/.test(to)) continue;
    edges.set(folder, (edges.get(folder) ?? new Set()).add(target));
  }
  assert.deepEqual(cyclesOf(edges), []);
  assert.ok(edges.size > 30, 'the test finds the imports');
});

test('every folder has a row in biome.json that says which folders it may import', () => {
  const { overrides } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8')) as {
    readonly overrides: readonly { readonly includes: readonly string[]; readonly linter?: object }[];
  };
  const rows = overrides.filter(({ linter }) => linter !== undefined).flatMap(({ includes }) => includes);
  const patterns = rows.map((row) => new RegExp(`^${row.replaceAll('.', '\\.').replaceAll('*', '[^/]+')}$`));
  const uncovered = files.filter((file) => /\.tsx?$/.test(file) && !patterns.some((pattern) => pattern.test(file)));
  assert.deepEqual(uncovered, []);
});

test('only the adapter imports uWebSockets.js', () => {
  const importers = files.filter((file) => /from 'uWebSockets\.js'/.test(readFileSync(join(root, file), 'utf8')));
  assert.deepEqual(importers, ['gateway/http/uws.ts']);
});

test('only the store imports better-sqlite3 and prepares SQL', () => {
  const users = files
    .filter((file) => {
      const source = readFileSync(join(root, file), 'utf8');
      return /from 'better-sqlite3'/.test(source) || /\.(?:prepare|exec|pragma)(?:<[^(]*>)?\(\s*['"`]/.test(source);
    })
    .map(dirname);
  assert.deepEqual(new Set(users), new Set(['gateway/store', 'gateway/store/moving', 'gateway/store/sqlite']));
});

test('operations run only through execute.ts of the engine', () => {
  const importers = imports.filter(
    ({ to, from }) => /^engine\/operations\/(run|sanitize|sort-dedupe)\.js$/.test(to) && !from.startsWith('engine/'),
  );
  assert.deepEqual(importers, []);
});

test('the engine imports no library when it starts: tools load theirs when they first run', () => {
  const atStart = files
    .filter((file) => file.startsWith('engine/'))
    .flatMap((file) => staticImportsOf(file).map((name) => ({ file, name })))
    .filter(({ name }) => isPackage(name));
  const others = atStart.filter(({ name }) => !['ajv', 'lru-cache'].includes(name));
  assert.deepEqual(others, []);
  assert.deepEqual(
    new Set(atStart.map(({ name }) => name)),
    new Set(['ajv', 'lru-cache']),
    'the test finds the imports',
  );
});

test('the command line loads no other package before it knows its command: a filter in a pipe would wait for it', () => {
  const seen = new Set(['gateway/cli/command-line.ts']);
  // A set gives the items that are added meanwhile, too.
  for (const file of seen) if (file.endsWith('.ts')) for (const each of staticImportsOf(file)) seen.add(each);
  const packages = [...seen].filter(isPackage);
  assert.deepEqual(packages.sort(), ['commander', 'ipaddr.js']);
  assert.ok(seen.has('gateway/cli/commands/run.ts'), 'the test finds the imports');
});
