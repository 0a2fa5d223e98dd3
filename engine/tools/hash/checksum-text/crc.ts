/**
 * A cyclic redundancy check with the parameters of Williams's model ("A painless guide to CRC error detection
 * algorithms", 1993), as in the catalogues of CRCs.
 */
export interface CrcModel {
  readonly bits: 8 | 16 | 32;
  /** Omits its highest term; the coefficient of the next term is in the highest bit. */
  readonly polynomial: number;
  readonly initial: number;
  /** Whether the lowest bit of each byte comes first, and the result is reflected. */
  readonly reflected: boolean;
  readonly finalXor: number;
}

/** Makes the function that computes a CRC by a model. Its table is created on first use. */
export function crcOf(model: CrcModel): (bytes: Uint8Array) => number {
  let table: Uint32Array | undefined;
  return (bytes) => {
    table ??= tableOf(model);
    return model.reflected ? reflectedCrc(bytes, model, table) : plainCrc(bytes, model, table);
  };
}

function reflectedCrc(bytes: Uint8Array, { bits, initial, finalXor }: CrcModel, table: Uint32Array): number {
  let crc = reverseBits(initial, bits);
  for (const byte of bytes) crc = (crc >>> 8) ^ (table[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ finalXor) >>> 0;
}

/** The register is in the highest bits of a number of 32 bits, so that all widths shift alike. */
function plainCrc(bytes: Uint8Array, { bits, initial, finalXor }: CrcModel, table: Uint32Array): number {
  let crc = initial << (32 - bits);
  for (const byte of bytes) crc = (crc << 8) ^ (table[(crc >>> 24) ^ byte] ?? 0);
  return ((crc >>> (32 - bits)) ^ finalXor) >>> 0;
}

/** Returns the result of eight steps of the register, for each byte. */
function tableOf({ bits, polynomial, reflected }: CrcModel): Uint32Array {
  const reversed = reverseBits(polynomial, bits);
  const aligned = polynomial << (32 - bits);
  return Uint32Array.from({ length: 256 }, (_, byte) => {
    let register = reflected ? byte : byte << 24;
    for (let bit = 0; bit < 8; bit++) {
      register = reflected
        ? (register >>> 1) ^ (register & 1 ? reversed : 0)
        : (register << 1) ^ (register & 0x8000_0000 ? aligned : 0);
    }
    return register;
  });
}

/** The polynomial of ECMA-182 in reflected order, as in xz: the higher and the lower 32 bits. */
const [ecmaHigh, ecmaLow] = [0xc96c5795, 0xd7870f42];
let highTable: Uint32Array | undefined;
let lowTable: Uint32Array | undefined;

/** Computes CRC-64 as in xz. In two halves, because BigInt allocates for every byte. */
export function crc64Xz(bytes: Uint8Array): bigint {
  const [highs, lows] = crc64Tables();
  let [high, low] = [-1, -1];
  for (const byte of bytes) {
    const index = (low ^ byte) & 0xff;
    low = ((low >>> 8) | (high << 24)) ^ (lows[index] ?? 0);
    high = (high >>> 8) ^ (highs[index] ?? 0);
  }
  return fromHalves(~high, ~low);
}

function crc64Tables(): [high: Uint32Array, low: Uint32Array] {
  if (highTable !== undefined && lowTable !== undefined) return [highTable, lowTable];
  highTable = new Uint32Array(256);
  lowTable = new Uint32Array(256);
  for (let byte = 0; byte < 256; byte++) {
    let [high, low] = [0, byte];
    for (let bit = 0; bit < 8; bit++) {
      const out = low & 1;
      low = (low >>> 1) | (high << 31);
      high >>>= 1;
      if (out === 1) {
        high ^= ecmaHigh;
        low ^= ecmaLow;
      }
    }
    highTable[byte] = high;
    lowTable[byte] = low;
  }
  return [highTable, lowTable];
}

/** Returns the number of 64 bits with these halves, whatever their signs. */
export function fromHalves(high: number, low: number): bigint {
  return (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
}

function reverseBits(value: number, bits: number): number {
  let reversed = 0;
  for (let bit = 0; bit < bits; bit++) reversed = (reversed << 1) | ((value >>> bit) & 1);
  return reversed >>> 0;
}
