// Ranks of characters: what the engine has learned of the collator, see PrimaryRanks in engine/text/order.

// The entries of characters, 16 bits each. All ranks are less.
/** Plus an index. The first one has no ranks. */
const expansion: u32 = 0xc000;
const expansionsEnd: u32 = 0xf000;
/** A Thai vowel that is written before its consonant. */
const prevowel: u32 = 0xfffa;
const hangul: u32 = 0xfffc;
const unknown: u32 = 0xffff;
// Only the collator can place all others.
/** A surrogate, whose entry is such a one. */
const beyondPlane: u32 = 0xd800;

// The parts of the table, in bytes from its start. First are the entries of the Basic Multilingual Plane.
/** Those of emoji. */
const pairs: usize = 2 * 0x10000;
const firstPair: u32 = 0x1f300;
const pairCount: u32 = 0x800;
/** The ranks of the Thai vowels. */
const prevowels: usize = pairs + 2 * <usize>pairCount;
const firstPrevowel: u32 = 0xe40;
/** Up to four ranks of 16 bits each; 0 if there are fewer. */
const expansions: usize = prevowels + 16;

/** Most ranks of one character, and of a Thai vowel with its consonant. */
export const mostRanks: usize = 4;

/** Most unknown characters that one call lists. */
const mostUnknown: u32 = 4096;

let ranks: usize = 0;
let occurs: usize = 0;
let unknowns: usize = 0;
let unknownCount: u32 = 0;

/** How many bytes the character has whose entry was read last. */
let bytesOfCharacter: usize = 0;

/**
 * Says where the table is, and where to note what occurs.
 *
 * @param bytes - get a 1 for each rank that is read.
 * @param list - gets characters that are unknown.
 */
export function useRanks(table: usize, bytes: usize, list: usize): void {
  ranks = table;
  occurs = bytes;
  unknowns = list;
  unknownCount = 0;
}

/** Returns how many unknown characters are in the list. */
export function countUnknown(): u32 {
  return unknownCount;
}

function codePointAt(at: usize): u32 {
  const byte = <u32>load<u8>(at);
  if (byte < 0x80) {
    bytesOfCharacter = 1;
    return byte;
  }
  const second = <u32>load<u8>(at + 1) & 0x3f;
  if (byte < 0xe0) {
    bytesOfCharacter = 2;
    return ((byte & 0x1f) << 6) | second;
  }
  const third = <u32>load<u8>(at + 2) & 0x3f;
  if (byte < 0xf0) {
    bytesOfCharacter = 3;
    return ((byte & 0xf) << 12) | (second << 6) | third;
  }
  bytesOfCharacter = 4;
  return ((byte & 0x7) << 18) | (second << 12) | (third << 6) | (<u32>load<u8>(at + 3) & 0x3f);
}

function entryOf(codePoint: u32): u32 {
  return <u32>load<u16>(addressOfEntry(codePoint));
}

function addressOfEntry(codePoint: u32): usize {
  if (codePoint < 0x10000) return ranks + ((<usize>codePoint) << 1);
  const index = codePoint - firstPair;
  // A surrogate is nothing that has a rank.
  return index < pairCount ? ranks + pairs + ((<usize>index) << 1) : ranks + 2 * 0xd800;
}

/** Tests whether the character at an address has a rank of its own. */
export function isSimple(at: usize): bool {
  return entryOf(codePointAt(at)) < expansion;
}

/**
 * Reads the ranks of a line. It stops where the next character has a rank, so that it cannot change what is before it.
 *
 * @param target - gets ranks, 16 bits each, and a 0 after the last one.
 * @param limit - it stops when it has come there, or one character beyond.
 * @returns whether all that it read has ranks; otherwise only the collator can place the line.
 */
export function readRanks(from: usize, end: usize, target: usize, limit: usize): bool {
  // Those of the module are read again each time.
  const units = ranks;
  const seen = occurs;
  let at = from;
  let to = target;
  while (at < end) {
    const byte = <u32>load<u8>(at);
    let next = at + 1;
    let codePoint = byte;
    if (byte >= 0x80) {
      const second = <u32>load<u8>(at + 1) & 0x3f;
      if (byte < 0xe0) {
        codePoint = ((byte & 0x1f) << 6) | second;
        next = at + 2;
      } else if (byte < 0xf0) {
        codePoint = ((byte & 0xf) << 12) | (second << 6) | (<u32>load<u8>(at + 2) & 0x3f);
        next = at + 3;
      } else codePoint = beyondPlane;
    }
    const entry = <u32>load<u16>(units + ((<usize>codePoint) << 1));
    if (entry < expansion) {
      if (to >= limit) break;
      store<u16>(to, <u16>entry);
      store<u8>(seen + entry, 1);
      to += 2;
      at = next;
    } else {
      const count = readElement(at, end, to);
      if (count < 0) return false;
      if (count > 0 && to >= limit) break;
      to += (<usize>count) << 1;
      at += bytesOfCharacter;
    }
  }
  store<u16>(to, 0);
  return true;
}

/** Writes the ranks of any character. @returns how many; negative if only the collator can place it. */
function readElement(at: usize, end: usize, to: usize): i32 {
  const entry = entryOf(codePointAt(at));
  let count = 1;
  if (entry < expansion) store<u16>(to, <u16>entry);
  else {
    count = ranksOfElement(entry, at, end);
    if (count > 0) writeElement(entry, at, count, to);
  }
  for (let index = 0; index < count; index++) store<u8>(occurs + <usize>load<u16>(to + ((<usize>index) << 1)), 1);
  return count;
}

/** Returns the address behind the first ranks of a line, times 8, and how many ranks of the character there they cover. */
export function afterRanks(from: usize, end: usize, count: i32): u32 {
  let at = from;
  let left = count;
  while (left > 0 && at < end) {
    const entry = entryOf(codePointAt(at));
    const ofElement = entry < expansion ? 1 : ranksOfElement(entry, at, end);
    if (ofElement > left) break;
    left -= ofElement;
    at += bytesOfCharacter;
  }
  return ((<u32>at) << 3) | left;
}

/**
 * Returns how many ranks a character has that has not one of its own; negative if only the collator can place it. A Thai
 * vowel that is written before its consonant is one with it.
 */
function ranksOfElement(entry: u32, at: usize, end: usize): i32 {
  if (entry < expansionsEnd) return (79 - <i32>clz(expansionOf(entry))) >> 4;
  if (entry === hangul) return (codePointAt(at) - 0xac00) % 28 === 0 ? 2 : 3;
  if (entry === prevowel) {
    const isPair = at + 3 < end && codePointAt(at + 3) - 0xe01 <= 0x2d;
    bytesOfCharacter = isPair ? 6 : 3;
    return isPair ? 2 : 1;
  }
  if (entry !== unknown) return -1;
  noteUnknown(codePointAt(at));
  return 0;
}

function expansionOf(entry: u32): u64 {
  return load<u64>(ranks + expansions + ((<usize>(entry - expansion)) << 3));
}

function writeElement(entry: u32, at: usize, count: i32, to: usize): void {
  if (entry < expansionsEnd) store<u64>(to, expansionOf(entry));
  else if (entry === hangul) {
    const index = codePointAt(at) - 0xac00;
    store<u16>(to, <u16>entryOf(0x1100 + index / 588));
    store<u16>(to + 2, <u16>entryOf(0x1161 + ((index / 28) % 21)));
    if (count === 3) store<u16>(to + 4, <u16>entryOf(0x11a7 + (index % 28)));
  } else {
    const rank = load<u16>(ranks + prevowels + ((<usize>(codePointAt(at) - firstPrevowel)) << 1));
    if (count === 2) store<u16>(to, <u16>entryOf(codePointAt(at + 3)));
    store<u16>(to + ((<usize>(count - 1)) << 1), rank);
    bytesOfCharacter = 3 * count;
  }
  for (let index = 0; index < count; index++) store<u8>(occurs + <usize>load<u16>(to + ((<usize>index) << 1)), 1);
}

/** Lists a character, once. It has no weight from then on, so that those behind it are found, too. */
function noteUnknown(codePoint: u32): void {
  if (unknownCount === mostUnknown) return;
  store<u16>(addressOfEntry(codePoint), <u16>expansion);
  store<u32>(unknowns + ((<usize>unknownCount) << 2), codePoint);
  unknownCount++;
}
