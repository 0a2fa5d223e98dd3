import { createHmac } from 'node:crypto';

/**
 * Makes a function that gives a digest of texts, in hexadecimal digits: HMAC-SHA-256, cut to `length` digits. The same
 * text has the same digest, and without the key nobody can tell a text by trying.
 */
export function keyedDigest(key: string, length: number): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    let digest = known.get(text);
    if (digest === undefined) {
      digest = createHmac('sha256', key).update(text).digest('hex').slice(0, length);
      known.set(text, digest);
    }
    return digest;
  };
}
