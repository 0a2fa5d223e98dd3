import { charsetName, encodingLibrary } from './charset-labels.js';

/** Bytes that a charset does not have. */
export class MalformedBytesError extends Error {
  override readonly name = 'MalformedBytesError';
  /** The name of the charset. */
  readonly charset: string;
  /** The number of bytes before the first character that is malformed or incomplete. */
  readonly offset: number;

  constructor(charset: string, offset: number) {
    super(`byte ${offset} is not part of a character in ${charset}`);
    this.charset = charset;
    this.offset = offset;
  }
}

type Decoder = InstanceType<ReturnType<typeof encodingLibrary>['TextDecoder']>;

/** Decodes bytes that arrive in pieces, strictly. Removes a byte order mark at the start. */
export class CharsetDecoder {
  readonly charset: string;
  readonly #decoder: Decoder;
  /** Has decoded all but the last piece, so that it can find where a character begins that is malformed. */
  readonly #behind: Decoder;
  #last: Uint8Array = new Uint8Array();
  /** The number of bytes before the last piece. */
  #before = 0;

  /**
   * @param label - a label of the WHATWG Encoding Standard.
   * @throws {ToolError} if no charset has the label.
   */
  constructor(label: string) {
    const { TextDecoder } = encodingLibrary();
    this.charset = charsetName(label);
    this.#decoder = new TextDecoder(label, { fatal: true });
    this.#behind = new TextDecoder(label, { fatal: true });
  }

  /** @throws {MalformedBytesError} with the first bytes that are malformed. */
  decode(piece: Uint8Array): string {
    try {
      const text = this.#decoder.decode(piece, { stream: true });
      this.#behind.decode(this.#last, { stream: true });
      this.#before += this.#last.length;
      // Copied: the memory of the piece may be reused.
      this.#last = Uint8Array.from(piece);
      return text;
    } catch {
      throw this.#malformed(Buffer.concat([this.#last, piece]));
    }
  }

  /** @throws {MalformedBytesError} if the last character is incomplete. */
  end(): void {
    try {
      this.#decoder.decode();
    } catch {
      throw this.#malformed(this.#last);
    }
  }

  /** @param bytes - all from the last piece on. */
  #malformed(bytes: Uint8Array): MalformedBytesError {
    let whole = 0;
    try {
      for (let at = 0; at < bytes.length; at++) {
        const text = this.#behind.decode(bytes.subarray(at, at + 1), { stream: true });
        if (text !== '') whole = at + 1;
      }
    } catch {
      // This is the byte that the decoder did not take either.
    }
    return new MalformedBytesError(this.charset, this.#before + whole);
  }
}

/** Looking for a malformed byte takes one call for each byte of a piece. */
const pieceBytes = 16_384;

/**
 * Decodes bytes. Removes a byte order mark at the start.
 *
 * @param label - a label of the WHATWG Encoding Standard.
 * @param strict - false writes U+FFFD for malformed bytes, as the standard says.
 * @throws {ToolError} if no charset has the label.
 * @throws {MalformedBytesError} if the decoding is strict, with the first bytes that are malformed.
 */
export function decodeCharset(bytes: Uint8Array, label: string, strict: boolean): string {
  if (!strict) {
    charsetName(label);
    return new (encodingLibrary().TextDecoder)(label).decode(bytes);
  }
  const decoder = new CharsetDecoder(label);
  const texts: string[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) texts.push(decoder.decode(bytes.subarray(at, at + pieceBytes)));
  decoder.end();
  return texts.join('');
}

/**
 * Decodes the beginning of a text, of which the last character may be incomplete if it is cut.
 *
 * @returns undefined if the bytes are not in the charset.
 */
export function decodeBeginning(bytes: Uint8Array, label: string, isCut: boolean): string | undefined {
  try {
    return new (encodingLibrary().TextDecoder)(label, { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    return undefined;
  }
}
