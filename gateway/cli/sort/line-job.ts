import { isAscii } from 'node:buffer';
import { splitLines } from '../../../engine/text/lines/lines.js';
import { type LineSortingOptions, sortDedupeLines } from '../../../engine/text/order/line-sorting.js';

/** Lines to be worked on, apart from all others: it can be sent to a thread. */
export interface LineJob {
  /** UTF-8. */
  readonly bytes: Uint8Array;
  readonly options: LineSortingOptions;
  /** Whether they are as they should be already. */
  readonly isDone?: boolean;
}

/**
 * Does to some lines what `/v1/sort-dedupe` does.
 *
 * @returns UTF-8, with a line feed behind each line, in memory that nothing else uses.
 */
export function runLineJob({ bytes, options }: LineJob): Buffer<ArrayBuffer> {
  const lines = sortDedupeLines(splitLines(textOf(bytes)).lines, options);
  return bytesOf(lines.length === 0 ? '' : `${lines.join('\n')}\n`);
}

/** The UTF-8 of a text, in memory of its own: it can be transferred to another thread. */
export function bytesOf(text: string): Buffer<ArrayBuffer> {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

/** The text of bytes that are known to be UTF-8. */
export function textOf(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return buffer.toString(isAscii(buffer) ? 'latin1' : 'utf8');
}
