import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { before, describe, type TestContext, test } from 'node:test';
import { suiteScope } from '../../../../support/cleanup.js';
import { runCommand } from '../../../../support/command-line.js';
import { freePort } from '../../../../support/free-port.js';
import { adminToken } from '../../../../support/gateway.js';
import { processSettings, SupervisedGateway } from '../../../../support/gateway-process.js';
import { startPostgres, type TestPostgres, withoutPostgres } from '../../../../support/postgres.js';
import { temporaryFolder } from '../../../../support/temporary-folder.js';

const password = 'hunter2-hunter2';

/** How a start on a database must end. */
interface Refusal {
  readonly what: string;
  /** Returns the URL. */
  readonly url: (postgres: TestPostgres, t: TestContext) => Promise<string>;
  readonly said: RegExp;
}

const refusals: readonly Refusal[] = [
  {
    what: 'a URL of something else',
    url: async () => `mysql://user:${password}@127.0.0.1/mill`,
    said: /^DATABASE_URL is a value of 43 characters, but it takes the URL of a PostgreSQL database /,
  },
  {
    what: 'a server that is not there',
    url: async () => `postgres://user:${password}@127.0.0.1:${await freePort()}/mill`,
    said: /^DATABASE_URL is postgres:\/\/user@127\.0\.0\.1:\d+\/mill, but it cannot be used: connect ECONNREFUSED /,
  },
  {
    what: 'a host without an address',
    url: async () => `postgres://user:${password}@database.invalid/mill`,
    said: /^DATABASE_URL is postgres:\/\/user@database\.invalid\/mill, but it cannot be used: getaddrinfo /,
  },
  {
    what: 'a server that says nothing',
    url: async (_, t) => {
      const port = await freePort();
      const silent = createServer().listen(port, '127.0.0.1');
      t.after(() => silent.close());
      return `postgres://user:${password}@127.0.0.1:${port}/mill`;
    },
    said: /^DATABASE_URL is postgres:\/\/user@127\.0\.0\.1:\d+\/mill, but it cannot be used: .*timeout/,
  },
  {
    what: 'a database that is not there',
    url: async (postgres) => postgres.url('nowhere').replace('textmill@', `textmill:${password}@`),
    said: /^DATABASE_URL is postgres:\/\/textmill@127\.0\.0\.1:\d+\/nowhere, but it cannot be used: database "nowhere" does /,
  },
  {
    what: 'a database with tables of something else',
    url: async (postgres) => {
      const url = await postgres.createDatabase('invoices');
      await postgres.query('invoices', 'CREATE TABLE invoices ()');
      return url.replace('textmill@', `textmill:${password}@`);
    },
    said: /but it contains the table invoices, which is not Textmill's: create a database for Textmill alone$/,
  },
];

// One of them waits for a timeout, so they run beside each other.
describe('a start on a database that cannot be used', { skip: withoutPostgres, concurrency: true }, () => {
  const scope = suiteScope();
  let postgres: TestPostgres;

  before(async () => {
    postgres = await startPostgres(scope);
  });

  for (const { what, url, said } of refusals) {
    test(`${what}: one sentence without the password and status 1, also from check-config`, async (t) => {
      const databaseUrl = await url(postgres, t);
      const settings = { ...processSettings, ADMIN_TOKEN: adminToken, DATABASE_URL: databaseUrl, GATEWAYS: '2' };
      const { status, stdout, stderr } = await new SupervisedGateway(t, settings).ended;
      assert.deepEqual([status, stdout], [1, '']);
      assert.match(stderr, /^textmill: [^\n]+\n$/);
      assert.match(stderr.slice('textmill: '.length).trimEnd(), said);
      assert.ok(!stderr.includes(password), stderr);

      const checked = await runCommand(['check-config'], { environment: settings, folder: temporaryFolder(t) });
      assert.deepEqual([checked.code, checked.stderr], [1, stderr]);
      assert.ok(!checked.stdout.includes(password), checked.stdout);
    });
  }

  test('that can be used is named by check-config without its password, and does not change', async (t) => {
    const url = await postgres.createDatabase('usable');
    const environment = { ADMIN_TOKEN: adminToken, DATABASE_URL: url.replace('textmill@', `textmill:${password}@`) };
    const { code, stdout, stderr } = await runCommand(['check-config'], { environment, folder: temporaryFolder(t) });
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, new RegExp(`^DATABASE_URL +${url} +environment$`, 'm'));
    assert.ok(!stdout.includes(password), stdout);
    assert.deepEqual(await postgres.query('usable', "SELECT FROM pg_class WHERE relname = 'textmill_schema'"), []);
  });
});
