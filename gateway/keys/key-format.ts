import { hash, randomBytes } from 'node:crypto';
import type { Environment } from '../store/key-table.js';

const prefixes: Readonly<Record<Environment, string>> = { live: 'svc_live_', dev: 'svc_dev_' };
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** 62^32 is about 2^190. */
const secretLength = 32;
/** 62^20 is about 2^119: ids are unique without being looked up, and cannot be guessed. */
const idLength = 20;
/** Longer texts are no secret of ours, whatever they are, and are not worth hashing. */
const maxSecretLength = 128;

/** A new secret: the text that callers send in `x-api-key`. */
export function generateSecret(environment: Environment): string {
  return prefixes[environment] + randomText(secretLength);
}

/** A new id of a key or an account, such as `key_4Qm…`. */
export function generateId(kind: 'key' | 'acc'): string {
  return `${kind}_${randomText(idLength)}`;
}

/** SHA-256 of a secret in hexadecimal, or undefined for a text too long to be one. */
export function hashSecret(secret: string): string | undefined {
  return secret.length > maxSecretLength ? undefined : hash('sha256', secret, 'hex');
}

/**
 * Characters of `[A-Za-z0-9]`, each as likely as any other: a random byte that is 248 or more is thrown away, because
 * 256 is not a multiple of 62.
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
