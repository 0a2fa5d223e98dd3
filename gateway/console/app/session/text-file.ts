import { decodedAs, type Encoding, guessedEncoding } from './text-encoding.js';

/** A file that is not UTF-8, but may be text in another encoding. */
export class OtherEncoding extends Error {
  readonly guess: Encoding;
  readonly #bytes: Uint8Array;
  readonly #maxCharacters: number;

  constructor(bytes: Uint8Array, guess: Encoding, maxCharacters: number) {
    super('The file is not text in UTF-8. Save it as UTF-8 and choose it again.');
    this.guess = guess;
    this.#bytes = bytes;
    this.#maxCharacters = maxCharacters;
  }

  /** Returns the beginning of the text in an encoding. */
  preview(encoding: Encoding): string {
    return decodedAs(encoding, this.#bytes.subarray(0, previewBytes));
  }

  /** Returns the text in an encoding. @throws {Error} if it is too long, or no text. */
  read(encoding: Encoding): string {
    return checked(decodedAs(encoding, this.#bytes), this.#maxCharacters);
  }
}

/** How much of a file is shown: whole code units of UTF-16. */
export const previewBytes = 2_000;

/** The most UTF-8 bytes of a UTF-16 code unit. A byte order mark has three more. */
const bytesPerCharacter = 3;

/**
 * Reads a text file as the gateway would: strict UTF-8, without a byte order mark.
 *
 * @param maxCharacters - in UTF-16 code units.
 * @throws {OtherEncoding} if it is not UTF-8.
 * @throws {Error} with a message for the user: too long, no text, or unreadable.
 */
export async function readTextFile(file: Blob, maxCharacters: number): Promise<string> {
  // Checked before a huge file is read into memory.
  if (file.size > (maxCharacters + 1) * bytesPerCharacter) throw tooLong(maxCharacters);
  const bytes = new Uint8Array(await bytesOf(file));
  const text = decoded(bytes);
  if (text !== undefined) return checked(text, maxCharacters);
  const guess = guessedEncoding(bytes);
  throw guess === undefined ? notText() : new OtherEncoding(bytes, guess, maxCharacters);
}

/** @throws {Error} with a message for the user. */
export async function bytesOf(file: Blob): Promise<ArrayBuffer> {
  try {
    return await file.arrayBuffer();
  } catch {
    throw new Error('The file cannot be read. Is it a folder, or has it changed?');
  }
}

/** @returns undefined if it is not UTF-8, or perhaps UTF-16: ASCII letters and NUL bytes are valid UTF-8 as well. */
function decoded(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0) && guessedEncoding(bytes) !== undefined) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Texts never contain NUL, and most other files do. */
function checked(text: string, maxCharacters: number): string {
  if (text.length > maxCharacters) throw tooLong(maxCharacters);
  if (text.includes('\0')) throw notText();
  return text;
}

/** The error of a file that is not text. */
export function notText(): Error {
  return new Error('This is not a text file: it has NUL characters.');
}

/** A file has more characters than fit. */
export class FileTooLong extends Error {}

function tooLong(maxCharacters: number): Error {
  return new FileTooLong(`The file is too long: at most ${maxCharacters.toLocaleString('en')} characters fit.`);
}
