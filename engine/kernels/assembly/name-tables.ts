// Hash tables of short texts in UTF-8: names of parameters and hosts.
//
// A table has 4 bytes, the number of its slots less one, and slots of 8 bytes: the address of a text, 0 if it is empty,
// its length and its kind of 16 bits each.

/** Longest text of a table, in bytes. */
const longest: usize = 1_024;

/** Sets the bit that upper case of ASCII does not have. */
export const lowerCase: u64 = ((<u64>0x20202020) << 32) | 0x20202020;

/** Odd numbers whose bits are mixed. The first is secret, so that nobody finds many names with one hash. */
export let secretFactor: u64 = 1;
const openFactor: u64 = ((<u64>0xd6e8feb8) << 32) | 0x6659fd93;

/** Sets the secret of all hashes, before the first table. */
export function useSecret(high: u32, low: u32): void {
  secretFactor = ((<u64>high) << 32) | low | 1;
}

/** Returns where to look for a text first. Case does not count. The bytes around the text are read and do not count. */
function hashOf(from: usize, length: usize): u32 {
  let first = load<u64>(from);
  let rest: u64 = length;
  if (length < 8) first &= ((<u64>1) << ((<u64>length) << 3)) - 1;
  else {
    const last = from + length - 8;
    for (let at = from + 8; at < last; at += 8) rest = mixed((rest ^ (load<u64>(at) | lowerCase)) * secretFactor);
    rest ^= load<u64>(last) | lowerCase;
  }
  return <u32>(mixed((first | lowerCase) ^ (rest * secretFactor)) >> 32);
}

/** Mixes the bits of a product. */
export function mixed(bits: u64): u64 {
  return (bits ^ (bits >> 32)) * openFactor;
}

/** Adds a text, which stays where it is, to a table that has an empty slot for it. */
export function addText(table: usize, from: usize, length: usize, kind: u32): void {
  const mask = load<u32>(table);
  let index = hashOf(from, length) & mask;
  while (load<u32>(table + 4 + ((<usize>index) << 3)) !== 0) index = (index + 1) & mask;
  const slot = table + 4 + ((<usize>index) << 3);
  store<u32>(slot, <u32>from);
  store<u16>(slot + 4, <u16>length);
  store<u16>(slot + 6, <u16>kind);
}

/**
 * Looks a text up.
 *
 * @param folds - whether upper case of ASCII counts as lower case, which all texts of the table then are in.
 * @returns its kind; 0 if the table does not have it.
 */
export function kindOf(table: usize, from: usize, length: usize, folds: bool): u32 {
  if (length > longest) return 0;
  const mask = load<u32>(table);
  let index = hashOf(from, length) & mask;
  while (true) {
    const slot = table + 4 + ((<usize>index) << 3);
    const text = <usize>load<u32>(slot);
    if (text === 0) return 0;
    if (<usize>load<u16>(slot + 4) === length && isSame(text, from, length, folds)) return <u32>load<u16>(slot + 6);
    index = (index + 1) & mask;
  }
}

/** Whether bytes are those of a text. The bytes around both are read and do not count. */
export function isSame(text: usize, from: usize, length: usize, folds: bool): bool {
  if (length < 8) {
    const different = load<u64>(text) ^ load<u64>(from);
    if ((different & (((<u64>1) << ((<u64>length) << 3)) - 1)) === 0) return true;
    return folds && isSameFolded(text, from, length);
  }
  const last = length - 8;
  for (let index: usize = 0; index < last; index += 8) {
    if (load<u64>(text + index) !== load<u64>(from + index)) return folds && isSameFolded(text, from, length);
  }
  if (load<u64>(text + last) === load<u64>(from + last)) return true;
  return folds && isSameFolded(text, from, length);
}

function isSameFolded(text: usize, from: usize, length: usize): bool {
  for (let index: usize = 0; index < length; index++) {
    const byte = <u32>load<u8>(from + index);
    if ((byte - 0x41 < 26 ? byte | 0x20 : byte) !== <u32>load<u8>(text + index)) return false;
  }
  return true;
}
