import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readPage } from '../support/pages.js';
import { runProgram, unlessInstalled } from '../support/program.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const project = fileURLToPath(new URL('../../', import.meta.url));
const modules = join(project, 'node_modules');
/** The programs of the page, each with its output. */
const examples = [...readPage('engine/LIBRARY.md').matchAll(/^```ts\n(.*?)^```$\n+```text\n(.*?)^```$/gms)].map(
  ([, example = '', output = '']) => ({ example, output }),
);

const folder = temporaryFolder({ after });
const installed = join(folder, 'node_modules/textmill');

/** Runs a module in the folder. */
function runModule(name: string, source: string) {
  writeFileSync(join(folder, name), source);
  return runProgram(process.execPath, [join(folder, name)], { cwd: folder });
}

/** Returns the files that a file of the package imports, directly or not, and itself. */
function importedBy(entry: string, all: Set<string>): void {
  if (all.has(entry)) return;
  all.add(entry);
  const source = readFileSync(entry, 'utf8');
  for (const [, path = ''] of source.matchAll(/\b(?:from|import)\s*\(?["'](\.[^"']+)["']/g)) {
    importedBy(join(dirname(entry), path), all);
  }
}

function filesBelow(directory: string, ending: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(directory, name));
}

describe('textmill/engine in an empty folder, without any other package', { concurrency: false }, () => {
  before(async () => {
    const content = join(folder, 'content');
    const script = `import { writePackage } from ${JSON.stringify(join(project, 'gateway/build/package.mjs'))};
      await writePackage(${JSON.stringify(project)}, ${JSON.stringify(content)});`;
    mkdirSync(content);
    const written = await runModule('write.mjs', script);
    assert.equal(written.status, 0, written.stderr);
    const packed = await runProgram('npm', ['pack', content, '--offline', '--silent'], { cwd: folder });
    assert.equal(packed.status, 0, packed.stderr);
    mkdirSync(dirname(installed));
    const unpacked = await runProgram('tar', ['-xzf', packed.stdout.trim(), '-C', 'node_modules'], { cwd: folder });
    assert.equal(unpacked.status, 0, unpacked.stderr);
    renameSync(join(folder, 'node_modules/package'), installed);
    writeFileSync(join(folder, 'package.json'), '{ "type": "module", "dependencies": { "textmill": "*" } }');
  });

  test('a program compiles with the strictest options, and without the types of Node.js', async () => {
    assert.ok(examples.length >= 3);
    const names = examples.map((_, index) => `example${index}.ts`);
    for (const [index, name] of names.entries()) {
      writeFileSync(
        join(folder, name),
        `declare const console: { log(...values: unknown[]): void };\n${examples[index]?.example}`,
      );
    }
    for (const resolution of [{ module: 'nodenext' }, { module: 'esnext', moduleResolution: 'bundler' }]) {
      const compilerOptions = {
        ...{ strict: true, exactOptionalPropertyTypes: true, target: 'es2022', outDir: 'out' },
        ...{ lib: ['es2023'], types: [], ...resolution },
      };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: names }));
      const compiler = [join(modules, 'typescript/bin/tsc'), '-p', join(folder, 'tsconfig.json')];
      const { status, stdout } = await runProgram(process.execPath, compiler, { cwd: folder });
      assert.deepEqual([status, stdout], [0, '']);
    }
  });

  const runtimes: readonly (readonly [name: string, command: string, args: readonly string[]])[] = [
    ['Node.js', process.execPath, []],
    ['Bun', 'bun', ['run']],
    ['Deno', 'deno', ['run', '--node-modules-dir=manual', '--allow-read', '--allow-env']],
  ];
  for (const [name, command, args] of runtimes) {
    test(`the examples of the page print under ${name} what the page says`, {
      skip: unlessInstalled(command),
    }, async () => {
      for (const [index, { output }] of examples.entries()) {
        const { status, stdout, stderr } = await runProgram(
          command,
          [...args, join(folder, `out/example${index}.js`)],
          {
            cwd: folder,
            environment: { NO_COLOR: '1' },
          },
        );
        assert.equal(status, 0, stderr);
        // Each runtime has its own way to show an object on one line or several.
        const flat = (text: string) => text.replace(/\s+|,(?=\s*[\]}])|"|'/g, '');
        assert.equal(flat(stdout), flat(output));
      }
    });

    test(`tools with libraries run under ${name}`, { skip: unlessInstalled(command) }, async () => {
      const program = `
        import { createEngine, tools } from 'textmill/engine';
        const { run, runMany } = createEngine();
        const failed = [];
        for (const slug of tools.slugs) {
          const { examples: [{ input, config, output }] } = await tools.describe(slug);
          const found = await run(input, [{ toolSlug: slug, config: config ?? {} }]).then(({ result }) => result, String);
          if (found !== output) failed.push(slug);
        }
        const { results } = await runMany(['b', '{'], ['json-minifier']);
        console.log(JSON.stringify([failed, results.map(({ code }) => code), (await tools.search('csv to json', 1))[0].slug]));`;
      writeFileSync(join(folder, 'tools.mjs'), program);
      const { status, stdout, stderr } = await runProgram(command, [...args, join(folder, 'tools.mjs')], {
        cwd: folder,
      });
      assert.equal(status, 0, stderr);
      assert.deepEqual(JSON.parse(stdout), [[], ['step-failed', 'step-failed'], 'csv-json-converter']);
    });
  }

  test('it is at most 3 MB without the libraries of tools', () => {
    const files = new Set<string>();
    importedBy(join(installed, 'index.mjs'), files);
    for (const tool of filesBelow(join(installed, 'engine/tools'), '.mjs')) importedBy(tool, files);
    for (const declaration of filesBelow(join(installed, 'engine'), '.d.ts')) files.add(declaration);
    files.add(join(installed, 'data/tracking-parameters.json'));
    const bytes = [...files].reduce((sum, file) => sum + statSync(file).size, 0);
    assert.ok(files.size > 300, 'the test finds the files');
    assert.ok(bytes < 3_000_000, `${bytes} bytes`);
  });

  test('importing it takes at most 50 ms of processor time', async () => {
    const times: number[] = [];
    for (let i = 0; i < 5; i++) {
      const { stdout } = await runModule(
        'import.mjs',
        `const before = process.cpuUsage();
         await import('textmill/engine');
         const { user, system } = process.cpuUsage(before);
         console.log((user + system) / 1_000);`,
      );
      times.push(Number(stdout));
    }
    assert.ok(Math.min(...times) <= 50, `${times} ms`);
  });

  test('its declarations have these names and types: a change is on purpose', () => {
    const declarations = ['create-engine', 'library', 'own-tools/invalid-tool', 'own-tools/tool-definition', 'index'];
    const found = declarations.map((name) => readFileSync(join(installed, `engine/${name}.d.ts`), 'utf8')).join('');
    const surface = found.replace(/^ *\/\*\*.*?\*\/\n/gms, '');
    const file = join(project, 'test/fixtures/engine-surface.txt');
    if (process.env.TEXTMILL_RECORD_SURFACE === 'true') writeFileSync(file, surface);
    assert.equal(surface, readFileSync(file, 'utf8'), 'TEXTMILL_RECORD_SURFACE=true writes the file again');
  });
});
