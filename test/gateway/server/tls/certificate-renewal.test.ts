import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { after, describe, type TestContext, test } from 'node:test';
import { readCertificate, type TlsFiles } from '#gateway/server/tls/certificate.js';
import { CertificateRenewal } from '#gateway/server/tls/certificate-renewal.js';
import { makeCertificate, replaceFile, replacePair, withoutOpenssl } from '../../../support/certificates.js';
import { until } from '../../../support/gateway-process.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const soon = 'The TLS certificate in use expires soon';
const expired = 'The TLS certificate in use has expired';
const dayMs = 86_400_000;

describe('the certificate in use', { skip: withoutOpenssl }, () => {
  const folder = temporaryFolder({ after });
  const files = withoutOpenssl ? undefined : makeCertificate(folder, 'in-use', 20);
  if (files === undefined) return;

  function followed(t: TestContext, pair: TlsFiles, now: number, expiryCheckMs?: number) {
    const certificate = readCertificate(pair);
    const clock = new ManualClock(now);
    const warnings: string[] = [];
    const log = { info: () => {}, error: () => {}, warn: (_: object, message: string) => void warnings.push(message) };
    const renewal = new CertificateRenewal({
      certificate,
      use: () => {},
      log,
      clock,
      ...(expiryCheckMs === undefined ? {} : { expiryCheckMs }),
    });
    renewal.start();
    t.after(() => renewal.stop());
    return { clock, warnings, renewal };
  }

  test('logs a warning at the start within 14 days of its expiry, and after it has expired', (t) => {
    const expiry = readCertificate(files).expiresAt;
    for (const [beforeMs, warnings] of [
      [20 * dayMs, []],
      [14 * dayMs, []],
      [14 * dayMs - 1, [soon]],
      [0, [soon]],
      [-1, [expired]],
    ] as const) {
      assert.deepEqual(followed(t, files, expiry - beforeMs).warnings, warnings, `${beforeMs} ms before`);
    }
  });

  test('logs a warning at each check until it is renewed', async (t) => {
    const pair = makeCertificate(folder, 'renewed', 20);
    const { clock, warnings, renewal } = followed(t, pair, Date.now(), 10);
    clock.advance(10 * dayMs);
    await until('there are two warnings', () => warnings.length >= 2);
    replacePair(pair, makeCertificate(folder, 'longer', 60));
    await renewal.renew();
    assert.ok(renewal.expiresAt > clock.now() + 40 * dayMs);
    const before = warnings.length;
    await new Promise((resolve) => setTimeout(resolve, 30));
    assert.equal(warnings.length, before);
    replacePair(pair, makeCertificate(folder, 'short', 1));
    await renewal.renew();
    assert.equal(warnings.length > before, true, 'a renewal checks too');
    assert.equal(warnings.at(-1), expired);
  });

  test('is not replaced by incomplete files', async (t) => {
    const pair = makeCertificate(folder, 'slowly', 20);
    const next = makeCertificate(folder, 'at-last', 20);
    const errors: object[] = [];
    let used = 0;
    t.mock.timers.enable({ apis: ['setInterval'] });
    const renewal = new CertificateRenewal({
      certificate: readCertificate(pair),
      use: () => used++,
      log: { info: () => {}, warn: () => {}, error: (fields) => void errors.push(fields) },
      clock: new ManualClock(Date.now()),
      pollMs: 1_000,
    });
    renewal.start();
    t.after(() => renewal.stop());
    /** Waits for the next check of the files, which reads their state twice. */
    const poll = async () => {
      t.mock.timers.tick(1_000);
      for (let i = 0; i < 5; i++) await stat(folder);
    };
    await poll();
    await poll();
    replaceFile(pair.certFile, next.certFile);
    await poll();
    replaceFile(pair.keyFile, next.keyFile);
    await poll();
    assert.deepEqual([used, errors], [0, []]);
    await poll();
    await until('it is used', () => used === 1);
    assert.deepEqual(errors, []);
  });

  test('stays in use if the server rejects the new one', async (t) => {
    const pair = makeCertificate(folder, 'old', 20);
    const errors: object[] = [];
    const renewal = new CertificateRenewal({
      certificate: readCertificate(pair),
      use: () => {
        throw new Error('no');
      },
      log: { info: () => assert.fail(), warn: () => {}, error: (fields) => void errors.push(fields) },
      clock: new ManualClock(Date.now()),
    });
    t.after(() => renewal.stop());
    const before = renewal.expiresAt;
    replacePair(pair, makeCertificate(folder, 'new', 60));
    await renewal.renew();
    assert.deepEqual(errors, [{ reason: 'no', ...pair }]);
    assert.equal(renewal.expiresAt, before);
  });
});
