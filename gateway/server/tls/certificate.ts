import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { Config } from '../config/config.js';

/** The PEM files of a certificate and its key. */
export interface TlsFiles {
  readonly certFile: string;
  /** Without a passphrase. */
  readonly keyFile: string;
}

/** A certificate with its chain and its key. */
export interface Certificate extends TlsFiles {
  readonly cert: Buffer;
  readonly key: Buffer;
  /** Its DNS names and addresses, or its subject if it has none. */
  readonly names: readonly string[];
  /** When it expires, in milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** @throws {Error} with a reason that follows a colon, if the files have no matching pair. */
export function readCertificate({ certFile, keyFile }: TlsFiles): Certificate {
  const cert = readFileSync(certFile);
  const key = readFileSync(keyFile);
  const leaf = attempt('TLS_CERT_FILE has no complete certificate', () => new X509Certificate(cert));
  const privateKey = attempt('TLS_KEY_FILE has no complete private key', () => createPrivateKey(key));
  if (!leaf.checkPrivateKey(privateKey)) throw new Error('the key does not belong to the certificate');
  // Also checks the chain, and what else OpenSSL requires, for example the length of keys.
  createSecureContext({ cert, key });
  return { certFile, keyFile, cert, key, names: namesOf(leaf), expiresAt: Date.parse(leaf.validTo) };
}

/**
 * Returns the certificate of the settings; undefined without TLS.
 *
 * @throws {Error} with one sentence if the files have no certificate with its key.
 */
export function configuredCertificate({
  tlsCertFile,
  tlsKeyFile,
}: Pick<Config, 'tlsCertFile' | 'tlsKeyFile'>): Certificate | undefined {
  if (tlsCertFile === undefined || tlsKeyFile === undefined) return undefined;
  try {
    return readCertificate({ certFile: tlsCertFile, keyFile: tlsKeyFile });
  } catch (error) {
    const reason = (error as Error).message;
    throw new Error(`TLS_CERT_FILE or TLS_KEY_FILE cannot be used: ${reason}`, { cause: error });
  }
}

function attempt<Result>(problem: string, parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    throw new Error(`${problem} (${(error as Error).message})`, { cause: error });
  }
}

function namesOf({ subjectAltName, subject }: X509Certificate): string[] {
  if (subjectAltName === undefined) return [subject.replaceAll('\n', ', ')];
  return subjectAltName.split(', ').map((name) => name.replace(/^(?:DNS|IP Address):/, ''));
}
