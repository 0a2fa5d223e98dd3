/** Parts of a table: each grows by itself, so that a table of a million rows grows without a pause. */
const partBits = 8;
const smallestPart = 8;

/**
 * Finds rows by a hash of what they have: open addressing, with 4 bytes for a place. At most three quarters of the places
 * are taken.
 */
export class RowTable {
  /** Rows and one more; 0 for a free place. */
  readonly #parts: Uint32Array[] = new Array(1 << partBits).fill(new Uint32Array(0));
  readonly #counts = new Uint32Array(1 << partBits);
  readonly #hashOf: (row: number) => number;

  /** @param hashOf - returns the hash of a row in the table: a whole number of 32 bits. */
  constructor(hashOf: (row: number) => number) {
    this.#hashOf = hashOf;
  }

  /** Returns the row with this hash that is the wanted one; undefined if there is none. */
  find(hash: number, isWanted: (row: number) => boolean): number | undefined {
    const places = this.#parts[hash >>> (32 - partBits)] as Uint32Array;
    const mask = places.length - 1;
    if (mask < 0) return undefined;
    for (let place = hash & mask; ; place = (place + 1) & mask) {
      const taken = places[place] ?? 0;
      if (taken === 0) return undefined;
      if (isWanted(taken - 1)) return taken - 1;
    }
  }

  /** Adds a row that is not in the table. @param hash - of the row. */
  add(row: number, hash: number): void {
    const part = hash >>> (32 - partBits);
    const count = (this.#counts[part] ?? 0) + 1;
    this.#counts[part] = count;
    const places = this.#parts[part] as Uint32Array;
    const isFull = count * 4 > places.length * 3;
    const enough = isFull ? new Uint32Array(Math.max(smallestPart, places.length * 2)) : places;
    if (isFull) {
      for (const taken of places) if (taken !== 0) put(enough, this.#hashOf(taken - 1), taken - 1);
      this.#parts[part] = enough;
    }
    put(enough, hash, row);
  }

  /** Removes a row that is in the table. */
  delete(row: number): void {
    const hash = this.#hashOf(row);
    const part = hash >>> (32 - partBits);
    const places = this.#parts[part] as Uint32Array;
    const mask = places.length - 1;
    let free = hash & mask;
    while (places[free] !== row + 1) free = (free + 1) & mask;
    // A row behind the free place moves there, unless it would then be before its first place.
    for (let place = (free + 1) & mask; ; place = (place + 1) & mask) {
      const taken = places[place] ?? 0;
      if (taken === 0) break;
      const first = this.#hashOf(taken - 1) & mask;
      if (((place - first) & mask) < ((place - free) & mask)) continue;
      places[free] = taken;
      free = place;
    }
    places[free] = 0;
    this.#counts[part] = (this.#counts[part] ?? 0) - 1;
  }
}

function put(places: Uint32Array, hash: number, row: number): void {
  const mask = places.length - 1;
  let place = hash & mask;
  while (places[place] !== 0) place = (place + 1) & mask;
  places[place] = row + 1;
}

/** Returns the hash of a text for a {@link RowTable} (FNV-1a, mixed so that all bits depend on all characters). */
export function textHash(text: string): number {
  let hash = firstHash;
  for (let index = 0; index < text.length; index++) hash = nextHash(hash, text.charCodeAt(index));
  return lastHash(hash);
}

/** Returns the same for a text in Latin-1. */
export function latin1Hash(bytes: Uint8Array, start: number, end: number): number {
  let hash = firstHash;
  for (let index = start; index < end; index++) hash = nextHash(hash, bytes[index] as number);
  return lastHash(hash);
}

const firstHash = 0x811c9dc5;

function nextHash(hash: number, character: number): number {
  return Math.imul(hash ^ character, 0x01000193);
}

function lastHash(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}
