/** Little endian: that of a frame, and that of a frame to skip without its last four bits. */
const magic = { frame: 0xfd2fb528, skippable: 0x184d2a5 } as const;
/** Each takes the decoder some 20 µs, however short it is. */
const mostFrames = 1_000;
/** By the flag in the descriptor. */
const dictionaryIdBytes = [0, 1, 2, 4] as const;
const contentSizeBytes = [0, 2, 4, 8] as const;
const rle = 1;
const reservedType = 3;

/**
 * Finds the frames of a zstd body (RFC 8878 section 3), without those to skip. Decodes nothing: goes from block to block by
 * their lengths.
 *
 * @returns undefined if it is not whole frames one after the other, has none, or has more than a thousand.
 */
export function zstdFrames(bytes: Uint8Array): Uint8Array[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const frames: Uint8Array[] = [];
  try {
    let seen = 0;
    for (let start = 0; start < bytes.byteLength; seen++) {
      if (seen === mostFrames) return undefined;
      const number = view.getUint32(start, true);
      if (number >>> 4 === magic.skippable) {
        start += 8 + view.getUint32(start + 4, true);
        if (start > bytes.byteLength) return undefined;
        continue;
      }
      const end = number === magic.frame ? endOfFrame(view, start + 4) : undefined;
      if (end === undefined || end > bytes.byteLength) return undefined;
      frames.push(bytes.subarray(start, end));
      start = end;
    }
  } catch (error) {
    // A field that the bytes end before.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  return frames.length === 0 ? undefined : frames;
}

/** @param start - after the magic number. @throws {RangeError} if the frame ends before its last block. */
function endOfFrame(view: DataView, start: number): number | undefined {
  const descriptor = view.getUint8(start);
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const hasChecksum = (descriptor & 0x04) !== 0;
  const sizeFlag = descriptor >> 6;
  const sizeBytes = sizeFlag === 0 && isSingleSegment ? 1 : (contentSizeBytes[sizeFlag] ?? 0);
  let at = start + 1 + (isSingleSegment ? 0 : 1) + (dictionaryIdBytes[descriptor & 0x03] ?? 0) + sizeBytes;
  for (let isLast = false; !isLast; ) {
    const header = view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
    const type = (header >> 1) & 3;
    if (type === reservedType) return undefined;
    isLast = (header & 1) === 1;
    at += 3 + (type === rle ? 1 : header >> 3);
  }
  return at + (hasChecksum ? 4 : 0);
}
