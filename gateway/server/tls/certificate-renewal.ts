import { stat } from 'node:fs/promises';
import type { Clock } from '#gateway/core/clock.js';
import { nodeTimers } from '#gateway/core/timers.js';
import { type Certificate, readCertificate, type TlsFiles } from './certificate.js';

/** The log of the renewal. A pino logger fits. */
export interface CertificateLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface CertificateRenewalOptions {
  /** The certificate at start. */
  readonly certificate: Certificate;
  /**
   * Serves new connections with another certificate. @throws {Error} if it cannot; the previous one stays in use then.
   */
  readonly use: (certificate: Certificate) => void;
  readonly log: CertificateLog;
  readonly clock: Clock;
  /** How often the files are checked, in milliseconds. */
  readonly pollMs?: number;
  /** How often the expiry is checked, in milliseconds. */
  readonly expiryCheckMs?: number;
}

const dayMs = 24 * 3_600_000;
/** Certificates are normally renewed weeks before they expire: by then, a renewal has failed. */
const expiresSoonMs = 14 * dayMs;

/**
 * Watches the files of the certificate in use.
 *
 * Programs that renew certificates replace links or files one by one. So changed files are read once they are unchanged
 * between two checks, and used only if they have a certificate with its key.
 */
export class CertificateRenewal {
  readonly #options: CertificateRenewalOptions;
  #current: Certificate;
  /** The state of the files at the last check and at the last read; empty before the first check. */
  #seen = '';
  #read = '';
  readonly #timers: (() => void)[] = [];

  constructor(options: CertificateRenewalOptions) {
    this.#options = options;
    this.#current = options.certificate;
  }

  /** When the certificate in use expires, in milliseconds since the epoch. */
  get expiresAt(): number {
    return this.#current.expiresAt;
  }

  /** Starts to check the files and the expiry. Does not keep the process alive. */
  start(): void {
    const { pollMs = 5_000, expiryCheckMs = dayMs } = this.#options;
    this.#timers.push(
      nodeTimers.every(pollMs, () => void this.#poll()),
      nodeTimers.every(expiryCheckMs, () => this.#checkExpiry()),
    );
    this.#checkExpiry();
  }

  stop(): void {
    for (const end of this.#timers) end();
  }

  /** Reads the files now, changed or not. Never rejects: errors are logged. */
  async renew(): Promise<void> {
    this.#take(await stateOf(this.#current));
  }

  async #poll(): Promise<void> {
    const state = await stateOf(this.#current);
    if (state !== this.#read && state === this.#seen) this.#take(state);
    this.#seen = state;
  }

  /** @param state - of the files before they are read: the next check sees a later change. */
  #take(state: string): void {
    this.#read = state;
    const { use, log } = this.#options;
    try {
      const next = readCertificate(this.#current);
      if (next.cert.equals(this.#current.cert) && next.key.equals(this.#current.key)) return;
      use(next);
      this.#current = next;
    } catch (error) {
      const { message: reason } = error as Error;
      const { certFile, keyFile } = this.#current;
      log.error({ reason, certFile, keyFile }, 'The new TLS certificate cannot be used; the previous one stays in use');
      return;
    }
    log.info(this.#facts(), 'The TLS certificate was renewed');
    this.#checkExpiry();
  }

  #checkExpiry(): void {
    const { clock, log } = this.#options;
    const leftMs = this.#current.expiresAt - clock.now();
    if (leftMs < 0) log.warn(this.#facts(), 'The TLS certificate in use has expired');
    else if (leftMs < expiresSoonMs) log.warn(this.#facts(), 'The TLS certificate in use expires soon');
  }

  #facts(): object {
    const { names, expiresAt } = this.#current;
    return { names, validUntil: new Date(expiresAt).toISOString() };
  }
}

/** Returns a text that changes with the files: their content, the target of links, permissions. */
async function stateOf({ certFile, keyFile }: TlsFiles): Promise<string> {
  const states = [certFile, keyFile].map(async (file) => {
    try {
      const { dev, ino, size, mtimeNs, ctimeNs } = await stat(file, { bigint: true });
      return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
    } catch (error) {
      return (error as NodeJS.ErrnoException).code ?? 'unknown';
    }
  });
  return (await Promise.all(states)).join(', ');
}
