import { isAscii } from 'node:buffer';
import { splitLines } from '#engine/text/lines/lines.js';
import { type LineSortingOptions, sortDedupeLines } from '#engine/text/order/line-sorting.js';

/** Lines that are processed independently of all others: a thread can do it. */
export interface LineJob {
  /** UTF-8. */
  readonly bytes: Uint8Array;
  readonly options: LineSortingOptions;
  /** Whether they are already processed. */
  readonly isDone?: boolean;
}

/**
 * Processes some lines as `/v1/sort-dedupe` does.
 *
 * @returns UTF-8, with a line feed after each line, in separate memory.
 */
export function runLineJob({ bytes, options }: LineJob): Buffer<ArrayBuffer> {
  const lines = sortDedupeLines(splitLines(textOf(bytes)).lines, options);
  return bytesOf(lines.length === 0 ? '' : `${lines.join('\n')}\n`);
}

/** Encodes a text as UTF-8 in separate memory, which can be transferred to another thread. */
export function bytesOf(text: string): Buffer<ArrayBuffer> {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

/** Decodes bytes that are known to be UTF-8. */
export function textOf(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return buffer.toString(isAscii(buffer) ? 'latin1' : 'utf8');
}
