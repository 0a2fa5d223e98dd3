import type { Clock } from '#gateway/core/clock.js';
import { httpErrors } from '#gateway/core/errors.js';
import { TurnSlice } from '#gateway/core/turn-slice.js';
import { periodOf, type UsageRange } from '#gateway/core/usage-range.js';
import type {
  AccountHistory,
  CountedKey,
  KeyRequests,
  UsageOutcome,
  UsageRow,
  WriteBehind,
} from '../storage/counter-store.js';
import { historyHours, hourOf } from '../storage/periods.js';
import { AccountUsage, type UsageTally } from './account-usage.js';
import type { RequestRecord } from './request-record.js';
import { compareText, type Outcome, UsageSum } from './usage-sum.js';

/** What is counted of a request. */
export type CountedRequest = Pick<RequestRecord, 'refusal' | 'checkedAt' | 'charge' | 'charactersIn' | 'charactersOut'>;

/**
 * Counts the requests of each account, and their characters, by hour, key, operation, status and refusal.
 *
 * The history is for people; nothing depends on it. A request counts in the hour in which it arrived, whenever it ends.
 * The current hour and the 23 before it are kept here; the store has days.
 */
export class UsageHistory implements WriteBehind<UsageRow> {
  readonly #clock: Clock;
  readonly #accounts = new IdleEvictingMap(
    (accountId) => new AccountUsage(accountId),
    (account) => {
      account.advance(hourOf(this.#clock.now()));
      return account.empty;
    },
  );
  readonly #dirty: UsageTally[] = [];
  readonly #operations: readonly string[];

  /** @param operations - in display order; unknown ones come first. */
  constructor(clock: Clock, operations: readonly string[] = []) {
    this.#clock = clock;
    this.#operations = operations;
  }

  /** Accounts in memory. */
  get size(): number {
    return this.#accounts.size;
  }

  get dirtyCount(): number {
    return this.#dirty.length;
  }

  /**
   * Counts a request that has ended.
   *
   * @param status - 0 if its client has left.
   * @param record - its refusal is kept for 429 only.
   */
  count(
    { id, accountId }: CountedKey,
    operation: string,
    status: number,
    { refusal, checkedAt, charge, charactersIn, charactersOut }: CountedRequest,
  ): void {
    const reason = status === httpErrors['rate-limited'].status ? (refusal ?? '') : '';
    const hour = hourOf(checkedAt);
    const key = this.#accounts.obtain(accountId).obtain(id, hour);
    const tally = key.find(hour, operation, status, reason) ?? key.begin(hour, operation, status, reason);
    tally.count++;
    if (charge?.counts) tally.charged++;
    tally.charactersIn += charactersIn;
    tally.charactersOut += charactersOut;
    if (!tally.isDirty) this.#markDirty(tally);
  }

  /**
   * Returns the requests of an account in a range; oldest first. Lets others have their turn meanwhile: an account may
   * have 100,000 counts in memory.
   *
   * @param elsewhere - those that are not in memory.
   */
  async of(accountId: string, range: UsageRange, elsewhere?: AccountHistory): Promise<AccountHistory> {
    const firstInMemory = this.#firstHour();
    const sum = new UsageSum((a, b) => this.#compare(a, b));
    const slice = new TurnSlice();
    if (elsewhere !== undefined) {
      sum.addAll(elsewhere);
      if (slice.isOver) await slice.next();
    }
    for (const { id, tallies } of this.#accounts.get(accountId) ?? []) {
      if (slice.isOver) await slice.next();
      for (const tally of tallies) {
        if (tally.hour < firstInMemory) continue;
        sum.addToPeriod(periodOf(tally.hour, range), tally.outcome, tally);
        sum.addToKey(id, tally.outcome, tally);
      }
    }
    if (slice.isOver) await slice.next();
    return sum.result();
  }

  /**
   * Returns the requests of keys in a range: those in memory, and those elsewhere. Keys without any are left out if their
   * account has requests of keys that were not counted apart: theirs may be among them. Lets others have their turn
   * meanwhile.
   */
  async requestsOf(keys: readonly CountedKey[], elsewhere: Iterable<KeyRequests>): Promise<Map<string, number>> {
    const firstInMemory = this.#firstHour();
    const counts = new Map<string, number>();
    const notApart = new Set<string>();
    const slice = new TurnSlice();
    for (const { accountId, keyId, count } of elsewhere) {
      if (keyId === '') notApart.add(accountId);
      else counts.set(keyId, count + (counts.get(keyId) ?? 0));
    }
    for (const { id, accountId } of keys) {
      if (slice.isOver) await slice.next();
      const account = this.#accounts.get(accountId);
      const own = requestsSince(account?.get(id)?.tallies, firstInMemory);
      if (own > 0) counts.set(id, own + (counts.get(id) ?? 0));
      if ((account?.get('')?.tallies.at(-1)?.hour ?? 0) >= firstInMemory) notApart.add(accountId);
    }
    const isKnown = ({ id, accountId }: CountedKey) => counts.has(id) || !notApart.has(accountId);
    return new Map(keys.filter(isKnown).map(({ id }) => [id, counts.get(id) ?? 0]));
  }

  /** Returns counts in the order in which a history shows them: oldest first. */
  inOrder(outcomes: Iterable<UsageOutcome>): UsageOutcome[] {
    return [...outcomes].sort((a, b) => a.hour - b.hour || this.#compare(a, b));
  }

  /** Drops rows that are too old by now, so that a store that fails for long costs no memory. */
  takeDirty(max: number): UsageRow[] {
    const first = this.#firstHour();
    const taken = this.#dirty.splice(0, max);
    for (const tally of taken) tally.isDirty = false;
    return taken.filter(({ hour }) => hour >= first).map(rowOf);
  }

  markDirty(rows: Iterable<UsageRow>): void {
    for (const { accountId, keyId, hour, operation, status, refusal } of rows) {
      const tally = this.#accounts.get(accountId)?.get(keyId)?.find(hour, operation, status, refusal);
      if (tally !== undefined && !tally.isDirty) this.#markDirty(tally);
    }
  }

  #markDirty(tally: UsageTally): void {
    tally.isDirty = true;
    this.#dirty.push(tally);
  }

  #compare(a: Outcome, b: Outcome): number {
    return (
      this.#operations.indexOf(a.operation) - this.#operations.indexOf(b.operation) ||
      a.status - b.status ||
      compareText(a.refusal, b.refusal)
    );
  }

  #firstHour(): number {
    return hourOf(this.#clock.now()) - historyHours + 1;
  }
}

function requestsSince(tallies: readonly UsageTally[] = [], firstHour: number): number {
  let requests = 0;
  for (const { hour, count } of tallies) if (hour >= firstHour) requests += count;
  return requests;
}

function rowOf(tally: UsageTally): UsageRow {
  const { accountId, keyId, hour, outcome, count, charged, charactersIn, charactersOut } = tally;
  return { accountId, keyId, hour, ...outcome, count, charged, charactersIn, charactersOut };
}

/**
 * A map that forgets idle values as it grows: adding a value checks two others, so memory follows the values in use
 * without a timer. Not an `lru-cache`, which would also evict values that still count something: here the value itself
 * says whether it may go.
 */
class IdleEvictingMap<Value> {
  readonly #values = new Map<string, Value>();
  readonly #create: (key: string) => Value;
  readonly #isIdle: (value: Value, key: string) => boolean;
  #sweep = this.#values.entries();

  /** @param isIdle - whether a value may be forgotten now, because a new one would be equal. */
  constructor(create: (key: string) => Value, isIdle: (value: Value, key: string) => boolean) {
    this.#create = create;
    this.#isIdle = isIdle;
  }

  get size(): number {
    return this.#values.size;
  }

  get(key: string): Value | undefined {
    return this.#values.get(key);
  }

  /** Returns the value of a key, and creates it if needed. */
  obtain(key: string): Value {
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    this.#forgetIdle();
    const created = this.#create(key);
    this.#values.set(key, created);
    return created;
  }

  #forgetIdle(): void {
    for (let checked = 0; checked < 2; checked++) {
      const next = this.#sweep.next();
      if (next.done) {
        this.#sweep = this.#values.entries();
        return;
      }
      const [key, value] = next.value;
      if (this.#isIdle(value, key)) this.#values.delete(key);
    }
  }
}
