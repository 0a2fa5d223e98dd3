import { hash, randomBytes } from 'node:crypto';
import type { Environment } from '../storage/key-table.js';

const prefixes: Readonly<Record<Environment, string>> = { live: 'svc_live_', dev: 'svc_dev_' };
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** 62^32 is about 2^190. */
const secretLength = 32;
/** 62^20 is about 2^119: ids are unique without a look-up, and cannot be guessed. */
const idLength = 20;
/** Longer texts cannot be secrets and are not hashed. */
const maxSecretLength = 128;

/** Generates a secret: the text that callers send in `x-api-key`. */
export function generateSecret(environment: Environment): string {
  return prefixes[environment] + randomText(secretLength);
}

/** Generates the id of a key, an account, a session, a sign-in link or a workflow, such as `key_4Qm…`. */
export function generateId(kind: 'key' | 'acc' | 'ses' | 'link' | 'wfl'): string {
  return `${kind}_${randomText(idLength)}`;
}

/** Returns the SHA-256 of a secret in hexadecimal; undefined for a text too long to be one. */
export function hashSecret(secret: string): string | undefined {
  return secret.length > maxSecretLength ? undefined : hash('sha256', secret, 'hex');
}

/**
 * Returns uniformly random characters of `[A-Za-z0-9]`: random bytes of 248 or more are dropped, because 256 is not a
 * multiple of 62.
 */
function randomText(length: number): string {
  const unbiased = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < unbiased && text.length < length) text += alphabet.charAt(byte % alphabet.length);
    }
  }
  return text;
}
