import { createHash } from 'node:crypto';

/**
 * Generates random numbers that depend only on a seed: the same on every machine and in every release. A test pins the
 * first numbers of a seed.
 *
 * The generator is xoshiro128**. Its four words of state are the first 16 bytes of the SHA-256 of the seed's UTF-8,
 * lowest byte of each word first. It suits shuffling and filler text, not secrets.
 *
 * @see David Blackman, Sebastiano Vigna, "Scrambled linear pseudorandom number generators" (2021)
 */
export class SeededRandom {
  readonly #state: Uint32Array;

  constructor(seed: string) {
    const digest = createHash('sha256').update(seed, 'utf8').digest();
    this.#state = Uint32Array.from([0, 4, 8, 12], (offset) => digest.readUInt32LE(offset));
  }

  /**
   * Returns an integer from 0 up to but not including `bound`; each is equally likely.
   *
   * @param bound - from 1 to 2^32.
   */
  below(bound: number): number {
    // Taking remainders of the last, incomplete round would favour small numbers.
    const complete = 2 ** 32 - (2 ** 32 % bound);
    for (;;) {
      const number = this.#next();
      if (number < complete) return number % bound;
    }
  }

  /** Returns 32 random bits. */
  #next(): number {
    const state = this.#state;
    const s0 = state[0] ?? 0;
    const s1 = state[1] ?? 0;
    const x2 = (state[2] ?? 0) ^ s0;
    const x3 = (state[3] ?? 0) ^ s1;
    const result = Math.imul(rotateLeft(Math.imul(s1, 5), 7), 9) >>> 0;
    state[0] = s0 ^ x3;
    state[1] = s1 ^ x2;
    state[2] = x2 ^ (s1 << 9);
    state[3] = rotateLeft(x3, 11);
    return result;
  }
}

function rotateLeft(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
