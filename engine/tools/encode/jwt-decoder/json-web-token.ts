import { createHmac, timingSafeEqual } from 'node:crypto';
import { OutputTooLongError, ToolError } from '../../../core/errors.js';
import type { OutputLimit } from '../../../core/tool.js';
import { decodeBase64 } from '../../../text/encoding/base64.js';
import { decodeUtf8 } from '../../../text/encoding/utf8.js';
import { JsonLayout, layOutJson } from '../../../text/json/json-layout.js';

/** A parsed token. Its parts are formatted as JSON, without changing their content. */
export interface JsonWebToken {
  readonly header: string;
  /** Undefined if it is encrypted. */
  readonly payload: string | undefined;
  /** The algorithm that the header names; undefined if it names none. */
  readonly algorithm: string | undefined;
  /** The signed text, and the signature. */
  readonly signed: string;
  readonly signature: Uint8Array;
}

/** Numbers of parts of the compact forms. @see RFC 7515 section 3.1, RFC 7516 section 3.1 */
const signedParts = 3;
const encryptedParts = 5;

/**
 * Splits and decodes a token in a compact form (RFC 7515, RFC 7519). Ignores white space and the rest of an
 * `Authorization: Bearer` header.
 *
 * @throws {ToolError} that says which part is invalid.
 */
export function parseToken(text: string, limit: OutputLimit): JsonWebToken {
  const compact = text.replace(/^\s*(?:authorization:\s*)?bearer(?=\s)/i, '').replace(/\s+/g, '');
  const parts = compact.split('.', encryptedParts + 1);
  if (parts.length !== signedParts && parts.length !== encryptedParts) {
    const count = parts.length > encryptedParts ? `more than ${encryptedParts}` : parts.length;
    throw new ToolError(
      `a token has three parts with dots in between, or five if it is encrypted, and this has ${count}`,
    );
  }
  const [first = '', second = '', third = ''] = parts;
  const header = jsonOf(first, 'header', limit);
  if (!header.startsWith('{')) throw new ToolError('the header is not a JSON object');
  const { alg } = JSON.parse(header) as { alg?: unknown };
  const encrypted = parts.length === encryptedParts;
  return {
    header,
    payload: encrypted ? undefined : jsonOf(second, 'payload', limit),
    algorithm: typeof alg === 'string' ? alg : undefined,
    signed: `${first}.${second}`,
    signature: encrypted ? new Uint8Array() : bytesOf(third, 'signature'),
  };
}

function jsonOf(base64: string, part: string, limit: OutputLimit): string {
  const text = decodeUtf8(bytesOf(base64, part));
  if (typeof text !== 'string') throw new ToolError(`the ${part} is not UTF-8`);
  return inPart(`the ${part} is not JSON`, () => layOutJson(text, new JsonLayout('  '), limit));
}

function bytesOf(base64: string, part: string): Uint8Array {
  return inPart(`the ${part} is not Base64`, () => decodeBase64(base64));
}

/** Runs a reader. The places of its errors are within the part. */
function inPart<Result>(problem: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof OutputTooLongError || !(error instanceof ToolError)) throw error;
    throw new ToolError(`${problem}: ${error.message}`);
  }
}

/** The hash functions of the algorithms that use a secret. @see RFC 7518 section 3.2 */
const hmacHashes: ReadonlyMap<string, string> = new Map([
  ['HS256', 'sha256'],
  ['HS384', 'sha384'],
  ['HS512', 'sha512'],
]);

/**
 * Verifies the signature with a secret.
 *
 * The algorithm is the token's own, but only one that uses a secret: so a public key is never used as a secret, and
 * `none` is never a signature.
 *
 * @throws {ToolError} unless the token is signed with the secret.
 */
export function verifySignature({ algorithm = '', signed, signature }: JsonWebToken, secret: Uint8Array): void {
  if (algorithm.toLowerCase() === 'none') throw new ToolError('the token is not signed (its algorithm is none)');
  const hash = hmacHashes.get(algorithm);
  if (hash === undefined) {
    throw new ToolError('a secret can check only the algorithms HS256, HS384 and HS512, and the token has another');
  }
  const expected = createHmac(hash, secret).update(signed).digest();
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) {
    throw new ToolError('the signature does not match the secret: the token was changed, or signed with another');
  }
}
