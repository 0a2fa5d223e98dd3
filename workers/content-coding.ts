import zlib from 'node:zlib';

/** The content codings of RFC 9110 and RFC 8878 that bodies may have; '' is none. */
export type ContentCoding = 'gzip' | 'br' | 'zstd';

/** Why the bytes of a body cannot be had: there are too many, or they are not what its coding says. */
export type UnpackFailure = 'too-large' | 'invalid';

/**
 * What a client accepts for a result up to {@link shortBytes} and for a longer one; '' is plain. For short results
 * setting up the coder is most of the cost, so that another coding is the cheapest.
 */
export interface AcceptedCodings {
  readonly short: ContentCoding | '';
  readonly long: ContentCoding | '';
}

/** How the body of a job came, and how its result may go. */
export interface JobCodings {
  readonly body: ContentCoding | '';
  readonly result: AcceptedCodings;
}

export const plainOnly: AcceptedCodings = { short: '', long: '' };
/** Of a job whose body and result are plain. */
export const noCodings: JobCodings = { body: '', result: plainOnly };

/** Node.js has zstd since 22.15 and 23.8. */
const hasZstd = typeof zlib.zstdDecompressSync === 'function';

/** The codings that this version of Node.js has. */
export const supportedCodings: readonly ContentCoding[] = hasZstd ? ['gzip', 'br', 'zstd'] : ['gzip', 'br'];

/** A result that is not longer goes plain: it fits a packet or two. */
export const mostPlainBytes = 1_024;
/**
 * Results up to this length are packed on the event loop if they are there, which takes 12 µs for 2 KB and 28 µs for 8 KB;
 * to hand them to a thread would take 50.
 */
export const shortBytes = 16_384;

/**
 * The cheapest codings first. With these levels, 2 KB take 12, 16 and 28 µs of processor time (br, gzip, zstd), a list of
 * 500 URLs takes 91, 150 and 133, and 60 KB of English text 345, 796 and 232; higher levels take several times as long for
 * a tenth of the bytes.
 */
export const codingOrders: Readonly<Record<keyof AcceptedCodings, readonly ContentCoding[]>> = {
  short: ['br', 'gzip', 'zstd'],
  long: ['zstd', 'br', 'gzip'],
};

const level = 1;
/** Output is made in pieces of at most this length: what exceeds the limit is never longer. */
const longestPiece = 2 ** 20;
const shortestPiece = 4_096;
/** JSON is rarely more than eight times as long as its packed form. */
const usualRatio = 8;
/** The largest window that RFC 9659 allows, as a power of two: 8 MB. */
const zstdWindowLog = 23;

interface Unpacked {
  readonly buffer: Buffer;
  readonly engine: { readonly bytesWritten: number };
}

/** Also returns the engine, which counts what it has read: Node.js ignores what comes after the end of a stream. */
type UnpackSync = (bytes: Uint8Array, options: object) => Unpacked;

const gunzip = zlib.gunzipSync as unknown as UnpackSync;
const brotliDecompress = zlib.brotliDecompressSync as unknown as UnpackSync;
const zstdDecompress = zlib.zstdDecompressSync as unknown as UnpackSync;

/**
 * Unpacks a body.
 *
 * @param maxBytes - of the result. No more than that and a megabyte is unpacked.
 * @param maxFrames - of zstd; a body with more is too large.
 * @returns the bytes, in memory of their own or of a pool; or why there are none. What is cut off, has another checksum, or
 *   goes on after its end is invalid.
 */
export function unpack(
  packed: Uint8Array,
  coding: ContentCoding,
  maxBytes: number,
  maxFrames = Number.POSITIVE_INFINITY,
): Uint8Array | UnpackFailure {
  try {
    if (coding === 'zstd') return unpackFrames(packed, maxBytes, maxFrames);
    return unpackWhole(coding === 'gzip' ? gunzip : brotliDecompress, packed, maxBytes);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : 'invalid';
  }
}

function unpackWhole(
  unpackSync: UnpackSync,
  packed: Uint8Array,
  maxBytes: number,
  params?: Readonly<Record<number, number>>,
): Uint8Array | UnpackFailure {
  const chunkSize = Math.max(Math.min(usualRatio * packed.byteLength, longestPiece, maxBytes + 1), shortestPiece);
  const { buffer, engine } = unpackSync(packed, {
    info: true,
    chunkSize,
    // Node.js takes no limit of zero.
    maxOutputLength: Math.max(1, maxBytes),
    ...(params && { params }),
  });
  if (buffer.byteLength > maxBytes) return 'too-large';
  return engine.bytesWritten === packed.byteLength ? buffer : 'invalid';
}

/** Frame by frame: Node.js stops after the first one, and does not notice that the last one is cut off. */
function unpackFrames(packed: Uint8Array, maxBytes: number, maxFrames: number): Uint8Array | UnpackFailure {
  const frames = zstdFrames(packed);
  if (frames === undefined) return 'invalid';
  if (frames.length > maxFrames) return 'too-large';
  const params = { [zlib.constants.ZSTD_d_windowLogMax]: zstdWindowLog };
  const parts: Uint8Array[] = [];
  let left = maxBytes;
  for (const frame of frames) {
    const part = unpackWhole(zstdDecompress, frame, left, params);
    if (typeof part === 'string') return part;
    parts.push(part);
    left -= part.byteLength;
  }
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
}

/** A result as it goes to the client. */
export interface PackedResult {
  readonly body: Uint8Array;
  readonly coding: ContentCoding | '';
}

/** Packs a result if the client accepts it and it gets shorter. */
export function packFor(body: Uint8Array, accepted: AcceptedCodings): PackedResult {
  const coding = codingFor(body.byteLength, accepted);
  const packed = coding === '' ? body : pack(body, coding);
  return packed.byteLength < body.byteLength ? { body: packed, coding } : { body, coding: '' };
}

/** Returns the coding for a result of this length; '' for none. */
export function codingFor(bytes: number, { short, long }: AcceptedCodings): ContentCoding | '' {
  if (bytes <= mostPlainBytes) return '';
  return bytes <= shortBytes ? short : long;
}

function pack(body: Uint8Array, coding: ContentCoding): Uint8Array {
  const { constants } = zlib;
  const { byteLength } = body;
  const chunkSize = Math.min(Math.max(byteLength >> 1, shortestPiece), longestPiece);
  if (coding === 'gzip') return zlib.gzipSync(body, { level, chunkSize });
  if (coding === 'br') {
    const params = { [constants.BROTLI_PARAM_QUALITY]: level, [constants.BROTLI_PARAM_SIZE_HINT]: byteLength };
    return zlib.brotliCompressSync(body, { chunkSize, params });
  }
  const params = { [constants.ZSTD_c_compressionLevel]: level };
  return zlib.zstdCompressSync(body, { chunkSize, pledgedSrcSize: byteLength, params });
}

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
function zstdFrames(bytes: Uint8Array): Uint8Array[] | undefined {
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
