import { crc32 } from 'node:zlib';

/** A checksum of 32 bits, as an unsigned number. */
export type Checksum = (bytes: Uint8Array) => number;

/** The CRC of zip, gzip, PNG and Ethernet (ISO 3309, RFC 1952 section 8). */
export const crc32Checksum: Checksum = (bytes) => crc32(bytes);

/** So many bytes can be summed up before a sum has to be reduced. */
const adlerBlock = 3800;
/** The largest prime below 2¹⁶. */
const adlerModulus = 65_521;

/** The checksum of zlib streams: RFC 1950, section 8.2. */
export const adler32Checksum: Checksum = (bytes) => {
  let a = 1;
  let b = 0;
  for (let from = 0; from < bytes.length; from += adlerBlock) {
    for (const byte of bytes.subarray(from, from + adlerBlock)) {
      a += byte;
      b += a;
    }
    a %= adlerModulus;
    b %= adlerModulus;
  }
  return b * 0x1_0000 + a;
};

/** Fowler, Noll and Vo's hash with its parameters for 32 bits (draft-eastlake-fnv). */
export const fnv1a32Checksum: Checksum = (bytes) => {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
};
