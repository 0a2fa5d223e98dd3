import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { suiteScope } from '../../support/cleanup.js';
import { runCommand } from '../../support/command-line.js';
import { startTestGateway } from '../../support/gateway.js';
import { processSettings, SupervisedGateway } from '../../support/gateway-process.js';
import { startPostgres, withoutPostgres } from '../../support/postgres.js';
import { cookieOf, takeLink } from '../../support/sessions.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

/** Starts a gateway, and returns what a command beside it needs to know. */
async function gatewayWithSettings(
  scope: Parameters<typeof startTestGateway>[0],
  store: Readonly<Record<string, string>> = {},
) {
  const dataDir = temporaryFolder(scope);
  const service = await startTestGateway(scope, { dataDir, settings: store });
  const places = { DATA_DIR: dataDir, PORT: String(service.port), ADMIN_TOKEN: 'the-admin-token-of-tests' };
  return { service, environment: { ...store, ...places } };
}

/** Runs a command that prints a link of a gateway. Returns the secret in the link, and what was said. */
async function printedLink(args: readonly string[], environment: Readonly<Record<string, string>>, url: string) {
  const { code, stdout, stderr } = await runCommand(args, { environment });
  assert.equal(code, 0, stderr);
  const [, address = '', secret = ''] = /^(.*)\/console\/#signin=([\w-]{43})\n$/.exec(stdout) ?? [];
  assert.equal(address, url);
  return { secret, stderr };
}

/** Beside it run the commands that need no gateway of their own. */
const shared = await gatewayWithSettings({ after });

/** Prints a link beside a gateway, and signs in with it. */
async function signsInBeside({ service, environment }: typeof shared) {
  const { secret, stderr } = await printedLink(['signin'], environment, service.url);
  assert.equal(stderr, 'textmill: the link signs in once, within 15 minutes\n');
  assert.equal((await takeLink(service, secret)).status, 201);
  assert.equal((await takeLink(service, secret)).status, 401);
}

describe('textmill signin', () => {
  test('prints a link that signs in once, beside a gateway on the data folder', () => signsInBeside(shared));

  test('has the port at which the gateway was started, whatever PORT says now', async (t) => {
    const DATA_DIR = temporaryFolder(t);
    const gateway = new SupervisedGateway(t, { ...processSettings, DATA_DIR });
    const url = await gateway.ready();
    for (const PORT of ['9000', '0']) await printedLink(['signin'], { DATA_DIR, PORT }, url);
  });

  test('has the address of PUBLIC_URL, and prints JSON', async (t) => {
    const DATA_DIR = temporaryFolder(t);
    await runCommand(['keys', 'create'], { environment: { DATA_DIR } });
    const environment = { DATA_DIR, PORT: '0', PUBLIC_URL: 'https://text.example.com' };
    const { link, expiresAt } = JSON.parse((await runCommand(['signin', '--json'], { environment })).stdout);
    assert.match(link, /^https:\/\/text\.example\.com\/console\/#signin=[\w-]{43}$/);
    assert.ok(Date.parse(expiresAt) > 0);
  });

  test('says in one sentence what is missing', async (t) => {
    const DATA_DIR = temporaryFolder(t);
    const none = await runCommand(['signin'], { environment: { DATA_DIR } });
    assert.deepEqual([none.code, none.stdout], [1, '']);
    assert.match(none.stderr, /^textmill: There is no .*: start textmill serve once, or set DATA_DIR to its folder\n$/);
    const anyPort = await runCommand(['signin'], { environment: { DATA_DIR, PORT: '0' } });
    assert.match(anyPort.stderr, /^textmill: PORT is 0, .*: set PORT or PUBLIC_URL\n$/);
  });

  test('--open says what to do where there is no browser, and leaves nothing behind', async (t) => {
    const { environment } = shared;
    const programs = temporaryFolder(t);
    const open = () => runCommand(['signin', '--open'], { environment: { ...environment, PATH: programs } });
    const sentence = (why: string) =>
      new RegExp(
        `^textmill: No browser could be opened \\(${why}\\)\\. Without --open, the command prints the link: .*\n$`,
      );
    const missing = await open();
    assert.deepEqual([missing.code, missing.stdout], [1, '']);
    assert.match(missing.stderr, sentence('spawn .* ENOENT'));
    for (const name of ['xdg-open', 'open']) {
      writeFileSync(join(programs, name), '#!/bin/sh\nexit 3\n', { mode: 0o755 });
    }
    const failed = await open();
    assert.deepEqual([failed.code, failed.stdout], [1, '']);
    assert.match(failed.stderr, sentence('.*open failed with status 3'));
    const left = readdirSync(environment.DATA_DIR).filter((name) => name.startsWith('signin'));
    assert.deepEqual(left, []);
    const { code, stderr } = await runCommand(['signin', '--open', '--json'], { environment });
    assert.deepEqual([code, stderr], [2, 'textmill: --open prints no link, so --json has nothing to print\n']);
  });

  describe('with PostgreSQL', { skip: withoutPostgres }, () => {
    const scope = suiteScope();
    let DATABASE_URL = '';
    before(async () => {
      DATABASE_URL = await (await startPostgres(scope)).createDatabase('signin');
    });
    test('works beside a gateway on the database', async (t) =>
      signsInBeside(await gatewayWithSettings(t, { DATABASE_URL })));
  });
});

describe('textmill accounts invite', () => {
  test('prints a link that signs the owner of the account in, once', async () => {
    const { service, environment } = shared;
    const { accountId } = (await service.key()).key;
    const { secret, stderr } = await printedLink(['accounts', 'invite', accountId], environment, service.url);
    assert.equal(stderr, 'textmill: the link signs in once, within 7 days\n');
    const response = await takeLink(service, secret);
    assert.equal(response.status, 201);
    const { role, accountId: signedInTo } = response.json as Readonly<Record<string, unknown>>;
    assert.deepEqual([role, signedInTo], ['owner', accountId]);
    const headers = { cookie: cookieOf(response) };
    const account = await service.request('GET', '/account', { headers });
    assert.deepEqual([account.status, (account.json as { accountId: string }).accountId], [200, accountId]);
    assert.equal((await service.request('GET', '/keys', { headers })).status, 403);
    assert.equal((await takeLink(service, secret)).status, 401);
  });

  test('says that there is no such account', async () => {
    const { environment } = shared;
    const { code, stdout, stderr } = await runCommand(['accounts', 'invite', 'acc_none'], { environment });
    assert.deepEqual([code, stdout, stderr], [1, '', 'textmill: There is no account acc_none\n']);
  });
});
