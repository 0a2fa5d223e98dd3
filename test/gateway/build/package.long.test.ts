import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { supportsNode } from '../../../gateway/build/script.mjs';
import { listFiles } from '../../../gateway/build/sources.mjs';
import { programEnvironment, runProgram, unlessInstalled } from '../../support/program.js';
import { copyProject } from '../../support/project-copy.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const project = fileURLToPath(new URL('../../../', import.meta.url));
const { version }: { version: string } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));

test('npm pack and npm publish do not make a package of the checkout', async (t) => {
  const { directory } = copyProject(t, { installed: true });
  for (const args of [['pack'], ['publish', '--dry-run']]) {
    const { status, stderr } = await runProgram('npm', [...args, '--offline', '--silent'], { cwd: directory });
    assert.notEqual(status, 0);
    assert.match(stderr, /^textmill: npm run pack makes the packages; publish them with npm publish FILE$/m);
  }
  assert.ok(!readdirSync(directory).some((name) => name.endsWith('.tgz')));
});

describe('the package made by npm run pack', { concurrency: false }, () => {
  const folder = join(temporaryFolder({ after }), 'a folder with blanks');
  const installed = join(folder, 'node_modules/textmill');
  const npm = (args: readonly string[]) =>
    runProgram('npm', [...args, '--offline', '--no-audit', '--no-fund'], { cwd: folder });
  const textmill = (args: readonly string[], input = '', environment = {}) =>
    runProgram(join(folder, 'node_modules/.bin/textmill'), args, {
      cwd: folder,
      input,
      environment: { TEXTMILL_NODE: process.execPath, ...environment },
    });
  let archive = '';
  let files: readonly string[] = [];

  before(async () => {
    const checkout = copyProject({ after }, { installed: true }).directory;
    for (const path of ['engine', 'gateway', 'workers', 'data', 'LICENSE', 'README.md'])
      cpSync(join(project, path), join(checkout, path), { recursive: true });
    const packed = await runProgram('npm', ['run', '--silent', 'pack'], { cwd: checkout });
    assert.equal(packed.status, 0, packed.stderr);
    mkdirSync(folder);
    const names = packed.stdout.trim().split('\n');
    assert.deepEqual(names, [`textmill-${version}.tgz`, `textmill-client-${version}.tgz`]);
    assert.ok(!existsSync(join(checkout, 'gateway/client/dist')), 'nothing is left');
    for (const name of names) renameSync(join(checkout, name), join(folder, name));
    archive = join(folder, `textmill-${version}.tgz`);
    rmSync(checkout, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  });

  test('is one package, which npm installs from its file alone, with nothing to allow', async (t) => {
    const { status, stdout, stderr } = await npm(['install', archive]);
    assert.equal(status, 0, stderr);
    assert.match(stdout, /^added 1 package /m);
    // Newer versions of npm ask for leave to run scripts. Engines are told where this npm runs under another Node.js.
    assert.doesNotMatch(`${stdout}${stderr}`, /script|deprecated/i);
    files = listFiles(installed);
    const bytes = files.reduce((sum, file) => sum + statSync(join(installed, file)).size, 0);
    t.diagnostic(`${statSync(archive).size} bytes packed, ${bytes} unpacked, ${files.length} files`);
    assert.ok(bytes < 90e6, `${bytes} bytes`);
    assert.ok(files.length < 1_500, `${files.length} files`);
    assert.deepEqual(readdirSync(join(folder, 'node_modules')).sort(), ['.bin', '.package-lock.json', 'textmill']);
    assert.ok(!files.some((file) => /(?<!\.d)\.tsx?$|^bin\/|binding\.gyp$|\.test\./.test(file)), 'no sources');
    for (const file of ['LICENSE', 'README.md', 'THIRD-PARTY-NOTICES.txt', 'engine/index.d.ts', 'sbom.cdx.json'])
      assert.ok(files.includes(file), file);
    for (const file of ['gateway/client', 'node_modules']) assert.ok(!existsSync(join(installed, file)), file);
  });

  test('its package.json says where it comes from and runs, and asks for nothing', () => {
    const settings = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    const { files: packed, exports, keywords, repository, publishConfig, engines, os, bin, ...others } = settings;
    for (const name of ['private', 'scripts', 'dependencies', 'optionalDependencies', 'devDependencies', 'imports'])
      assert.equal(others[name], undefined, name);
    assert.deepEqual(publishConfig, { access: 'public', provenance: true });
    assert.match(repository.url, /^git\+https:\/\/github\.com\/.+\.git$/);
    assert.equal(`io.github.${new URL(repository.url.slice(4)).pathname.slice(1, -4)}`, others.mcpName);
    assert.ok(keywords.length > 5);
    assert.deepEqual([os, bin], [['darwin', 'linux'], { textmill: 'textmill' }]);
    assert.equal(engines.node, '>=22.16.0 <23 || >=24.0.0');
    assert.deepEqual(['22.15.9', '22.16.0', '23.11.0', '24.0.0'].map(supportsNode), [false, true, false, true]);
    for (const file of [...packed, './package.json', exports['./engine'].types, exports['./engine'].default])
      assert.ok(existsSync(join(installed, file)), file);
  });

  test('has the native code of all platforms that it is for', () => {
    const processors = ['arm64', 'x64'];
    assert.deepEqual(readdirSync(join(installed, 'native')).sort(), [
      ...['darwin', 'linux', 'linuxmusl'].flatMap((system) =>
        processors.map((each) => `better_sqlite3_${system}-${each}.node`),
      ),
      ...['darwin', 'linux'].flatMap((system) => processors.map((each) => `uws_${system}_${each}_127.node`)),
    ]);
  });

  test('its notices and its list of components name the same packages, with the sources of what is under the MPL', () => {
    const notices = readFileSync(join(installed, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
    const titles = [...notices.matchAll(/^={80}\n(.+)\n/gm)].map(([, title]) => title);
    const bill = JSON.parse(readFileSync(join(installed, 'sbom.cdx.json'), 'utf8'));
    type Component = Record<'name' | 'version' | 'purl', string> & {
      readonly licenses: readonly { readonly license: { readonly id: string } }[];
      readonly hashes: readonly { readonly content: string }[];
    };
    const components: readonly Component[] = bill.components;
    assert.deepEqual(
      components.map(({ name, version }) => `${name} ${version}`),
      titles,
    );
    for (const name of ['better-sqlite3', 'uws-pack', 'preact', 'piscina', '@noble/hashes'])
      assert.ok(
        components.some((each) => each.name === name),
        name,
      );
    assert.deepEqual([bill.metadata.component.name, bill.metadata.component.version], ['textmill', version]);
    for (const { purl, hashes } of components) {
      assert.match(purl, /^pkg:npm\/(?:%40[\w.-]+\/)?[\w.-]+@\d/);
      assert.match(hashes[0]?.content ?? '', /^[\da-f]{128}$/, purl);
    }
    const underMpl = components.filter(({ licenses }) => licenses[0]?.license.id === 'MPL-2.0');
    assert.deepEqual(
      underMpl.map(({ name }) => name),
      ['@jmespath-community/jmespath'],
    );
    assert.match(
      notices,
      /^License: MPL-2\.0\. Its sources, unchanged: https:\/\/www\.npmjs\.com\/package\/@jmespath-community\//m,
    );
  });

  test('its commands read pipes and files', async () => {
    const npx = await npm(['exec', '--', 'textmill', '--version']);
    assert.deepEqual([npx.status, npx.stdout], [0, `${version}\n`], npx.stderr);
    writeFileSync(join(folder, 'lines.txt'), 'b\na\nb\n');
    const numbers = Array.from({ length: 100_000 }, (_, number) => `${number + 100_000}\n`);
    for (const [args, input, output] of [
      [['run', 'trim-lines', 'dedupe-sort'], ' b\na\nb \n', 'a\nb\n'],
      [['sanitize'], 'https://a.example/?utm_source=x&id=1\n', 'https://a.example/?id=1\n'],
      [['sort', 'lines.txt'], '', 'a\nb\n'],
      // On threads.
      [['sort', '--parallel', '12', '--memory', '24M'], numbers.toReversed().join(''), numbers.join('')],
    ] as const) {
      assert.deepEqual(await textmill(args, input), { status: 0, stdout: output, stderr: '' });
    }
    for (const args of [['check-config', '--json'], ['openapi'], ['completion', 'bash'], ['tools', 'trim-lines']]) {
      const { status, stdout, stderr } = await textmill(args);
      assert.deepEqual([status, stderr], [0, ''], args.join(' '));
      assert.ok(stdout.length > 100, args.join(' '));
    }
  });

  test('it serves agents that work on files', async () => {
    writeFileSync(join(folder, 'urls.txt'), 'https://a.example/?utm_source=x&id=1\n'.repeat(1_000));
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'tests', version: '1' } };
    const call = { name: 'sanitize_urls', arguments: { input_file: 'urls.txt', output_file: 'clean.txt' } };
    const messages = [
      { jsonrpc: '2.0', id: 1, method: 'initialize', params },
      { jsonrpc: '2.0', id: 2, method: 'tools/call', params: call },
    ];
    const input = messages.map((message) => `${JSON.stringify(message)}\n`).join('');
    const { status, stdout, stderr } = await textmill(['mcp', '--files', '.'], input);
    assert.deepEqual([status, stderr], [0, '']);
    assert.equal(JSON.parse(stdout.split('\n')[0] ?? '').result.serverInfo.version, version);
    assert.equal(readFileSync(join(folder, 'clean.txt'), 'utf8'), 'https://a.example/?id=1\n'.repeat(1_000));
  });

  /** Starts a gateway of the package, and waits until it is ready. */
  async function serve(): Promise<{ child: ChildProcess; url: string; log: readonly string[] }> {
    const environment = programEnvironment({
      PORT: '0',
      DATA_DIR: undefined,
      WORKER_THREADS: '1',
      TEXTMILL_NODE: process.execPath,
      HTTP_SERVER: undefined,
    });
    const child = spawn(join(folder, 'node_modules/.bin/textmill'), ['serve'], { cwd: folder, env: environment });
    after(() => child.kill('SIGKILL'));
    let url = '';
    const log: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      if (!line.startsWith('{')) continue;
      const entry = JSON.parse(line);
      log.push(entry.msg);
      url = entry.url ?? url;
      if (entry.msg === 'ready') break;
    }
    child.stdout.resume();
    return { child, url, log };
  }

  test('it serves, with its data in the working folder, and batch and bench use it', async () => {
    const { child, url, log } = await serve();
    assert.equal(existsSync(join(folder, 'data/textmill.sqlite')), true, log.join());
    const key = (await textmill(['keys', 'create'])).stdout.trim();
    const access = { TEXTMILL_URL: url, TEXTMILL_API_KEY: key };
    const batch = await textmill(['batch', 'run', 'trim-lines'], ' a\nb \n', access);
    assert.deepEqual([batch.status, batch.stdout], [0, 'a\nb\n'], batch.stderr);
    const bench = await textmill(
      ['bench', '--rate', '20', '--duration', '500ms', '--warm-up', '0s', '--json'],
      '',
      access,
    );
    assert.equal(bench.status, 0, bench.stderr);
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
  });

  test('the client is a package of its own', async () => {
    const { status, stderr } = await npm(['install', join(folder, `textmill-client-${version}.tgz`)]);
    assert.equal(status, 0, stderr);
    const program =
      "console.log(typeof (await import('textmill-client')).createClient, typeof require('textmill-client').createClient)";
    const { stdout } = await runProgram(process.execPath, ['-e', `(async () => ${program})()`], { cwd: folder });
    assert.equal(stdout, 'function function\n');
  });

  test('without a binary of uWebSockets.js it serves over node:http, without SQLite it says so in a sentence', async () => {
    const native = join(installed, 'native');
    for (const file of readdirSync(native)) if (file.startsWith('uws_')) rmSync(join(native, file));
    const { child, url, log } = await serve();
    assert.match(
      log.join('\n'),
      /^uWebSockets\.js has no binary for this machine and version of Node: serving over node:http/m,
    );
    assert.equal((await fetch(`${url}/readyz`)).status, 200);
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
    rmSync(native, { recursive: true });
    const { status, stderr } = await textmill(['serve']);
    assert.equal(status, 1);
    assert.match(
      stderr,
      /^textmill: Textmill has no SQLite for \w+ on \w+: it has one for Linux and macOS, on x64 and arm64$/m,
    );
    assert.deepEqual((await textmill(['run', 'upper-case'], 'a')).stdout, 'A');
  });

  const asRoot = process.getuid?.() !== 0 && 'only root can become another user';
  test('installed globally by root without scripts, another user runs it', {
    skip: asRoot || unlessInstalled('setpriv'),
  }, async () => {
    const prefix = join(folder, 'a prefix');
    const { status, stderr } = await npm(['install', '--global', '--ignore-scripts', '--prefix', prefix, archive]);
    assert.equal(status, 0, stderr);
    for (const path of [join(folder, '..'), folder]) chmodSync(path, 0o755);
    // Textmill's own Node.js, for which this is a test, may be where only root can look.
    const node = join(prefix, 'node');
    cpSync(process.execPath, node);
    const user = ['--reuid=65534', '--regid=65534', '--clear-groups'];
    const result = await runProgram('setpriv', [...user, join(prefix, 'bin/textmill'), 'run', 'upper-case'], {
      cwd: '/',
      input: 'a\n',
      environment: { TEXTMILL_NODE: node, HOME: '/' },
    });
    assert.deepEqual(result, { status: 0, stdout: 'A\n', stderr: '' });
    assert.deepEqual(listFiles(join(prefix, 'lib/node_modules/textmill')), files);
  });
});
