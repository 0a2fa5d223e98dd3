import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Which folders each folder may import, beside what is in it. A folder without a row of its own belongs to the next one
 * above it that has one; a row is for the files of its folder, not for those of a row below it.
 */
const allowed: Readonly<Record<string, string>> = {
  'engine/core': 'engine/kernels',
  'engine/kernels': '',
  'engine/text': 'engine/core engine/kernels',
  'engine/tools': 'engine/core engine/text',
  'engine/catalogue': 'engine/core engine/text',
  'engine/operations': 'engine/core engine/kernels engine/text engine/catalogue',
  'engine/own-tools': 'engine/core engine/text engine/catalogue engine/operations',
  engine: 'engine/core engine/kernels engine/catalogue engine/operations engine/own-tools',
  workers: 'engine engine/core engine/operations engine/own-tools',
  'gateway/core': 'engine/core',
  'gateway/client': 'engine',
  'gateway/server/storage': 'engine/core gateway/core',
  'gateway/server/limits': 'gateway/core gateway/server/storage',
  'gateway/server/keys': 'engine/core engine/text gateway/core gateway/server/storage',
  'gateway/server/config': 'gateway/core gateway/server/keys gateway/server/storage',
  'gateway/server/tls': 'gateway/core gateway/server/config',
  'gateway/server/http': 'workers gateway/core gateway/server/tls',
  'gateway/server/sessions': 'gateway/core gateway/server/http gateway/server/keys gateway/server/storage',
  'gateway/server/telemetry':
    'workers gateway/core gateway/server/config gateway/server/http gateway/server/keys gateway/server/storage',
  'gateway/server/webhooks': 'gateway/core gateway/server/storage gateway/server/telemetry',
  'gateway/server/pipeline':
    'engine/core engine/operations workers gateway/core gateway/server/config gateway/server/http gateway/server/keys ' +
    'gateway/server/limits gateway/server/sessions gateway/server/storage gateway/server/telemetry',
  'gateway/server/endpoints/openapi': 'engine engine/core engine/catalogue engine/operations gateway/core',
  'gateway/server/endpoints':
    'engine/core engine/catalogue engine/operations gateway/core gateway/console gateway/console/reference gateway/mcp ' +
    'gateway/server/config gateway/server/endpoints/openapi gateway/server/http gateway/server/keys ' +
    'gateway/server/limits gateway/server/pipeline gateway/server/sessions gateway/server/storage gateway/server/telemetry',
  'gateway/server':
    'engine engine/core engine/catalogue engine/own-tools workers gateway/core gateway/mcp gateway/supervisor gateway/server/config ' +
    'gateway/server/endpoints gateway/server/http gateway/server/keys gateway/server/limits gateway/server/pipeline ' +
    'gateway/server/sessions gateway/server/storage gateway/server/telemetry gateway/server/tls gateway/server/webhooks',
  'gateway/supervisor':
    'engine engine/core engine/catalogue engine/operations gateway/core gateway/server/http gateway/server/storage',
  'gateway/mcp':
    'engine engine/core engine/catalogue engine/operations workers gateway/core gateway/server/http ' +
    'gateway/server/endpoints/openapi gateway/server/pipeline',
  'gateway/console/reference': 'gateway/console gateway/core gateway/server/endpoints/openapi',
  'gateway/console/app':
    'engine engine/core engine/text engine/catalogue gateway/client gateway/console gateway/console/engine gateway/core ' +
    'gateway/server/keys',
  'gateway/console/engine': 'engine engine/core engine/text gateway/core',
  'gateway/console': 'engine/core engine/catalogue gateway/core',
  'gateway/cli':
    'engine engine/core engine/text engine/catalogue engine/operations engine/own-tools workers gateway/client ' +
    'gateway/console gateway/core gateway/mcp gateway/supervisor gateway/server gateway/server/config ' +
    'gateway/server/endpoints gateway/server/endpoints/openapi gateway/server/keys gateway/server/sessions ' +
    'gateway/server/storage gateway/server/tls',
  'gateway/build/site': 'engine/core engine/catalogue gateway/console gateway/core gateway/server/endpoints',
  'gateway/build/docs':
    'engine engine/catalogue engine/operations gateway/console gateway/mcp gateway/server/config gateway/server/telemetry',
};

interface Import {
  readonly specifier: string;
  readonly from: string;
  readonly to: string;
}

/** Returns the path from the root that an import names; undefined for a package. */
function pathOf(specifier: string, from: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? normalize(join(dirname(from), specifier)) : undefined;
}

const comment = String.raw`(?:\/\*(?:[^*]|\*(?!\/))*\*\/|\/\/.*\n|\s)*`;
const importStart = String.raw`\bfrom${comment}|\bimport${comment}(?:\(${comment})?|\brequire[\w.]*\(${comment}|\)\(${comment}|new URL\(${comment}`;
/** Static and dynamic imports, `require`, also that of `createRequire`, and URLs made from `import.meta.url`. */
const importPattern = new RegExp(String.raw`(?:${importStart})(['"\`])([^'"\`\s]*\w)\1`, 'g');

/** The strings by which a source names what it imports: paths, packages and modules of Node.js. */
function specifiersOf(file: string): string[] {
  return [...readFileSync(join(root, file), 'utf8').matchAll(importPattern)].map(([, , specifier = '']) => specifier);
}

/** The imports of a source from the project. */
function importsOf(file: string): Import[] {
  // A bare `../../` is the project's folder, not a module.
  return specifiersOf(file).flatMap((specifier) => {
    const to = /^(?:\.{1,2}\/|#)/.test(specifier) ? pathOf(specifier, file) : undefined;
    return to === undefined ? [] : [{ specifier, from: file, to }];
  });
}

/** What a source starts as a thread or a process, or reads: `entryFile` and `programFile` get its path from the root. */
function openedBy(file: string): Import[] {
  const source = readFileSync(join(root, file), 'utf8');
  return [...source.matchAll(/\b(?:entryFile|programFile)\(\s*(['"])([^'"\n]+)\1/g)].map(([, , to = '']) => ({
    specifier: to,
    from: file,
    to,
  }));
}

const files = ['engine', 'workers', 'gateway'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.m?[jt]sx?$/.test(name))
    // It is compiled by itself.
    .filter((name) => !name.startsWith(join('kernels', 'assembly')))
    .map((name) => join(folder, name)),
);
const imports = files.flatMap(importsOf);

/** The modules that a module imports before its first statement runs; paths from the root, and packages by their names. */
function staticImportsOf(file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8');
  const statement = /^(?:import|export)\s(?!type\b)(?:[^;'"]*\sfrom\s)?\s*'([^']+)';$/gm;
  return [...source.matchAll(statement)].map(
    ([, specifier = '']) => pathOf(specifier, file)?.replace(/\.js$/, '.ts') ?? specifier,
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

test('the pattern finds each kind of import', () => {
  const found = (source: string) => [...source.matchAll(importPattern)].map(([, , specifier]) => specifier);
  assert.deepEqual(found("import { a } from 'a';\nimport 'b';\nexport * from './c.js';"), ['a', 'b', './c.js']);
  assert.deepEqual(found("await import('a'); import(/* one */ // two\n  `#b/c.js`);"), ['a', '#b/c.js']);
  assert.deepEqual(found("require('a'); require.resolve('b'); createRequire(import.meta.url)('c')"), ['a', 'b', 'c']);
  assert.deepEqual(found("new URL('./a.js', import.meta.url)"), ['./a.js']);
});

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

/** Returns the row of {@link allowed} that a file belongs to. */
function rowOf(file: string): string {
  let folder = dirname(file);
  while (folder !== '.' && allowed[folder] === undefined) folder = dirname(folder);
  return folder;
}

/** Whether a file of a tool imports one in the folder of the same tool, `engine/tools/<category>/<slug>/`. */
function isOfSameTool({ from, to }: Import): boolean {
  const [, tool] = /^(engine\/tools\/[^/]+\/[^/]+?)(?:\.ts$|\/)/.exec(from) ?? [];
  return tool !== undefined && to.startsWith(`${tool}/`);
}

test('a tool imports files of its own folder, and none of another tool', () => {
  const isAllowed = (from: string, to: string) => isOfSameTool({ from, to, specifier: '' });
  assert.ok(isAllowed('engine/tools/json/json-diff.ts', 'engine/tools/json/json-diff/json-diff.js'));
  assert.ok(isAllowed('engine/tools/json/json-diff/json-diff.ts', 'engine/tools/json/json-diff/other.js'));
  assert.ok(!isAllowed('engine/tools/json/json-diff.ts', 'engine/tools/json/json-patch/json-patch.js'));
  assert.ok(!isAllowed('engine/tools/json/json-diff.ts', 'engine/tools/json/json-patch.js'));
  assert.ok(!isAllowed('engine/tools/json/json-diff/json-diff.ts', 'engine/tools/json/json-diff.js'));
});

test('a folder imports only what its row allows', () => {
  const rows = new Map(Object.entries(allowed).map(([row, folders]) => [row, new Set(folders.split(' '))]));
  const scripts = imports.filter(({ from }) => from.startsWith('gateway/build/') && from.endsWith('.mjs'));
  const forbidden = imports.filter((each) => {
    const [from, to] = [rowOf(each.from), rowOf(each.to)];
    if (from === 'engine/tools' && to === from) return !isOfSameTool(each);
    const isData = each.to.startsWith('data/');
    return from !== to && !isData && rows.get(from)?.has(to) !== true && !scripts.includes(each);
  });
  assert.deepEqual(forbidden, []);
  const used = new Set(imports.map(({ from, to }) => `${rowOf(from)} ${rowOf(to)}`));
  const unused = [...rows].flatMap(([row, folders]) => [...folders].map((folder) => `${row} ${folder}`));
  assert.deepEqual(
    unused.filter((pair) => !pair.endsWith(' ') && !used.has(pair)),
    [],
    'every permission is needed',
  );
});

/** What a module starts or reads from the folder of another row. */
const opened: readonly (readonly [string, string])[] = [
  ['engine/catalogue/tool-files.ts', 'engine/tools'],
  ['engine/own-tools/tool-set.ts', 'engine/index'],
  ['gateway/console/console-files.ts', 'gateway/build/bundle-console.mjs'],
  ['gateway/supervisor/current-entry.ts', 'gateway/server/gateway-process'],
  // The bundler has no types and is no part of a release.
  ['gateway/build/site/site.ts', 'gateway/build/bundle-console.mjs'],
];

test('only listed modules start or read files that their row does not allow them to import', () => {
  const all = files.flatMap(openedBy);
  const others = all.filter(({ from, to }) => {
    const row = allowed[to] === undefined ? rowOf(to) : to;
    return rowOf(from) !== row && !to.startsWith('data/') && allowed[rowOf(from)]?.split(' ').includes(row) !== true;
  });
  assert.deepEqual(
    others.map(({ from, to }) => [from, to]),
    opened,
  );
  assert.ok(all.length > opened.length + 5, 'the test finds the paths');
});

test('the client imports no package and no module of Node.js, and only types from outside: it runs in browsers', () => {
  const client = files.filter((file) => file.startsWith('gateway/client/'));
  const named = client.flatMap((file) => specifiersOf(file).map((specifier) => ({ file, specifier })));
  assert.deepEqual(
    named.filter(({ specifier }) => !/^(?:\.{1,2}\/|#)/.test(specifier)),
    [],
  );
  const loaded = client.flatMap(staticImportsOf).filter((name) => !name.startsWith('gateway/client/'));
  assert.deepEqual(loaded, []);
  assert.ok(named.length > 10, 'the test finds the imports');
});

/** Returns the part of the project that a file is in: engine, workers, or a folder of gateway. */
function partOf(file: string): string {
  return file
    .split('/')
    .slice(0, file.startsWith('gateway/') ? 2 : 1)
    .join('/');
}

test('a module of another part of the project is named from the root, except by a package of its own', () => {
  const sources = imports.filter(({ from, to }) => /\.tsx?$/.test(from) && to.endsWith('.js'));
  // Names from the root are in the package.json of the project, and the client has one itself.
  const wrong = sources.filter(
    ({ specifier, from, to }) =>
      specifier.startsWith('#') === from.startsWith('gateway/client/') && partOf(from) !== partOf(to),
  );
  assert.deepEqual(wrong, []);
});

test('only the adapter imports uWebSockets.js', () => {
  const importers = files.filter((file) => specifiersOf(file).includes('uWebSockets.js'));
  assert.deepEqual(importers, ['gateway/server/http/uws.ts']);
});

test('only the store imports better-sqlite3 and prepares SQL', () => {
  const users = files
    .filter((file) => {
      const source = readFileSync(join(root, file), 'utf8');
      return (
        specifiersOf(file).includes('better-sqlite3') || /\.(?:prepare|exec|pragma)(?:<[^(]*>)?\(\s*['"`]/.test(source)
      );
    })
    .map(dirname);
  assert.deepEqual(
    new Set(users),
    new Set(['gateway/server/storage', 'gateway/server/storage/moving', 'gateway/server/storage/sqlite']),
  );
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
