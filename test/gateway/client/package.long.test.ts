import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { sharedTestGateway } from '../../support/gateway.js';
import { readPage } from '../../support/pages.js';
import { runProgram } from '../../support/program.js';
import { installClient } from '../../support/published-package.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url));
const program = readFileSync(new URL('../../fixtures/clients/typed-client.ts.txt', import.meta.url), 'utf8');
/** Programs with one mistake each, and the compiler's error. */
const mistakes: readonly (readonly [string, RegExp])[] = [
  ["client.run('a', ['uppercase']);", /Type '"uppercase"' is not assignable/],
  ["client.run('a', ['find-replace']);", /Type '"find-replace"' is not assignable/],
  ["client.run('a', [{ toolSlug: 'dedupe-sort', config: { order: 'down' } }]);", /Type '"down"' is not assignable/],
  ["client.run('a', [{ toolSlug: 'trim-lines', config: { order: 'desc' } }]);", /'order' does not exist/],
  ["client.sanitize(['a'], { keepParam: ['ref'] });", /'keepParam' does not exist/],
  ["client.sortDedupe('a');", /Argument of type 'string' is not assignable/],
  ["client.tool('a').then((tool) => tool.name);", /Property 'name' does not exist/],
];
const settings = {
  nodenext: { module: 'nodenext' },
  node16: { module: 'node16' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
} as const;
const surroundings = {
  'Node.js': { lib: ['es2023'], types: ['node'] },
  browsers: { lib: ['es2023', 'dom'], types: [] },
} as const;

const folder = temporaryFolder({ after });
const installed = await installClient(folder);
symlinkSync(join(modules, '@types'), join(folder, 'node_modules/@types'));
symlinkSync(join(modules, 'undici-types'), join(folder, 'node_modules/undici-types'));
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
writeFileSync(join(folder, 'right.ts'), program);
const wrong = [
  "import { createClient } from 'textmill-client';",
  "export const client = createClient({ baseUrl: 'https://a.example' });",
];
writeFileSync(join(folder, 'wrong.ts'), [...wrong, ...mistakes.map(([mistake]) => mistake)].join('\n'));

/** Compiles a program and the declarations of the package with the strictest options. */
async function compile(files: readonly string[], options: object, compiler = 'typescript') {
  const config = join(folder, 'tsconfig.json');
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    target: 'es2022',
    outDir: 'out',
    ...options,
  };
  writeFileSync(config, JSON.stringify({ compilerOptions, files }));
  return runProgram(process.execPath, [join(modules, compiler, 'bin/tsc'), '-p', config], { cwd: folder });
}

describe('a program with textmill-client', () => {
  for (const [resolution, options] of Object.entries(settings)) {
    for (const [place, library] of Object.entries(surroundings)) {
      test(`compiles for ${place} (${resolution}), unless it is wrong`, async () => {
        const { stdout } = await compile(['right.ts', 'wrong.ts'], { ...options, ...library });
        const complaints = stdout.split(/^(?=\S+\(\d+,\d+\): )/m);
        assert.deepEqual(
          complaints.filter((text) => !text.startsWith('wrong.ts(')),
          [],
        );
        for (const [index, [, message]] of mistakes.entries()) {
          const line = index + wrong.length + 1;
          assert.match(complaints.find((text) => text.startsWith(`wrong.ts(${line},`)) ?? '', message);
        }
      });
    }
  }

  test('runs', async () => {
    const compiled = await compile(['right.ts'], { ...settings.nodenext, ...surroundings['Node.js'] });
    assert.deepEqual([compiled.status, compiled.stdout], [0, '']);
    const gateway = await sharedTestGateway();
    const main = `import { report } from ${JSON.stringify(pathToFileURL(join(folder, 'out/right.js')).href)};
      console.log(JSON.stringify(await report(...process.argv.slice(2))));`;
    writeFileSync(join(folder, 'main.mjs'), main);
    const args = [join(folder, 'main.mjs'), gateway.url, (await gateway.key()).secret];
    const { status, stdout, stderr } = await runProgram(process.execPath, args);
    assert.equal(status, 0, stderr);
    assert.deepEqual(JSON.parse(stdout), {
      result: 'b\na',
      steps: 2,
      sanitized: ['https://a.example/'],
      output: 'b\na',
      count: (await loadCatalogue()).size,
      slug: 'find-replace',
      refusal: [400, 'No steps provided'],
    });
  });
});

test('a CommonJS program compiles with TypeScript 5 and 7, and runs', async () => {
  writeFileSync(join(folder, 'right.cts'), program);
  const gateway = await sharedTestGateway();
  const args = [gateway.url, (await gateway.key()).secret];
  for (const compiler of ['typescript', 'typescript-5']) {
    for (const each of ['node16', 'nodenext'] as const) {
      const options = { ...settings[each], ...surroundings['Node.js'] };
      const compiled = await compile(['right.cts'], options, compiler);
      assert.deepEqual([compiled.status, compiled.stdout], [0, ''], `${compiler} ${each}`);
    }
  }
  writeFileSync(
    join(folder, 'main.cjs'),
    "require('./out/right.cjs').report(...process.argv.slice(2)).then(({ result, refusal }) => console.log(result, refusal));",
  );
  const { stdout, stderr } = await runProgram(process.execPath, [join(folder, 'main.cjs'), ...args]);
  assert.equal(stdout, "b\na [ 400, 'No steps provided' ]\n", stderr);
});

/** The Node.js of the tests, those of the PATH, and those that TEXTMILL_TEST_NODES names: paths with : between them. */
function nodes(): readonly string[] {
  const { PATH = '', TEXTMILL_TEST_NODES = '' } = process.env;
  const found = PATH.split(delimiter).map((place) => join(place, 'node'));
  const others = TEXTMILL_TEST_NODES.split(delimiter).filter((path) => path !== '');
  return [...new Set([process.execPath, ...found, ...others])].filter((path) => existsSync(path));
}

test('it runs by import, by require and from a bundle, under every Node.js that is there', async (t) => {
  const use = `createClient({ baseUrl: process.argv[2], apiKey: process.argv[3] })
    .run(' b', ['trim-lines']).then(({ result }) => console.log(result, TextmillError.name), console.log);`;
  writeFileSync(join(folder, 'use.mjs'), `import { createClient, TextmillError } from 'textmill-client';\n${use}`);
  writeFileSync(join(folder, 'use.cjs'), `const { createClient, TextmillError } = require('textmill-client');\n${use}`);
  const options = ['--bundle', '--minify', '--platform=browser', '--format=iife', '--outfile=bundle.cjs', 'use.mjs'];
  const bundled = await runProgram(join(modules, '.bin/esbuild'), options, { cwd: folder });
  assert.equal(bundled.status, 0, bundled.stderr);
  const gateway = await sharedTestGateway();
  const args = [gateway.url, (await gateway.key()).secret];
  const versions = new Set<string>();
  for (const node of nodes()) {
    const version = (await runProgram(node, ['--version'])).stdout.trim();
    if (versions.has(version) || Number(/\d+/.exec(version)) < 18) continue;
    versions.add(version);
    for (const [name, error] of [
      ['use.mjs', 'TextmillError'],
      ['use.cjs', 'TextmillError'],
      ['bundle.cjs', '\\w+'],
    ] as const) {
      const { stdout, stderr } = await runProgram(node, [join(folder, name), ...args]);
      assert.match(stdout, new RegExp(`^b ${error}\n$`), `${version} ${name} ${stderr}`);
    }
  }
  t.diagnostic([...versions].join(' '));
});

test('the package has at most 60 KB, no dependency, what its package.json names, and the version of the project', async (t) => {
  const pack = ['pack', '--json', '--ignore-scripts', '--offline'];
  const { stdout, stderr, status } = await runProgram('npm', pack, { cwd: installed });
  assert.equal(status, 0, stderr);
  const [{ files, filename }] = JSON.parse(stdout) as [{ files: readonly { path: string }[]; filename: string }];
  const { size } = statSync(join(installed, filename));
  t.diagnostic(`${size} bytes`);
  assert.ok(size <= 60_000, `${size} bytes`);
  const packed = new Set(files.map(({ path }) => `./${path}`));
  const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
  const [client, whole] = [read(join(installed, 'package.json')), read(join(modules, '../package.json'))];
  const named = [client.main, client.module, client.types, ...Object.values<string>(client.exports['.'].require)];
  for (const path of [...named, ...Object.values<string>(client.exports['.'].default), './LICENSE', './README.md'])
    assert.ok(packed.has(path), path);
  for (const name of ['dependencies', 'optionalDependencies', 'peerDependencies', 'devDependencies', 'private'])
    assert.equal(client[name], undefined, name);
  for (const name of ['version', 'license', 'author', 'homepage', 'bugs', 'publishConfig'])
    assert.deepEqual(client[name], whole[name], name);
  assert.deepEqual(client.repository, { ...whole.repository, directory: 'gateway/client' });
});

/** The programs of the README, each with its output. */
const examples = [...readPage('gateway/client/README.md').matchAll(/^```ts\n(.*?)^```\n+```text\n(.*?)^```$/gms)].map(
  ([, example = '', output = '']) => ({ example, output }),
);

test("the examples of the client's README compile, and print what the README says", async () => {
  assert.ok(examples.length >= 2);
  const names = examples.map((_, index) => `example${index}.ts`);
  for (const [index, name] of names.entries()) writeFileSync(join(folder, name), examples[index]?.example ?? '');
  const options = { exactOptionalPropertyTypes: false, ...settings.nodenext, ...surroundings['Node.js'] };
  const compiled = await compile(names, options);
  assert.deepEqual([compiled.status, compiled.stdout], [0, '']);
  const gateway = await sharedTestGateway();
  const environment = { TEXTMILL_URL: gateway.url, TEXTMILL_API_KEY: (await gateway.key()).secret };
  for (const [index, { output }] of examples.entries()) {
    const ended = await runProgram(process.execPath, [join(folder, `out/example${index}.js`)], { environment });
    assert.deepEqual(ended, { status: 0, stdout: output, stderr: '' });
  }
});
