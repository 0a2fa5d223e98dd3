import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { openPostgres } from '#gateway/server/storage/postgres/open.js';
import { makeCertificate, withoutOpenssl } from '../../../../support/certificates.js';
import { suiteScope } from '../../../../support/cleanup.js';
import { until } from '../../../../support/gateway-process.js';
import { startPostgres, type TestPostgres, withoutPostgres } from '../../../../support/postgres.js';
import { temporaryFolder } from '../../../../support/temporary-folder.js';

describe('TLS to PostgreSQL', { skip: withoutPostgres || withoutOpenssl }, () => {
  const scope = suiteScope();
  let postgres: TestPostgres;
  let url = '';
  let certificate = '';
  let other = '';

  before(async () => {
    postgres = await startPostgres(scope);
    url = await postgres.createDatabase('encrypted');
    const folder = temporaryFolder(scope);
    const { certFile, keyFile } = makeCertificate(folder, 'server');
    certificate = encodeURIComponent(certFile);
    other = encodeURIComponent(makeCertificate(folder, 'other').certFile);
    assert.equal(await refusal('sslmode=verify-full'), 'The server does not support SSL connections');
    // The server has to own the file of its key, so it writes both itself, into its folder.
    for (const [name, file] of [
      ['server.crt', certFile],
      ['server.key', keyFile],
    ] as const) {
      const content = readFileSync(file, 'base64');
      await postgres.query('postgres', `COPY (SELECT '${content}') TO PROGRAM 'umask 077; base64 -d > ${name}'`);
    }
    await postgres.query('postgres', 'ALTER SYSTEM SET ssl = on');
    await postgres.query('postgres', 'SELECT pg_reload_conf()');
    await until('the server speaks TLS', async () => !(await refusal('sslmode=verify-full')).includes('not support'));
  });

  /** Opens the database. @returns whether its connections are encrypted. */
  async function isEncrypted(query: string): Promise<boolean> {
    const { pool, close } = await openPostgres(`${url}?${query}`);
    try {
      const { rows } = await pool.query<{ ssl: boolean }>('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
      return rows[0]?.ssl === true;
    } finally {
      await close();
    }
  }

  /** @returns why the database cannot be used. */
  async function refusal(query: string): Promise<string> {
    try {
      return `encrypted: ${await isEncrypted(query)}`;
    } catch (error) {
      return (error as Error).message.replace(/^.* it cannot be used: /, '');
    }
  }

  test('is used if the certificate is trusted, with each sslmode that asks for it, and without a warning', async (t) => {
    const warnings: string[] = [];
    const heard = ({ message }: Error) => void warnings.push(message);
    process.on('warning', heard);
    t.after(() => process.off('warning', heard));
    for (const mode of ['verify-full', 'verify-ca', 'require', 'prefer']) {
      assert.equal(await isEncrypted(`sslmode=${mode}&sslrootcert=${certificate}`), true, mode);
    }
    assert.equal(await isEncrypted(`sslrootcert=${certificate}`), true);
    assert.equal(await isEncrypted('sslmode=no-verify'), true);
    assert.equal(await isEncrypted('sslmode=disable'), false);
    assert.deepEqual(warnings, []);
  });

  test('refuses a certificate that is not trusted, with each sslmode that asks for TLS', async () => {
    for (const mode of ['verify-full', 'verify-ca', 'require', 'prefer']) {
      for (const query of [`sslmode=${mode}`, `sslmode=${mode}&sslrootcert=${other}`]) {
        assert.match(await refusal(query), /certificate/, query);
      }
    }
  });
});
