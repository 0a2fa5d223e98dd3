import { isUtf8 } from 'node:buffer';

/**
 * Decodes UTF-8 strictly; keeps a byte order mark.
 *
 * @returns the text, or the offset of the first byte that is not part of well-formed UTF-8.
 */
export function decodeUtf8(bytes: Uint8Array): string | { readonly malformedAt: number } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString('utf8');
  if (isUtf8(buffer)) return text;
  // Malformed bytes have become U+FFFD, so the text, encoded again, differs from the bytes first at the error.
  const replaced = Buffer.from(text, 'utf8');
  let malformedAt = 0;
  while (buffer[malformedAt] === replaced[malformedAt]) malformedAt++;
  return { malformedAt };
}
