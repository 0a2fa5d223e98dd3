import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { makeCertificate, withoutOpenssl } from '../../support/certificates.js';
import { assertConversed, clientCases, clientCasesFile, startConversation } from '../../support/client-cases.js';
import { sharedTestGateway, startTestGateway } from '../../support/gateway.js';
import { readPage } from '../../support/pages.js';
import { startPlannedServer } from '../../support/planned-server.js';
import { runProgram, unlessInstalled } from '../../support/program.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const project = fileURLToPath(new URL('../../../', import.meta.url));
const client = join(project, 'gateway/client/python');
const suite = fileURLToPath(new URL('python/test_textmill.py', import.meta.url));
const fixtures = join(project, 'test/fixtures/clients');
const folder = temporaryFolder({ after });
const skip = unlessInstalled('python3') || withoutOpenssl;
/** Not through a proxy of this machine, and without files beside the sources. */
const environment = { NO_PROXY: '*', no_proxy: '*', PYTHONDONTWRITEBYTECODE: '1', PYTHONPATH: client };

/** Whether a package of Python is installed. */
async function hasPackage(name: string): Promise<boolean> {
  return (await runProgram('python3', ['-c', `import ${name}`])).status === 0;
}

describe('the Python client', { skip }, () => {
  test('passes its suite, and sends what the cases say', async (t) => {
    const gateway = await sharedTestGateway();
    const files = makeCertificate(folder, 'localhost');
    const tls = await startTestGateway(t, { settings: { TLS_CERT_FILE: files.certFile, TLS_KEY_FILE: files.keyFile } });
    const conversations = ['Client', 'AsyncClient'].flatMap((kind) =>
      clientCases.conversations.map((conversation) => ({ kind, conversation })),
    );
    const servers = await Promise.all(conversations.map(({ conversation }) => startConversation(t, conversation)));
    const urls: Record<string, Record<string, string>> = {};
    for (const [index, { kind, conversation }] of conversations.entries()) {
      urls[kind] = { ...urls[kind], [conversation.name]: servers[index]?.url ?? '' };
    }
    const world = {
      cases: clientCasesFile,
      library: join(fixtures, 'python-3.9.txt'),
      conversations: urls,
      gateway: gateway.url,
      key: (await gateway.key()).secret,
      tls: tls.url.replace('http://127.0.0.1', 'https://localhost'),
      certificate: files.certFile,
      never: (await startPlannedServer(t, ['never'])).url,
    };
    const { status, stderr } = await runProgram('python3', ['-W', 'error::RuntimeWarning', suite], {
      environment: { ...environment, TEXTMILL_TEST: JSON.stringify(world) },
    });
    assert.equal(status, 0, stderr);
    t.diagnostic(stderr.trim().split('\n').slice(-3).join(' '));
    for (const [index, { conversation }] of conversations.entries()) {
      const server = servers[index];
      assert.ok(server);
      assertConversed(conversation, server);
    }
  });

  test('has types that mypy accepts', async (t) => {
    const { status, stdout } = await runProgram('python3', [
      '-m',
      'mypy',
      '--strict',
      '--cache-dir',
      '/dev/null',
      client,
    ]);
    if (stdout === '') t.skip('mypy is not installed');
    else assert.equal(status, 0, stdout);
  });

  test('becomes a package that pip installs', async (t) => {
    const [sources, target] = [mkdtempSync(join(folder, 'sources-')), join(folder, 'installed')];
    cpSync(client, sources, { recursive: true });
    const options = ['--quiet', '--no-index', '--no-deps', '--no-build-isolation', '--target', target];
    const built = await runProgram('python3', ['-m', 'pip', 'install', ...options, sources], { environment });
    if (/No module named|BackendUnavailable|Cannot import|invalid command 'bdist_wheel'/.test(built.stderr)) {
      t.skip('pip, setuptools or wheel is not installed');
      return;
    }
    assert.equal(built.status, 0, built.stderr);
    const program = "import textmill, importlib.metadata as m; print(textmill.__file__, m.version('textmill'))";
    const { stdout } = await runProgram('python3', ['-c', program], { environment: { PYTHONPATH: target } });
    const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { version: string };
    assert.equal(stdout, `${join(target, 'textmill/__init__.py')} ${version}\n`);
    assert.match(readFileSync(join(client, 'textmill/__init__.py'), 'utf8'), new RegExp(`__version__ = "${version}"`));
    assert.equal(readFileSync(join(target, 'textmill/py.typed'), 'utf8'), '');
  });

  test('does what its page says', async (t) => {
    const examples = [
      ...readPage('gateway/client/python/README.md').matchAll(/^```python\n(.*?)^```\n+```text\n(.*?)^```$/gms),
    ];
    assert.ok(examples.length >= 4);
    const gateway = await sharedTestGateway();
    const standIn = (await hasPackage('pandas')) ? '' : `:${fixtures}`;
    if (standIn !== '') t.diagnostic('pandas is not installed: its example ran with test/fixtures/clients/pandas.py');
    for (const [, example = '', output] of examples) {
      const ended = await runProgram('python3', ['-'], {
        input: example,
        environment: {
          ...environment,
          PYTHONPATH: `${client}${standIn}`,
          TEXTMILL_URL: gateway.url,
          TEXTMILL_API_KEY: (await gateway.key()).secret,
        },
      });
      assert.deepEqual(ended, { status: 0, stdout: output, stderr: '' });
    }
  });
});
