/** Crockford's Base32, without I, L, O and U. */
const ulidDigits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Reads a UUID. Returns its 32 hexadecimal digits in lower case, or undefined if it is invalid. */
export function readUuid(text: string): string | undefined {
  const bare = /^\{(.*)\}$/.exec(text)?.[1] ?? text.replace(/^urn:uuid:/i, '');
  if (!/^(?:[\da-f]{32}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i.test(bare)) return undefined;
  return bare.replaceAll('-', '').toLowerCase();
}

/**
 * Reads a ULID: 26 digits of Crockford's Base32, including I and L for 1 and O for 0. The first is at most 7, since 26
 * digits have 130 bits. Returns 32 hexadecimal digits, or undefined if it is invalid.
 */
export function readUlid(text: string): string | undefined {
  if (!/^[0-7oil][\da-hjkmnp-tv-zoil]{25}$/i.test(text)) return undefined;
  const digits = text.toUpperCase().replace(/[IL]/g, '1').replace(/O/g, '0');
  let value = 0n;
  for (const digit of digits) value = value * 32n + BigInt(ulidDigits.indexOf(digit));
  return value.toString(16).padStart(32, '0');
}

/** Returns the usual form of 32 hexadecimal digits. */
export function uuidOf(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Returns the ULID with the bits of 32 hexadecimal digits. */
export function ulidOf(hex: string): string {
  let value = BigInt(`0x${hex}`);
  let ulid = '';
  for (let i = 0; i < 26; i++) {
    ulid = ulidDigits.charAt(Number(value & 31n)) + ulid;
    value >>= 5n;
  }
  return ulid;
}
