import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadCatalogue } from '../../../engine/catalogue/catalogue.js';
import { endpoints } from '../../../gateway/api/endpoints.js';
import { languages } from '../../../gateway/console/reference/code-examples.js';
import { exampleRequest, hasCodeExamples } from '../../../gateway/console/reference/example-request.js';
import { siteOf } from '../../../gateway/console/reference/site.js';
import type { ApiKey } from '../../../gateway/keys/key-store.js';
import { openApiDocument } from '../../../gateway/openapi/document.js';
import { suiteScope } from '../../support/cleanup.js';
import { adminToken, startTestGateway, type TestGateway } from '../../support/gateway.js';
import { type Outcome, runProgram, unlessInstalled } from '../../support/program.js';
import { signInWithLink } from '../../support/sessions.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const project = fileURLToPath(new URL('../../../', import.meta.url));
const document = openApiDocument(await loadCatalogue(), '1.4.0', endpoints);
/** The endpoints with examples in code. */
const all = siteOf(document)
  .groups.flatMap((group) => group.endpoints)
  .filter((endpoint) => hasCodeExamples(endpoint, document));
const server = 'http://127.0.0.1:8080';

/** The examples of a language. */
function examplesIn(language: string): string[] {
  const code = languages.find(({ name }) => name === language)?.code;
  return all.map((endpoint) => code?.(exampleRequest(endpoint, document, server)) ?? '');
}

/** The identifier in a path: of a session, the key or its account. */
async function identifierFor(path: string, { id, accountId }: ApiKey, service: TestGateway): Promise<string> {
  if (path.startsWith('/sessions')) return (await signInWithLink(service)).id;
  return path.startsWith('/accounts') ? accountId : id;
}

/** Puts a new invitation of an account in the place of the one in an example. */
async function withInvitation(code: string, accountId: string, service: TestGateway): Promise<string> {
  const [shown] = /\blink_\w+/.exec(code) ?? [];
  if (shown === undefined) return code;
  const issued = await service.gateway.sessions.createLink({ role: 'owner', accountId });
  return code.replaceAll(shown, issued?.link.id ?? '');
}

/** Why examples in Python are skipped. */
const withoutRequests =
  (await runProgram('python3', ['-c', 'import requests']).catch(() => undefined))?.status === 0
    ? false
    : 'Python, or its package requests, is not installed';

/** What the compiler of Go has built of its library. */
const goCache = temporaryFolder({ after });

/** How to run an example in a folder; each prints the status first. */
const runners: Readonly<
  Record<
    string,
    {
      readonly skip: string | false;
      run(code: string, folder: string, environment: NodeJS.ProcessEnv): Promise<Outcome>;
    }
  >
> = {
  curl: {
    skip: unlessInstalled('/usr/bin/curl'),
    run: (code, folder, environment) => {
      const { KEY, TOKEN } = environment;
      writeFileSync(join(folder, 'key-header'), `x-api-key: ${KEY}\n`);
      writeFileSync(join(folder, 'token-header'), `x-admin-token: ${TOKEN}\n`);
      const command = `${code} -o /dev/null -w '%{http_code}'`;
      return runProgram('sh', ['-euc', command], { cwd: folder, environment: { ID: environment.ID } });
    },
  },
  typescript: {
    skip: false,
    run: (code, folder, environment) => {
      const file = join(folder, 'example.mts');
      writeFileSync(file, code);
      return runProgram(process.execPath, ['--no-warnings', file], { environment });
    },
  },
  python: {
    skip: withoutRequests,
    run: (code, _, environment) => runProgram('python3', ['-c', code], { environment }),
  },
  go: {
    skip: unlessInstalled('/usr/bin/go'),
    run: (code, folder, environment) => {
      const file = join(folder, 'example.go');
      writeFileSync(file, code);
      const offline = { CGO_ENABLED: '0', GOCACHE: goCache, GOFLAGS: '-mod=mod', GOPROXY: 'off' };
      return runProgram('go', ['run', file], { environment: { ...environment, ...offline } });
    },
  },
};

for (const [language, { skip, run }] of Object.entries(runners)) {
  describe(`the examples in ${language}`, { skip }, () => {
    const scope = suiteScope();
    let service: TestGateway;
    before(async () => {
      service = await startTestGateway(scope);
    });

    for (const [index, code] of examplesIn(language).entries()) {
      const { method = '', path = '' } = all[index] ?? {};
      test(`${method} ${path}`, async (t) => {
        // Each has its own key: one of them revokes it.
        const { key, secret } = await service.key();
        const environment = { KEY: secret, TOKEN: adminToken, ID: await identifierFor(path, key, service) };
        const own = (await withInvitation(code, key.accountId, service)).replaceAll(server, service.url);
        const { status, stdout, stderr } = await run(own, temporaryFolder(t), environment);
        assert.deepEqual([status, stderr], [0, '']);
        // curl does not follow the redirect to the console.
        assert.match(stdout, path === '/' ? /^[23]0[02]/ : /^20[01]/, code);
      });
    }
  });
}

test('the examples in TypeScript have no type errors', async (t) => {
  const folder = temporaryFolder(t);
  for (const [index, code] of examplesIn('typescript').entries()) writeFileSync(join(folder, `${index}.mts`), code);
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(project, 'node_modules/@types'), join(folder, 'node_modules/@types'));
  const options = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    target: 'es2022',
    types: ['node'],
    skipLibCheck: true,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['*.mts'] }));
  const { status, stdout } = await runProgram(join(project, 'node_modules/.bin/tsc'), ['-p', folder]);
  assert.deepEqual([stdout, status], ['', 0]);
});

test('the examples in Go are formatted and have no syntax errors', {
  skip: unlessInstalled('/usr/bin/gofmt'),
}, async (t) => {
  const folder = temporaryFolder(t);
  const examples = examplesIn('go');
  for (const [index, code] of examples.entries()) writeFileSync(join(folder, `${index}.go`), `${code}\n`);
  // Lists the files that it would format in another way.
  const { status, stdout, stderr } = await runProgram('gofmt', ['-e', '-l', folder]);
  assert.deepEqual([status, stdout, stderr], [0, '', '']);
});
