import { ToolError } from '../../core/errors.js';
import { type Static, Type } from '../../core/schema.js';
import { defineTool, type OutputLimit } from '../../core/tool.js';
import { decodeCharset, MalformedBytesError } from '../../text/encoding/charset-decoder.js';
import { type CharsetEncoder, charsetEncoder } from '../../text/encoding/charset-encoder.js';
import { CodingDirection } from '../../text/encoding/coding-direction.js';
import { describeCharacter, positionAt } from '../../text/position.js';
import { TextWriter } from '../../text/text-writer.js';
import { bytesOfText, textOfBytes } from './charset-converter/byte-forms.js';

const config = Type.Object({
  direction: CodingDirection,
  charset: Type.String({
    default: 'windows-1252',
    minLength: 1,
    maxLength: 40,
    description:
      'The charset of the bytes, by a label of the WHATWG Encoding Standard: utf-8, utf-16le, utf-16be, windows-1250 to windows-1258, iso-8859-2 to iso-8859-16, shift_jis, euc-jp, iso-2022-jp, gbk, gb18030, big5, euc-kr, koi8-r, koi8-u, ibm866, windows-874, macintosh and their other names; iso-8859-1, latin1 and ascii mean windows-1252, as in browsers',
  }),
  format: Type.Enum(['hex', 'base64', 'percent', 'mojibake'], {
    default: 'hex',
    description:
      'How the bytes are written: hex (two digits each), base64, percent (%E9 and unreserved characters, as in URLs), or mojibake, the characters that they become if they are decoded as misreadAs by mistake',
  }),
  misreadAs: Type.String({
    default: 'windows-1252',
    minLength: 1,
    maxLength: 40,
    description: 'mojibake: the charset by which the bytes were decoded by mistake',
  }),
  invalid: Type.Enum(['error', 'replace', 'drop', 'html'], {
    default: 'error',
    description:
      'What to do with a character that the charset lacks, and when decoding with bytes that it lacks: error refuses the text and says where, replace writes ? (decode: U+FFFD), drop leaves it out, html writes a reference such as &#8364; (encode only)',
  }),
  byteOrderMark: Type.Boolean({
    default: false,
    description: 'encode: writes a byte order mark first, in UTF-8 and UTF-16; decode always removes one',
  }),
});
type Config = Static<typeof config>;

export default defineTool({
  slug: 'charset-converter',
  title: 'Charset converter',
  description:
    'Encodes text to the bytes of a charset such as windows-1251, ISO-8859-2, Shift_JIS, GBK, Big5 or UTF-16, written in hexadecimal, Base64 or percent-encoding, or decodes such bytes. Also reads text that was decoded as the wrong charset (mojibake), such as ÑÐ»Ð¾Ð²Ð¾ or ƒeƒXƒg. Tables and labels are those of the WHATWG Encoding Standard, which browsers follow. If you do not know what was mistaken for what, use mojibake-fixer.',
  config,
  examples: [
    { input: 'Zoë 5 €', output: '5a6feb20352080' },
    {
      input: '8365 8358 8367',
      config: { direction: 'decode', charset: 'shift_jis' },
      output: 'テスト',
    },
    { input: 'ƒeƒXƒg', config: { direction: 'decode', charset: 'sjis', format: 'mojibake' }, output: 'テスト' },
    { input: 'q=%E4%F6%FC', config: { direction: 'decode', format: 'percent' }, output: 'q=äöü' },
    {
      input: 'Łódź – 東京',
      config: { charset: 'iso-8859-2', format: 'percent', invalid: 'html' },
      output: '%A3%F3d%BC%20%26%238211%3B%20%26%2326481%3B%26%2320140%3B',
    },
    { input: '', config: { charset: 'utf-16be', byteOrderMark: true }, output: 'feff' },
  ],
  run(input, config, limit) {
    if (config.direction === 'encode') return textOfBytes(encodeCharset(input, config, limit), config, limit);
    if (config.invalid === 'html') throw new ToolError('invalid must not be html when decoding: use replace or drop');
    return decode(bytesOfText(input, config), config);
  },
});

function decode(bytes: Uint8Array, { charset, invalid }: Config): string {
  try {
    const text = decodeCharset(bytes, charset, invalid === 'error');
    return invalid === 'drop' ? text.replaceAll('\ufffd', '') : text;
  } catch (error) {
    if (!(error instanceof MalformedBytesError)) throw error;
    const { offset } = error;
    const byte = (bytes[offset] ?? 0).toString(16).toUpperCase().padStart(2, '0');
    throw new ToolError(
      `the bytes are not ${error.charset} (byte 0x${byte} at offset ${offset}): name another charset, or set invalid to replace`,
    );
  }
}

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
function encodeCharset(text: string, options: EncodingOptions, limit: OutputLimit): Uint8Array {
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
