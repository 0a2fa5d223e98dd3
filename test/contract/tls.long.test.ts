import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { overEachServer } from '../support/gateway.js';
import { temporaryFolder } from '../support/temporary-folder.js';

overEachServer((startTestGateway) => {
  const folder = temporaryFolder({ after });
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=localhost', '-keyout', keyFile, '-out', certFile],
  ]);
  const skip = made.status !== 0 && 'openssl is not installed';

  function overTls(port: number, path: string): Promise<{ status: number | undefined; body: string; name: string }> {
    return new Promise((resolve, reject) => {
      const sent = request({ port, path, host: '127.0.0.1', rejectUnauthorized: false, agent: false }, (response) => {
        const socket = response.socket as import('node:tls').TLSSocket;
        const name = String(socket.getPeerCertificate().subject.CN);
        let body = '';
        response.on('data', (chunk) => {
          body += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode, body, name }));
      });
      sent.on('error', reject);
      sent.end();
    });
  }

  describe('TLS_CERT_FILE and TLS_KEY_FILE', { skip }, () => {
    test('serve HTTPS', async (t) => {
      const settings = { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile };
      const { port } = await startTestGateway(t, { settings });
      assert.deepEqual(await overTls(port, '/healthz'), { status: 200, body: '{"status":"ok"}', name: 'localhost' });
    });

    test('a client that reads slowly gets a long response completely', async (t) => {
      const { port, key } = await startTestGateway(t, { settings: { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile } });
      const repeated = { toolSlug: 'repeat-text', config: { times: 10_000 } };
      const body = JSON.stringify({ input: 'abcdefgh'.repeat(50), steps: [repeated] });
      const headers = {
        'x-api-key': (await key()).secret,
        'Content-Type': 'application/json',
        'Content-Length': body.length,
      };
      const options = { port, headers, method: 'POST', path: '/v1/run', host: '127.0.0.1', rejectUnauthorized: false };
      const text = await new Promise<string>((resolve, reject) => {
        const sent = request({ ...options, agent: false }, async (response) => {
          const chunks: Buffer[] = [];
          for await (const chunk of response) {
            chunks.push(chunk as Buffer);
            if (chunks.length % 50 === 0) await new Promise((next) => setTimeout(next, 5));
          }
          resolve(Buffer.concat(chunks).toString());
        });
        sent.on('error', reject);
        sent.end(body);
      });
      assert.equal((JSON.parse(text) as { result: string }).result, 'abcdefgh'.repeat(500_000));
    });

    test('a file without a certificate, or with an incomplete chain, stops the start with one sentence', async (t) => {
      const noCertificate = join(folder, 'none.pem');
      const whole = readFileSync(certFile, 'utf8');
      for (const text of ['hello\n', whole + whole.slice(0, 200)]) {
        writeFileSync(noCertificate, text);
        const settings = { TLS_CERT_FILE: noCertificate, TLS_KEY_FILE: keyFile };
        await assert.rejects(
          startTestGateway(t, { settings }),
          /^Error: TLS_CERT_FILE or TLS_KEY_FILE cannot be used: [^\n]+$/,
        );
      }
    });
  });
});
