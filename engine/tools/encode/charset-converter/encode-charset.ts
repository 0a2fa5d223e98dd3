import { ToolError } from '../../../core/errors.js';
import type { OutputLimit } from '../../../core/tool.js';
import { type CharsetEncoder, charsetEncoder } from '../../../text/encoding/charset-encoder.js';
import { describeCharacter, positionAt } from '../../../text/position.js';
import { TextWriter } from '../../../text/text-writer.js';

interface EncodingOptions {
  readonly charset: string;
  readonly invalid: 'error' | 'replace' | 'drop' | 'html';
  readonly byteOrderMark: boolean;
}

/**
 * Encodes a text to a charset.
 *
 * @throws {ToolError} with the place of a character that the charset lacks, if `invalid` says error; if no charset has
 *   the label; for a byte order mark in a charset that has none.
 */
export function encodeCharset(text: string, options: EncodingOptions, limit: OutputLimit): Uint8Array {
  const encoder = charsetEncoder(options.charset);
  if (options.byteOrderMark && !encoder.charset.startsWith('UTF-')) {
    throw new ToolError(`byteOrderMark is for UTF-8 and UTF-16, and not for ${encoder.charset}`);
  }
  const mark = options.byteOrderMark ? '\ufeff' : '';
  return encoder.encode(mark + encodable(text, encoder, options, limit));
}

/** Returns the text with what is written for the characters that the charset lacks. */
function encodable(text: string, encoder: CharsetEncoder, { invalid }: EncodingOptions, limit: OutputLimit): string {
  const writer = new TextWriter(limit);
  let copied = 0;
  for (let at = 0; at < text.length; at++) {
    const codePoint = text.codePointAt(at) ?? 0;
    const length = codePoint > 0xffff ? 2 : 1;
    if (!encoder.has(codePoint)) {
      if (invalid === 'error') {
        throw ToolError.at(positionAt(text, at), `${encoder.charset} does not have ${describeCharacter(text, at)}`);
      }
      writer.write(text.slice(copied, at));
      writer.write(replacementOf(codePoint, invalid));
      copied = at + length;
    }
    at += length - 1;
  }
  if (copied === 0) return text;
  writer.write(text.slice(copied));
  return writer.toString();
}

function replacementOf(codePoint: number, invalid: 'replace' | 'drop' | 'html'): string {
  if (invalid === 'drop') return '';
  if (invalid === 'replace') return '?';
  const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
  return `&#${isSurrogate ? 0xfffd : codePoint};`;
}
