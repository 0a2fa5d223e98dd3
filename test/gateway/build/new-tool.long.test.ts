import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runProgram } from '../../support/program.js';
import { copyProject } from '../../support/project-copy.js';

const project = fileURLToPath(new URL('../../../', import.meta.url));
const script = 'gateway/build/new-tool.mjs';
const toolFile = 'engine/tools/lines/shout-loud.ts';
const testFolder = 'test/engine/tools';
const casesFile = `${testFolder}/lines/shout-loud.cases.ts`;
const read = (path: string): string => readFileSync(join(project, path), 'utf8');

describe('new-tool', () => {
  test('writes two formatted files that compile, and whose tests fail until the examples are correct', async (t) => {
    const copy = copyProject(t, { installed: true });
    // Of the tools only the new one: it compiles, and its tests run, without the others.
    for (const path of ['engine', 'test/support', 'data', 'biome.json']) {
      cpSync(join(project, path), join(copy.directory, path), {
        recursive: true,
        filter: (file) => !file.startsWith(join(project, 'engine/tools/')),
      });
    }
    const runners = ['lines.test.ts', 'lines.long.test.ts'];
    for (const name of runners) copy.write({ [`${testFolder}/${name}`]: read(`${testFolder}/${name}`) });
    copy.write({
      'engine/tools/lines/.gitkeep': '',
      [`${testFolder}/both.ts`]: runners.map((name) => `await import('./${name.replace('.ts', '.js')}');\n`).join(''),
      'tool.json': JSON.stringify({
        extends: './tsconfig.json',
        include: [],
        files: [toolFile, casesFile, ...runners.map((name) => `${testFolder}/${name}`)],
      }),
    });
    const written = await copy.node(script, ['lines', 'shout-loud']);
    assert.deepEqual([written.status, written.stdout], [0, '']);
    assert.deepEqual(written.stderr.split('\n').slice(0, 2), [
      `textmill: wrote ${toolFile}`,
      `textmill: wrote ${casesFile}`,
    ]);

    const run = (program: string, ...args: string[]) => runProgram(program, args, { cwd: copy.directory });
    const compiled = await run('node_modules/.bin/tsc', '-p', 'tool.json');
    assert.equal(compiled.status, 0, compiled.stdout);
    const linted = await run('node_modules/.bin/biome', 'check', '--vcs-enabled=false', toolFile, casesFile);
    assert.equal(linted.status, 0, linted.stderr);

    const options = ['--import=./gateway/build/typescript.mjs', '--test-reporter=spec'];
    const tests = () => run(process.execPath, ...options, `${testFolder}/both.ts`);
    const untrue = await tests();
    assert.equal(untrue.status, 1);
    assert.match(untrue.stdout, /lines\/shout-loud/);
    assert.match(untrue.stdout, /✖ example "what most users have"/);
    const path = join(copy.directory, toolFile);
    const source = readFileSync(path, 'utf8');
    const finished = source
      .replace('what they get then', 'with an optionwith an option')
      .replace('what they get', 'what most users have');
    writeFileSync(path, finished);
    const { status, stdout } = await tests();
    assert.equal(status, 0, stdout);
    assert.match(stdout, /✔ a property that holds for every text/);
  });

  test('refuses invalid names and categories, and says why', async (t) => {
    const copy = copyProject(t, { installed: true });
    copy.write({ 'engine/tools/lines/trim-lines.ts': '', 'engine/tools/sort/sort-lines.ts': '' });
    for (const [args, expected] of [
      [[], 'Usage: npm run new-tool -- <category> <slug>\nCategories: lines, sort'],
      [['lines', 'a', 'b'], 'Usage: npm run new-tool -- <category> <slug>\nCategories: lines, sort'],
      [['verses', 'a'], 'Unknown category: verses. Categories: lines, sort'],
      [
        ['lines', 'Trim_Lines'],
        'Trim_Lines is not a valid slug. Use lower-case words with hyphens between them, such as trim-lines',
      ],
      [
        ['lines', '../x'],
        '../x is not a valid slug. Use lower-case words with hyphens between them, such as trim-lines',
      ],
      [['lines', 'sort-lines'], 'The tool sort-lines already exists in engine/tools/sort'],
    ] as const) {
      const { status, stderr } = await copy.node(script, args);
      assert.deepEqual([status, stderr], [1, `textmill: ${expected}\n`], args.join(' '));
    }
  });
});
