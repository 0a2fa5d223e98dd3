import { historyHours } from '../storage/periods.js';
import { type Outcome, outcomeOf } from './usage-sum.js';

/** Counts the requests of a key with the same hour, operation and outcome. */
export class UsageTally {
  count = 0;
  /** Those of them that count against the daily quota. */
  charged = 0;
  charactersIn = 0;
  charactersOut = 0;
  /** Whether the store does not have the count yet. */
  isDirty = false;

  constructor(
    readonly accountId: string,
    readonly keyId: string,
    readonly hour: number,
    readonly outcome: Outcome,
  ) {}
}

/**
 * The tallies of one key, oldest hour first.
 *
 * A key has two or three outcomes in an hour, so a linear search of the latest hour costs little and allocates nothing.
 */
class KeyUsage {
  readonly #accountId: string;
  readonly #tallies: UsageTally[] = [];

  constructor(
    accountId: string,
    readonly id: string,
  ) {
    this.#accountId = accountId;
  }

  get tallies(): readonly UsageTally[] {
    return this.#tallies;
  }

  /** Returns the tally of an outcome; undefined if that hour has none, or is no longer kept. */
  find(hour: number, operation: string, status: number, refusal: string): UsageTally | undefined {
    for (let index = this.#tallies.length - 1; index >= 0; index--) {
      const tally = this.#tallies[index];
      if (tally === undefined || tally.hour < hour) return undefined;
      const { outcome } = tally;
      const isSame = outcome.status === status && outcome.operation === operation && outcome.refusal === refusal;
      if (isSame && tally.hour === hour) return tally;
    }
    return undefined;
  }

  /** Adds the tally of a new outcome. */
  begin(hour: number, operation: string, status: number, refusal: string): UsageTally {
    const begun = new UsageTally(this.#accountId, this.id, hour, outcomeOf({ operation, status, refusal }));
    // Not always at the end: a request of the previous hour may end in this one.
    const index = this.#tallies.findLastIndex((tally) => tally.hour <= hour) + 1;
    this.#tallies.splice(index, 0, begun);
    this.advance(this.#tallies.at(-1)?.hour ?? hour);
    return begun;
  }

  /** Drops the hours that are no longer kept when `hour` is the current one. */
  advance(hour: number): void {
    const kept = this.#tallies.findIndex((tally) => tally.hour > hour - historyHours);
    this.#tallies.splice(0, kept === -1 ? this.#tallies.length : kept);
  }
}

/** Keys of an account that are counted apart; others are counted together, so that the rows of an account are bounded. */
const maxCountedKeys = 100;

/** The usage of the keys of one account. */
export class AccountUsage implements Iterable<KeyUsage> {
  readonly #id: string;
  readonly #keys = new Map<string, KeyUsage>();
  /** The hour in which keys without requests were last looked for. */
  #sweptAt = 0;

  constructor(id: string) {
    this.#id = id;
  }

  get empty(): boolean {
    return this.#keys.size === 0;
  }

  [Symbol.iterator](): Iterator<KeyUsage> {
    return this.#keys.values();
  }

  /** Returns the usage of a key, if it is counted apart and has any. */
  get(keyId: string): KeyUsage | undefined {
    return this.#keys.get(keyId);
  }

  /** Returns the usage of a key in which a request counts. @param hour - of the request. */
  obtain(keyId: string, hour: number): KeyUsage {
    const known = this.#keys.get(keyId);
    if (known !== undefined) return known;
    if (hour > this.#sweptAt) this.advance(hour);
    if (this.#keys.size >= maxCountedKeys && keyId !== '') return this.obtain('', hour);
    const added = new KeyUsage(this.#id, keyId);
    this.#keys.set(keyId, added);
    return added;
  }

  /** Drops the hours that are no longer kept when `hour` is the current one, and keys that have no other. */
  advance(hour: number): void {
    this.#sweptAt = hour;
    for (const [id, usage] of this.#keys) {
      usage.advance(hour);
      if (usage.tallies.length === 0) this.#keys.delete(id);
    }
  }
}
