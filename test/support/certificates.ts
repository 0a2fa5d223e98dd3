import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, renameSync } from 'node:fs';
import { connect as connectTcp } from 'node:net';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import type { TlsFiles } from '#gateway/server/tls/certificate.js';

/** Why tests that need certificates are skipped, or false. */
export const withoutOpenssl = spawnSync('openssl', ['version']).status !== 0 && 'openssl is not installed';

/** Makes a certificate for `localhost` with a new key. @param name - its subject, and the name of its files. */
export function makeCertificate(folder: string, name: string, days = 90): TlsFiles {
  const [certFile, keyFile] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)];
  const { status, stderr } = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', String(days)],
    ...['-subj', `/CN=${name}`, '-addext', 'subjectAltName=DNS:localhost,DNS:*.example.test,IP:127.0.0.1'],
    ...['-keyout', keyFile, '-out', certFile],
  ]);
  assert.equal(status, 0, String(stderr));
  return { certFile, keyFile };
}

/** Replaces a file atomically, as programs that renew certificates do. */
export function replaceFile(file: string, by: string): void {
  copyFileSync(by, `${file}.new`);
  renameSync(`${file}.new`, file);
}

/** Replaces a pair of files: the certificate first. */
export function replacePair(files: TlsFiles, by: TlsFiles): void {
  replaceFile(files.certFile, by.certFile);
  replaceFile(files.keyFile, by.keyFile);
}

/**
 * Opens a TLS connection.
 *
 * @param servername - the name that the client sends (SNI); none if left out.
 * @param localAddress - the client's address; Linux has all of 127.0.0.0/8.
 */
export async function connectTls(port: number, servername = '', localAddress = '127.0.0.1'): Promise<TLSSocket> {
  // A separate net.Socket, because the type declarations of TLS have no local address.
  const transport = connectTcp({ port, host: '127.0.0.1', localAddress });
  const socket = connect({ socket: transport, servername, rejectUnauthorized: false });
  await new Promise<void>((resolve, reject) => {
    socket.once('secureConnect', resolve);
    socket.once('error', reject);
  });
  return socket;
}

/** Returns the subject of the server certificate of a connection. */
export function subjectOf(socket: TLSSocket): string {
  return String(socket.getPeerCertificate().subject.CN);
}

/** Returns the subject of the certificate that a new connection gets. */
export async function subjectServed(port: number, servername?: string): Promise<string> {
  const socket = await connectTls(port, servername);
  const subject = subjectOf(socket);
  socket.destroy();
  return subject;
}

/**
 * Returns the cipher suite of a new connection of TLS 1.2; undefined if the server accepts none of the client's.
 *
 * @param suites - of the client, as a list of OpenSSL.
 */
export async function suiteServed(port: number, suites: string): Promise<string | undefined> {
  const client = { ciphers: `${suites}:@SECLEVEL=0`, maxVersion: 'TLSv1.2', rejectUnauthorized: false } as const;
  const socket = connect({ port, host: '127.0.0.1', ...client });
  return new Promise((resolve) => {
    socket.once('secureConnect', () => {
      resolve(socket.getCipher().name);
      socket.destroy();
    });
    socket.once('error', () => resolve(undefined));
  });
}
