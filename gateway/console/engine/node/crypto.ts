import { blake2b, blake2s } from '@noble/hashes/blake2.js';
import { hmac } from '@noble/hashes/hmac.js';
import { md5, ripemd160, sha1 } from '@noble/hashes/legacy.js';
import { sha224, sha256, sha384, sha512, sha512_224, sha512_256 } from '@noble/hashes/sha2.js';
import { sha3_224, sha3_256, sha3_384, sha3_512, shake128, shake256 } from '@noble/hashes/sha3.js';
import { Buffer } from './buffer.js';

/** What the engine uses of Node's module, synchronous as there: `crypto.subtle` is not. */

const hashes = {
  md5,
  sha1,
  sha224,
  sha256,
  sha384,
  sha512,
  'sha512-224': sha512_224,
  'sha512-256': sha512_256,
  'sha3-224': sha3_224,
  'sha3-256': sha3_256,
  'sha3-384': sha3_384,
  'sha3-512': sha3_512,
  ripemd160,
  blake2b512: blake2b,
  blake2s256: blake2s,
};
const extendable = { shake128, shake256 };

type Digest = 'hex' | 'base64' | 'base64url';

class Hash {
  readonly #hash: { update(data: Uint8Array): unknown; digest(): Uint8Array };

  constructor(hash: { update(data: Uint8Array): unknown; digest(): Uint8Array }) {
    this.#hash = hash;
  }

  update(data: string | Uint8Array): this {
    this.#hash.update(bytesOf(data));
    return this;
  }

  digest(): Buffer;
  digest(encoding: Digest): string;
  digest(encoding?: Digest): Buffer | string {
    const bytes = Buffer.from(this.#hash.digest());
    return encoding === undefined ? bytes : bytes.toString(encoding);
  }
}

export function createHash(
  algorithm: keyof typeof hashes | keyof typeof extendable,
  { outputLength }: { readonly outputLength?: number } = {},
): Hash {
  if (algorithm === 'shake128' || algorithm === 'shake256') {
    return new Hash(extendable[algorithm].create(outputLength === undefined ? {} : { dkLen: outputLength }));
  }
  return new Hash(hashes[algorithm].create());
}

export function createHmac(algorithm: keyof typeof hashes, key: string | Uint8Array): Hash {
  return new Hash(hmac.create(hashes[algorithm] as typeof sha256, bytesOf(key)));
}

export function hash(algorithm: keyof typeof hashes, data: string | Uint8Array, encoding: Digest): string {
  return createHash(algorithm).update(data).digest(encoding);
}

export function randomBytes(length: number): Buffer {
  return crypto.getRandomValues(new Buffer(length)) as Buffer;
}

/** In a page of one person nobody measures the time. */
export function timingSafeEqual(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.from(one).equals(other);
}

function bytesOf(data: string | Uint8Array): Uint8Array {
  return typeof data === 'string' ? Buffer.from(data) : data;
}
