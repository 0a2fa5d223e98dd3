import { createHash } from 'node:crypto';

/**
 * Random numbers that depend on a seed and on nothing else: the same on every machine and in every release. The first
 * numbers of a seed are frozen in a test.
 *
 * The generator is xoshiro128**, its four words of state are the first 16 bytes of the SHA-256 of the seed's UTF-8, the
 * lowest byte of each word first. Fit for shuffling and filler text, not for secrets.
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
   * An integer from 0 up to and without `bound`, each as likely as the others.
   *
   * @param bound - from 1 up to 2^32.
   */
  below(bound: number): number {
    // Numbers from the last, incomplete round through the remainders would favour the small ones.
    const complete = 2 ** 32 - (2 ** 32 % bound);
    for (;;) {
      const number = this.#next();
      if (number < complete) return number % bound;
    }
  }

  /** 32 random bits. */
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
