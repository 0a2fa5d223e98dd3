import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { copyProject, leastSources, type ProjectCopy } from '../../support/project-copy.js';

const sources = {
  'gateway/server/main.ts': "import { loudness } from '../../engine/tools/case/loud.js';\nconsole.log(loudness);\n",
  'gateway/bootstrap.ts': 'export {};\n',
  'engine/tools/case/loud.ts': 'export const loudness: number = 42;\n',
  'engine/tools/case/quiet.ts': 'export const quiet = 1;\n',
  'gateway/store/migrations/001-keys.sql': 'CREATE TABLE keys (id TEXT);\n',
  'data/list.json': '["utm_source"]\n',
  ...leastSources,
};

function projectWithSources(t: TestContext): ProjectCopy {
  const copy = copyProject(t, { installed: true });
  copy.write(sources);
  return copy;
}

describe('build', () => {
  test('compiles the code, and copies the files next to it', async (t) => {
    const copy = projectWithSources(t);
    const { status, stderr } = await copy.node('gateway/boot/build.mjs');
    assert.deepEqual({ status, stderr }, { status: 0, stderr: 'textmill: building\n' });
    const read = (path: string) => readFileSync(join(copy.directory, 'dist', path), 'utf8');
    assert.match(read('engine/tools/case/loud.js'), /^const loudness = 42;$/m);
    assert.equal(read('gateway/store/migrations/001-keys.sql'), sources['gateway/store/migrations/001-keys.sql']);
    assert.deepEqual(JSON.parse(read('data/list.json')), ['utm_source']);
    assert.equal(existsSync(join(copy.directory, 'dist/gateway/boot')), false);
    const client = readdirSync(join(copy.directory, 'dist/gateway/client')).toSorted();
    assert.deepEqual(client, ['index.js', 'index.js.map', 'package.json']);
    assert.equal(read('engine/tools/case/package.json'), '{"type":"module"}\n');
  });

  test('loads before anything is installed, like every script that starts with an install', async (t) => {
    const copy = copyProject(t, { installed: false });
    const scripts = ['start', 'cli', 'build', 'install', 'new-tool'].map((name) => `./gateway/boot/${name}.mjs`);
    copy.write({ 'load.mjs': `await Promise.all(${JSON.stringify(scripts)}.map((script) => import(script)));\n` });
    assert.deepEqual(await copy.node('load.mjs'), { status: 0, stdout: '', stderr: '' });
  });

  test('bundles the console: a page whose file names contain hashes of their content', async (t) => {
    const copy = projectWithSources(t);
    await copy.node('gateway/boot/build.mjs');
    const bundle = join(copy.directory, 'dist/gateway/console/bundle');
    const page = readFileSync(join(bundle, 'index.html'), 'utf8');
    const [, style = '', script = ''] =
      /href="assets\/(main-\w{8}\.css)".*src="assets\/(main-\w{8}\.js)"/.exec(page) ?? [];
    const others = /^(?:first-theme-\w{8}\.js|reference-\w{8}\.(?:css|js))$/;
    const found = readdirSync(bundle).filter((name) => others.test(name));
    assert.deepEqual(readdirSync(bundle).toSorted(), ['index.html', script, style, ...found].toSorted());
    assert.equal(found.length, 3);
    assert.match(readFileSync(join(bundle, style), 'utf8'), /^p\{color:red\}/);
    assert.match(readFileSync(join(bundle, script), 'utf8'), /console/);
    assert.equal(existsSync(join(copy.directory, 'dist/gateway/console/app')), false);
    copy.write({ 'gateway/console/app/style/main.css': 'p { color: blue }\n' });
    await copy.node('gateway/boot/build.mjs');
    assert.equal(existsSync(join(bundle, style)), false);
  });

  test('shows the errors of the bundler, fails, and keeps the previous build', async (t) => {
    const copy = projectWithSources(t);
    await copy.node('gateway/boot/build.mjs');
    copy.write({ 'gateway/console/app/main.tsx': "import './missing.js';\n" });
    const { status, stderr } = await copy.node('gateway/boot/build.mjs');
    assert.equal(status, 1);
    assert.match(stderr, /Could not resolve "\.\/missing\.js"/);
    assert.match(stderr, /^textmill: The build failed; see the bundler's messages above\.$/m);
    assert.equal(existsSync(join(copy.directory, 'dist/gateway/server/main.js')), true);
  });

  test('does nothing when nothing has changed', async (t) => {
    const copy = projectWithSources(t);
    await copy.node('gateway/boot/build.mjs');
    const { status, stderr } = await copy.node('gateway/boot/build.mjs');
    assert.deepEqual({ status, stderr }, { status: 0, stderr: '' });
  });

  test('does not rebuild after npm run docs:tools and npm pack have added files to it', async (t) => {
    const copy = projectWithSources(t);
    await copy.node('gateway/boot/build.mjs');
    copy.write({ 'dist/tools.html': '<!doctype html>', 'dist/gateway/client/index.d.ts': 'export {};' });
    assert.equal((await copy.node('gateway/boot/build.mjs')).stderr, '');
  });

  test('does not rebuild when a page changes, and does not contain pages', async (t) => {
    const copy = projectWithSources(t);
    copy.write({ 'gateway/README.md': '# The gateway\n' });
    await copy.node('gateway/boot/build.mjs');
    copy.write({ 'gateway/README.md': '# The rooms of the gateway\n' });
    assert.equal((await copy.node('gateway/boot/build.mjs')).stderr, '');
    assert.equal(existsSync(join(copy.directory, 'dist/gateway/README.md')), false);
  });

  test('does not contain gateway/operating/.env, which has the secrets for compose.yaml', async (t) => {
    const copy = projectWithSources(t);
    copy.write({
      'gateway/operating/.env': 'ADMIN_TOKEN=secret\n',
      'gateway/operating/compose.yaml': 'name: textmill\n',
    });
    await copy.node('gateway/boot/build.mjs');
    const files = readdirSync(join(copy.directory, 'dist/gateway/operating')).toSorted();
    assert.deepEqual(files, ['compose.yaml']);
  });

  test('builds again when any source has changed', async (t) => {
    const copy = projectWithSources(t);
    await copy.node('gateway/boot/build.mjs');
    for (const [path, content] of Object.entries(sources)) {
      copy.write({ [path]: `${content}\n` });
      assert.equal((await copy.node('gateway/boot/build.mjs')).stderr, 'textmill: building\n', path);
    }
  });

  test('removes the output of deleted sources', async (t) => {
    const copy = projectWithSources(t);
    await copy.node('gateway/boot/build.mjs');
    rmSync(join(copy.directory, 'engine/tools/case/quiet.ts'));
    await copy.node('gateway/boot/build.mjs');
    assert.equal(existsSync(join(copy.directory, 'dist/engine/tools/case/quiet.js')), false);
    assert.equal(existsSync(join(copy.directory, 'dist/engine/tools/case/loud.js')), true);
  });

  test('builds again when a file of dist was removed or added', async (t) => {
    const copy = projectWithSources(t);
    await copy.node('gateway/boot/build.mjs');
    rmSync(join(copy.directory, 'dist/gateway/server/main.js'));
    assert.equal((await copy.node('gateway/boot/build.mjs')).stderr, 'textmill: building\n');
    copy.write({ 'dist/engine/tools/case/stray.js': '' });
    assert.equal((await copy.node('gateway/boot/build.mjs')).stderr, 'textmill: building\n');
    assert.equal(existsSync(join(copy.directory, 'dist/engine/tools/case/stray.js')), false);
  });

  test('shows the errors of the compiler, fails, and keeps the previous build', async (t) => {
    const copy = projectWithSources(t);
    await copy.node('gateway/boot/build.mjs');
    copy.write({ 'engine/tools/case/loud.ts': 'export const loudness: number = ;\n' });
    const { status, stderr } = await copy.node('gateway/boot/build.mjs');
    assert.equal(status, 1);
    assert.match(stderr, /loud\.ts:1:32:/);
    assert.match(stderr, /Unexpected ";"/);
    assert.match(stderr, /^textmill: The build failed; see the compiler's messages above\.$/m);
    assert.equal(existsSync(join(copy.directory, 'dist/gateway/server/main.js')), true);
  });

  test('two builds at the same time both succeed', async (t) => {
    const copy = projectWithSources(t);
    const outcomes = await Promise.all([1, 2].map(() => copy.node('gateway/boot/build.mjs')));
    assert.deepEqual(
      outcomes.map(({ status, stderr }) => ({ status, stderr })),
      outcomes.map(() => ({ status: 0, stderr: 'textmill: building\n' })),
    );
    assert.equal((await copy.node('gateway/boot/build.mjs')).stderr, '');
  });
});
