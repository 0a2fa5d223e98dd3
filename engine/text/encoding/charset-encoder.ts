import { lazyLibrary } from '../../core/lazy-library.js';
import { charsetName } from './charset-labels.js';

const whatwgLibrary = lazyLibrary<typeof import('@exodus/bytes/whatwg.js')>('@exodus/bytes/whatwg.js');
const multiByteLibrary = lazyLibrary<typeof import('@exodus/bytes/multi-byte.js')>('@exodus/bytes/multi-byte.js');
const singleByteLibrary = lazyLibrary<typeof import('@exodus/bytes/single-byte.js')>('@exodus/bytes/single-byte.js');

/** Encodes text to a charset by the tables of the WHATWG Encoding Standard. */
export interface CharsetEncoder {
  readonly charset: string;
  /** Whether every character is one byte. */
  readonly isSingleByte: boolean;
  /** Whether the charset has a character; a lone surrogate is in none. */
  has(codePoint: number): boolean;
  /** @param text - has only characters of the charset. */
  encode(text: string): Uint8Array;
}

const encoders = new Map<string, CharsetEncoder>();

/**
 * Returns the encoder of a charset, which it makes once.
 *
 * @param label - a label of the WHATWG Encoding Standard.
 * @throws {ToolError} if no charset has the label.
 */
export function charsetEncoder(label: string): CharsetEncoder {
  const charset = charsetName(label);
  let encoder = encoders.get(charset);
  if (encoder === undefined) {
    encoder = newEncoder(charset);
    encoders.set(charset, encoder);
  }
  return encoder;
}

const isWhole = (codePoint: number) => codePoint < 0xd800 || codePoint > 0xdfff;

function newEncoder(charset: string): CharsetEncoder {
  const unicode = unicodeEncoders[charset];
  if (unicode !== undefined) return { charset, isSingleByte: false, has: isWhole, encode: unicode };
  const lacks = missingCharacters(charset);
  const has = (codePoint: number) =>
    codePoint < lacks.length ? lacks[codePoint] === 0 : charset === 'gb18030' && codePoint > 0xffff;
  const name = charset.toLowerCase();
  const isSingleByte = !multiByteNames.has(charset);
  const encode = isSingleByte
    ? singleByteLibrary().createSinglebyteEncoder(name)
    : multiByteLibrary().createMultibyteEncoder(name);
  return { charset, isSingleByte, has, encode };
}

const unicodeEncoders: Readonly<Record<string, (text: string) => Uint8Array>> = {
  'UTF-8': (text) => Buffer.from(text, 'utf8'),
  'UTF-16LE': (text) => Buffer.from(text, 'utf16le'),
  'UTF-16BE': (text) => Buffer.from(text, 'utf16le').swap16(),
};

const multiByteNames = new Set(['GBK', 'gb18030', 'Big5', 'EUC-JP', 'Shift_JIS', 'ISO-2022-JP', 'EUC-KR']);

/** Returns 1 for each code point that a charset lacks. Only Big5 has characters above U+FFFF in its table. */
function missingCharacters(charset: string): Uint8Array {
  const lacks = new Uint8Array(charset === 'Big5' ? 0x30000 : 0x10000);
  lacks.fill(1, 0xd800, 0xe000);
  const all: string[] = [];
  for (let codePoint = 0; codePoint < lacks.length; codePoint++) {
    if (isWhole(codePoint)) all.push(String.fromCodePoint(codePoint));
  }
  // Only the percent signs of the references to what is missing (&#8364;) are escaped, and no others: they are not in the
  // list of characters to escape.
  const escaped = whatwgLibrary().percentEncodeAfterEncoding(charset, all.join(''), '%');
  for (const [, codePoint] of escaped.matchAll(/%26%23(\d+)%3B/g)) lacks[Number(codePoint)] = 1;
  // ISO-2022-JP reports the controls that switch its state as U+FFFD.
  if (charset === 'ISO-2022-JP') for (const control of [0x0e, 0x0f, 0x1b]) lacks[control] = 1;
  return lacks;
}
