import { crc32 } from 'node:zlib';
import { type CrcModel, crc64Xz, crcOf, fromHalves } from './crc.js';

/** A checksum of 8 to 64 bits, as an unsigned number. */
interface Checksum {
  readonly bits: number;
  readonly of: (bytes: Uint8Array) => number | bigint;
}

const ccitt = { bits: 16, polynomial: 0x1021, initial: 0, reflected: false, finalXor: 0 } as const;
const crc16 = { bits: 16, polynomial: 0x8005, initial: 0, reflected: true, finalXor: 0 } as const;
const ones = 0xffff_ffff;
const plain32 = { bits: 32, polynomial: 0x04c11db7, initial: ones, reflected: false, finalXor: ones } as const;

export const checksums = {
  /** Used by zip, gzip, PNG and Ethernet (ISO 3309, RFC 1952 section 8). */
  crc32: { bits: 32, of: (bytes) => crc32(bytes) },
  /** Castagnoli's: iSCSI (RFC 3720), ext4, cloud storage. */
  crc32c: crc({ bits: 32, polynomial: 0x1edc6f41, initial: ones, reflected: true, finalXor: ones }),
  'crc32-bzip2': crc(plain32),
  'crc32-mpeg2': crc({ ...plain32, finalXor: 0 }),
  cksum: { bits: 32, of: posixChecksum },
  'crc64-xz': { bits: 64, of: crc64Xz },
  crc16: crc(crc16),
  'crc16-modbus': crc({ ...crc16, initial: 0xffff }),
  'crc16-xmodem': crc(ccitt),
  'crc16-ccitt-false': crc({ ...ccitt, initial: 0xffff }),
  'crc16-kermit': crc({ ...ccitt, reflected: true }),
  'crc16-x25': crc({ ...ccitt, initial: 0xffff, reflected: true, finalXor: 0xffff }),
  crc8: crc({ bits: 8, polynomial: 0x07, initial: 0, reflected: false, finalXor: 0 }),
  adler32: { bits: 32, of: adler32 },
  fletcher16: { bits: 16, of: fletcher16 },
  fnv1a32: { bits: 32, of: fnv1a32 },
  fnv1a64: { bits: 64, of: fnv1a64 },
} as const satisfies Record<string, Checksum>;

function crc(model: CrcModel): Checksum {
  return { bits: model.bits, of: crcOf(model) };
}

const posixCrc = crcOf({ ...plain32, initial: 0 });

/**
 * Computes the checksum of the program cksum (POSIX): the length follows the bytes, its lowest byte first, without
 * leading zeros.
 */
function posixChecksum(bytes: Uint8Array): number {
  const length: number[] = [];
  for (let rest = bytes.length; rest > 0; rest = Math.floor(rest / 256)) length.push(rest % 256);
  return posixCrc(Buffer.concat([bytes, Uint8Array.from(length)]));
}

/** This many bytes can be added before a sum has to be reduced. */
const adlerBlock = 3800;
/** The largest prime below 2¹⁶. */
const adlerModulus = 65_521;

/** Computes the checksum of zlib streams: RFC 1950, section 8.2. */
function adler32(bytes: Uint8Array): number {
  const [a, b] = runningSums(bytes, 1, adlerModulus);
  return b * 0x1_0000 + a;
}

/**
 * Computes Fletcher's checksum with sums of 8 bits, in one's complement arithmetic (RFC 1146 has the sums in this
 * order).
 */
function fletcher16(bytes: Uint8Array): number {
  const [a, b] = runningSums(bytes, 0, 255);
  return b * 0x100 + a;
}

/** Returns the sum of the bytes, and the sum of these sums after each byte. */
function runningSums(bytes: Uint8Array, start: number, modulus: number): [sum: number, sumOfSums: number] {
  let a = start;
  let b = 0;
  for (let from = 0; from < bytes.length; from += adlerBlock) {
    for (const byte of bytes.subarray(from, from + adlerBlock)) {
      a += byte;
      b += a;
    }
    a %= modulus;
    b %= modulus;
  }
  return [a, b];
}

/** Computes Fowler, Noll and Vo's hash with its parameters for 32 bits (draft-eastlake-fnv). */
function fnv1a32(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/**
 * Computes the same with parameters for 64 bits: the prime is 2⁴⁰ + 0x1b3, and each half times 0x1b3 is exact in a
 * number.
 */
function fnv1a64(bytes: Uint8Array): bigint {
  let high = 0xcbf29ce4;
  let low = 0x84222325;
  for (const byte of bytes) {
    low = (low ^ byte) >>> 0;
    const product = low * 0x1b3;
    high = (high * 0x1b3 + Math.floor(product / 2 ** 32) + (low << 8)) >>> 0;
    low = product >>> 0;
  }
  return fromHalves(high, low);
}
