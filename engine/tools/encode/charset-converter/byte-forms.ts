import { ToolError } from '../../../core/errors.js';
import type { OutputLimit } from '../../../core/tool.js';
import { base64Length, decodeBase64 } from '../../../text/encoding/base64.js';
import { decodeCharset, MalformedBytesError } from '../../../text/encoding/charset-decoder.js';
import { charsetEncoder } from '../../../text/encoding/charset-encoder.js';
import { decodeHex } from '../../../text/encoding/hex.js';
import { describeCharacter, positionAt } from '../../../text/position.js';
import { TextWriter } from '../../../text/text-writer.js';

interface ByteForm {
  readonly format: 'hex' | 'base64' | 'percent' | 'mojibake';
  /** The charset by which the bytes were decoded by mistake. */
  readonly misreadAs: string;
}

/** Writes bytes in a form. @throws {ToolError} for bytes that `misreadAs` lacks. */
export function textOfBytes(bytes: Uint8Array, { format, misreadAs }: ByteForm, limit: OutputLimit): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (format === 'percent') return percentEncoded(bytes, limit);
  if (format === 'mojibake') return misread(bytes, misreadAs);
  limit.check(format === 'hex' ? bytes.length * 2 : base64Length(bytes.length, true));
  return buffer.toString(format);
}

/** Reads bytes that are written in a form. @throws {ToolError} with the place of what is no byte. */
export function bytesOfText(text: string, { format, misreadAs }: ByteForm): Uint8Array {
  if (format === 'hex') return decodeHex(text);
  if (format === 'base64') return decodeBase64(text);
  return format === 'percent' ? percentDecoded(text) : unread(text, misreadAs);
}

const percent = 0x25;
/** Bytes that stand for themselves: the unreserved characters of RFC 3986. */
const unreserved = new Set(Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~'));
const escapes = Array.from({ length: 256 }, (_, byte) =>
  unreserved.has(byte) ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
);

function percentEncoded(bytes: Uint8Array, limit: OutputLimit): string {
  const writer = new TextWriter(limit);
  for (const byte of bytes) writer.write(escapes[byte] ?? '');
  return writer.toString();
}

function percentDecoded(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === percent) {
      const digits = text.slice(at + 1, at + 3);
      if (!/^[\da-f]{2}$/i.test(digits)) {
        throw ToolError.at(
          positionAt(text, at),
          '"%" must be followed by two hexadecimal digits; write %25 for the character itself',
        );
      }
      bytes[length++] = Number.parseInt(digits, 16);
      at += 2;
    } else if (unit < 0x80) bytes[length++] = unit;
    else throw ToolError.at(positionAt(text, at), `${describeCharacter(text, at)} must be percent-encoded`);
  }
  return bytes.subarray(0, length);
}

function misread(bytes: Uint8Array, charset: string): string {
  try {
    return decodeCharset(bytes, charset, true);
  } catch (error) {
    if (!(error instanceof MalformedBytesError)) throw error;
    throw new ToolError(`misreadAs: the bytes cannot be read as ${error.charset}: ${error.message}`);
  }
}

/**
 * Returns the bytes of a text that was decoded by mistake. Programs that know Latin-1 show the bytes 80 to 9F as
 * controls, where Windows-1252 has letters and signs: both are read.
 */
function unread(text: string, charset: string): Uint8Array {
  const encoder = charsetEncoder(charset);
  let copied = 0;
  let bytes: Uint8Array | undefined;
  for (let at = 0; at < text.length; at++) {
    const codePoint = text.codePointAt(at) ?? 0;
    const length = codePoint > 0xffff ? 2 : 1;
    if (!encoder.has(codePoint)) {
      if (!encoder.isSingleByte || codePoint < 0x80 || codePoint > 0x9f) throw notMisread(text, at, encoder.charset);
      bytes ??= new Uint8Array(text.length);
      bytes.set(encoder.encode(text.slice(copied, at)), copied);
      bytes[at] = codePoint;
      copied = at + 1;
    }
    at += length - 1;
  }
  const rest = encoder.encode(text.slice(copied));
  bytes?.set(rest, copied);
  return bytes ?? rest;
}

function notMisread(text: string, at: number, charset: string): ToolError {
  return ToolError.at(
    positionAt(text, at),
    `${describeCharacter(text, at)} is not in ${charset}, so the text was not decoded as that by mistake; name another charset in misreadAs, or use mojibake-fixer`,
  );
}
