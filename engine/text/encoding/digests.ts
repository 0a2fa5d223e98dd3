import { createHmac } from 'node:crypto';
import { type Static, Type } from '../../core/schema.js';
import type { OutputLimit } from '../../core/tool.js';
import { joinLines, splitLines } from '../lines/lines.js';
import { inputBytes, inputEncoding } from './input-bytes.js';

/** The hash functions that Node.js includes. */
export const nodeHashes = [
  'md5',
  'sha1',
  'sha224',
  'sha256',
  'sha384',
  'sha512',
  'sha512-224',
  'sha512-256',
  'sha3-224',
  'sha3-256',
  'sha3-384',
  'sha3-512',
  'ripemd160',
  'blake2b512',
  'blake2s256',
] as const;

/** The options of every tool that writes a digest of the text. */
export const digestOptions = {
  inputEncoding,
  encoding: Type.Enum(['hex', 'base64', 'base64url'], { default: 'hex', description: 'How the digest is written' }),
  perLine: Type.Boolean({
    default: false,
    description: 'Hashes each line separately, without its line end, and writes one digest per line',
  }),
  uppercase: Type.Boolean({ default: false, description: 'Writes hex digits in upper case; Base64 is not changed' }),
};

const options = Type.Object(digestOptions);

/**
 * Writes the digest of a text, or of each of its lines.
 *
 * @param digest - returns a digest in the chosen encoding, always of the same length.
 * @throws {OutputTooLongError} before building the output.
 * @throws {ToolError} if the text is not in the encoding that `inputEncoding` names.
 */
export function writeDigests(
  text: string,
  { inputEncoding, encoding, perLine, uppercase }: Static<typeof options>,
  digest: (data: string | Uint8Array) => string,
  limit: OutputLimit,
): string {
  const write = (data: string, line?: number) => {
    // crypto.hash is faster for a string than for a copy of its bytes.
    const written = digest(inputEncoding === 'utf8' ? data : inputBytes(data, inputEncoding, line));
    return uppercase && encoding === 'hex' ? written.toUpperCase() : written;
  };
  if (!perLine) return write(text);
  const { lines, lineEnd, final } = splitLines(text);
  const lineEnds = final ? lines.length : lines.length - 1;
  limit.check(lines.length * digest('').length + lineEnds * lineEnd.length);
  return joinLines(
    lines.map((line, i) => write(line, i + 1)),
    { lineEnd, final },
  );
}

/**
 * Makes a function that returns a digest of a text in hexadecimal digits: HMAC-SHA-256, cut to `length` digits. The
 * same text always has the same digest, and without the key nobody can find a text by trying.
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
