import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { programEnvironment, runProgram } from '../../support/program.js';
import { copyProject } from '../../support/project-copy.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const project = fileURLToPath(new URL('../../../', import.meta.url));
const { version }: { version: string } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));

type PackageSettings = Record<'dependencies' | 'optionalDependencies', Record<string, string>>;

/**
 * Packs the project and installs the package as npm would: into the node_modules of another project, together with its
 * dependencies only.
 *
 * @returns the other project's folder.
 */
async function installedPackage(t: TestContext): Promise<string> {
  const checkout = copyProject(t, { installed: true }).directory;
  for (const path of ['engine', 'gateway', 'workers', 'data', 'LICENSE', 'README.md']) {
    cpSync(join(project, path), join(checkout, path), { recursive: true });
  }
  const packed = await runProgram('npm', ['run', '--silent', 'package'], { cwd: checkout });
  assert.equal(packed.status, 0, packed.stderr);
  const folder = join(temporaryFolder(t), 'a project with blanks');
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  const unpacked = await runProgram('tar', ['-xzf', join(checkout, packed.stdout.trim()), '-C', modules]);
  assert.equal(unpacked.status, 0, unpacked.stderr);
  renameSync(join(modules, 'package'), join(modules, 'textmill'));
  rmSync(checkout, { recursive: true });
  const settings: PackageSettings = JSON.parse(readFileSync(join(modules, 'textmill/package.json'), 'utf8'));
  assert.deepEqual(Object.keys(settings.dependencies).toSorted(), ['better-sqlite3', 'uWebSockets.js']);
  for (const name of Object.keys({ ...settings.dependencies, ...settings.optionalDependencies })) {
    if (!existsSync(join(project, 'node_modules', name))) continue;
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(project, 'node_modules', name), join(modules, name));
  }
  symlinkSync('../textmill/textmill', join(modules, '.bin/textmill'));
  return folder;
}

test('npm pack does not make a package of the checkout', async (t) => {
  const { directory } = copyProject(t, { installed: true });
  const { status, stderr } = await runProgram('npm', ['pack', '--offline', '--silent'], { cwd: directory });
  assert.notEqual(status, 0);
  assert.match(stderr, /^textmill: npm run package makes the package$/m);
  assert.ok(!readdirSync(directory).some((name) => name.endsWith('.tgz')));
});

test('the package made by npm run package contains a working command', async (t) => {
  const folder = await installedPackage(t);
  const program = join(folder, 'node_modules/.bin/textmill');
  const textmill = (args: readonly string[], input = '') => runProgram(program, args, { cwd: folder, input });

  await t.test('without setup: it contains no sources, and builds and installs nothing', async () => {
    const installed = join(folder, 'node_modules/textmill');
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' });
    assert.ok(
      !files.some((file) => /(?<!\.d)\.tsx?$|\.node$|^bin$/.test(file)),
      'native code comes with other packages',
    );
    for (const file of ['LICENSE', 'README.md', 'THIRD-PARTY-NOTICES.txt', 'gateway/client/index.d.ts'])
      assert.ok(files.includes(file), file);
    assert.deepEqual(await textmill(['--version']), { status: 0, stdout: `${version}\n`, stderr: '' });
  });

  await t.test('in pipes', async () => {
    const result = await textmill(['run', 'trim-lines', 'dedupe-sort'], ' b\na\nb \n');
    assert.deepEqual(result, { status: 0, stdout: 'a\nb\n', stderr: '' });
  });

  await t.test('for agents', async () => {
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'tests', version: '1' } };
    const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
    const { status, stdout, stderr } = await textmill(['mcp'], `${message}\n`);
    assert.deepEqual([status, stderr], [0, '']);
    assert.equal(JSON.parse(stdout).result.serverInfo.version, version);
  });

  await t.test('for agents that work on files', async () => {
    writeFileSync(join(folder, 'urls.txt'), 'https://a.example/?utm_source=x&id=1\n'.repeat(1_000));
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'tests', version: '1' } };
    const call = { name: 'sanitize_urls', arguments: { input_file: 'urls.txt', output_file: 'clean.txt' } };
    const messages = [
      { jsonrpc: '2.0', id: 1, method: 'initialize', params },
      { jsonrpc: '2.0', id: 2, method: 'tools/call', params: call },
    ];
    const input = messages.map((message) => `${JSON.stringify(message)}\n`).join('');
    const { status, stderr } = await textmill(['mcp', '--files', '.'], input);
    assert.deepEqual([status, stderr], [0, '']);
    assert.equal(readFileSync(join(folder, 'clean.txt'), 'utf8'), 'https://a.example/?id=1\n'.repeat(1_000));
  });

  await t.test('for a gateway, whose data is in the working folder', async (t) => {
    const environment = programEnvironment({ PORT: '0', DATA_DIR: undefined, WORKER_THREADS: '1' });
    const child = spawn(program, ['serve'], { cwd: folder, env: environment });
    t.after(() => child.kill('SIGKILL'));
    const ended = once(child, 'exit');
    for await (const line of createInterface(child.stdout)) {
      if (!line.startsWith('{') || JSON.parse(line).msg !== 'ready') continue;
      assert.equal(existsSync(join(folder, 'data/textmill.sqlite')), true);
      child.kill('SIGTERM');
    }
    assert.deepEqual(await ended, [0, null]);
  });
});
