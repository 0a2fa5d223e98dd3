import { hash, randomBytes } from 'node:crypto';

/** 256 bits. */
const secretBytes = 32;
const form = /^[\w-]{43}$/;

/** Generates the secret of a session or a sign-in link: 43 characters that need no escaping in a URL or a cookie. */
export function newSecret(): string {
  return randomBytes(secretBytes).toString('base64url');
}

/** Returns the SHA-256 of a secret in hexadecimal; undefined for a text that cannot be one. */
export function digestOf(secret: string): string | undefined {
  return form.test(secret) ? hash('sha256', secret, 'hex') : undefined;
}
