import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { languages } from '#gateway/console/reference/code-examples.js';
import { type ExampleRequest, exampleRequest, hasCodeExamples } from '#gateway/console/reference/example-request.js';
import { siteOf } from '#gateway/console/reference/site.js';
import { endpoints } from '#gateway/server/endpoints/endpoints.js';
import { openApiDocument } from '#gateway/server/endpoints/openapi/document.js';
import type { ApiKey } from '#gateway/server/keys/key-store.js';
import { author } from './author.js';
import { suiteScope } from './cleanup.js';
import { adminToken, startTestGateway, type TestGateway } from './gateway.js';
import { type ProgramResult, runProgram, unlessInstalled } from './program.js';
import { signInWithLink } from './sessions.js';
import { temporaryFolder } from './temporary-folder.js';

const document = openApiDocument(await loadCatalogue(), '1.4.0', endpoints);
/** The endpoints with examples in code. */
const all = siteOf(document)
  .groups.flatMap((group) => group.endpoints)
  .filter((endpoint) => hasCodeExamples(endpoint, document));
const server = 'http://127.0.0.1:8080';

/** Returns the examples of a language. */
export function examplesIn(language: string): string[] {
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
  const issued = await service.gateway.sessions.createLink({ role: 'owner', accountId }, author);
  return code.replaceAll(shown, issued?.link.id ?? '');
}

/** Stores the workflow that an example reads or deletes. */
async function storeWorkflow({ method, path }: { method: string; path: string }, secret: string, service: TestGateway) {
  if (method === 'put' || !path.endsWith('/workflows/{name}')) return;
  const response = await fetch(`${service.url}/v1/workflows/clean-orders`, {
    method: 'PUT',
    headers: { 'x-api-key': secret, 'content-type': 'application/json' },
    body: '{"steps":["trim-lines"]}',
  });
  assert.equal(response.status, 201);
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
      run(code: string, folder: string, environment: NodeJS.ProcessEnv): Promise<ProgramResult>;
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

/**
 * What decides how the code of an example looks: the method, the secret, whether the address has a variable, the kinds of
 * values in the body, and how the response is read.
 */
function shapeOf({ method, address, secret, body, isJson }: ExampleRequest): string {
  const values = JSON.stringify(body ?? '').replaceAll(/"(?:[^"\\]|\\.)*"/g, '"');
  const kinds = [...new Set(values.replaceAll(/\d/g, '0'))].toSorted().join('');
  return JSON.stringify([method, address.some((part) => typeof part !== 'string'), secret, kinds, isJson]);
}

/** Returns whether an example is the first of its shape. */
function isFirstOfShape(index: number): boolean {
  const shapes = all.map((endpoint) => shapeOf(exampleRequest(endpoint, document, server)));
  return shapes.indexOf(shapes[index] ?? '') === index;
}

/** Runs the examples of a language against a gateway. @param isEach - false for one of each shape. */
export function testExamplesIn(language: string, isEach: boolean): void {
  const runner = runners[language];
  assert.ok(runner !== undefined);
  const { skip, run } = runner;
  describe(`the examples in ${language}`, { skip }, () => {
    const scope = suiteScope();
    let service: TestGateway;
    before(async () => {
      service = await startTestGateway(scope);
    });

    for (const [index, code] of examplesIn(language).entries()) {
      if (!isEach && !isFirstOfShape(index)) continue;
      const { method = '', path = '' } = all[index] ?? {};
      test(`${method} ${path}`, async (t) => {
        // Each has its own key: one of them revokes it.
        const { key, secret } = await service.key();
        await storeWorkflow({ method: method.toLowerCase(), path }, secret, service);
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
