/** What is kept from one use to the next. */
const keptBytes = 4 * 2 ** 20;

let kept = Buffer.allocUnsafeSlow(0);

/**
 * Memory for one step of work, gone with the next call: new memory is filled with zeros page by page, which for a
 * megabyte takes longer than most things that are done with it.
 *
 * @returns at least this many bytes, at the start of a separate buffer, with undefined content.
 */
export function scratch(bytes: number): Buffer<ArrayBuffer> {
  if (bytes > keptBytes) return Buffer.allocUnsafeSlow(bytes);
  if (kept.byteLength < bytes) kept = Buffer.allocUnsafeSlow(Math.max(bytes, Math.min(2 * kept.byteLength, keptBytes)));
  return kept;
}
