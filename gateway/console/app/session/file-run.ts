import { localRequest } from '../engine/local-engine.js';
import { localFailure } from './run-operation.js';
import { type Encoding, guessedEncoding } from './text-encoding.js';
import { bytesOf, notText, previewBytes } from './text-file.js';

/** How a file is read: UTF-8, which must be valid, or an encoding in which what is invalid becomes U+FFFD. */
export type FileEncoding = 'utf-8' | Encoding;

/** How much of a file is read at once, in bytes: an even number, for UTF-16. */
const pieceBytes = 1 << 20;

/** Returns the encoding that the beginning of a file is in. @throws {Error} with a message for the user. */
export async function encodingOf(file: Blob): Promise<FileEncoding> {
  const bytes = new Uint8Array(await bytesOf(file.slice(0, pieceBytes)));
  const guess = guessedEncoding(bytes);
  if (guess === undefined) throw notText();
  return !bytes.includes(0) && isUtf8(bytes, bytes.length < file.size) ? 'utf-8' : guess;
}

/** @param isCut - whether the last character may be incomplete. */
function isUtf8(bytes: Uint8Array, isCut: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
    return true;
  } catch {
    return false;
  }
}

/** Returns the beginning of a file in an encoding. */
export async function beginningOf(file: Blob, encoding: FileEncoding): Promise<string> {
  const bytes = await bytesOf(file.slice(0, previewBytes));
  return new TextDecoder(encoding).decode(bytes, { stream: true });
}

/** What is known of steps that are to run on a file. */
export interface FileSteps {
  /** The path of the first step that needs the whole text, such as `steps[0]`; undefined if there is none. */
  readonly wholeText?: string;
}

/** Prepares steps to run on a file in pieces. @param steps - in the form of a request. @throws {Error} as `runOperation`. */
export function beginFile(steps: readonly unknown[], signal: AbortSignal): Promise<FileSteps> {
  return ask<FileSteps>({ steps }, signal);
}

/** How far a file is. */
export interface FileProgress {
  /** Read so far, in bytes. */
  readonly bytes: number;
  /** Lines that have run. */
  readonly lines: number;
  /** Characters that were written. */
  readonly written: number;
}

export interface FileRun {
  readonly file: Blob;
  readonly encoding: FileEncoding;
  readonly signal: AbortSignal;
  /** Writes a piece of the result. The next piece is read when it is written. */
  readonly write: (text: string) => Promise<void>;
  readonly onProgress: (progress: FileProgress) => void;
}

/**
 * Runs the steps of {@link beginFile} on a file: with the result that the whole text would have, and the memory of a piece.
 *
 * @returns what it was at the end, and the parts that failed and that a group let pass, one a line.
 * @throws {Error} with a message for the user, which names lines of the file.
 */
export async function runFile(run: FileRun): Promise<FileProgress & { readonly failed: string }> {
  const { file, encoding, signal, write, onProgress } = run;
  const decoder = new TextDecoder(encoding, { fatal: encoding === 'utf-8' });
  let progress: FileProgress = { bytes: 0, lines: 0, written: 0 };
  for (;;) {
    const bytes = await bytesOf(file.slice(progress.bytes, progress.bytes + pieceBytes));
    signal.throwIfAborted();
    const end = progress.bytes + bytes.byteLength;
    const isLast = end >= file.size;
    const piece = decoded(decoder, bytes, isLast, progress.lines);
    const { text, lines, notes } = await ask<PieceResult>({ piece, isLast }, signal);
    await write(text);
    signal.throwIfAborted();
    progress = { bytes: end, lines, written: progress.written + text.length };
    onProgress(progress);
    if (isLast) return { ...progress, failed: notes };
  }
}

/** The result of a piece. */
interface PieceResult {
  readonly text: string;
  readonly lines: number;
  readonly notes: string;
}

async function ask<Body>(body: object, signal: AbortSignal): Promise<Body> {
  const response = await localRequest('file', body, { signal });
  if (response.status !== 200) throw localFailure(response);
  return response.body as Body;
}

function decoded(decoder: TextDecoder, bytes: ArrayBuffer, isLast: boolean, lines: number): string {
  let text: string;
  try {
    text = decoder.decode(bytes, { stream: !isLast });
  } catch {
    throw new Error(
      `The file is not UTF-8 somewhere behind line ${(lines + 1).toLocaleString('en')}. Choose another encoding.`,
    );
  }
  if (text.includes('\0')) throw notText();
  return text;
}
