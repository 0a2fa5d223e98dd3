import { type AccountHistory, mostKeyOutcomes, type UsageOutcome } from '../storage/counter-store.js';

/** What came of a request. Equal ones are the same object, so that counts are added up without comparing texts. */
export type Outcome = Readonly<Pick<UsageOutcome, 'operation' | 'status' | 'refusal'>>;

/** All outcomes: there are few, as operations, statuses and refusals are. */
const known = new Map<string, Outcome>();

/** Returns the only object of an outcome. */
export function outcomeOf({ operation, status, refusal }: Outcome): Outcome {
  const name = `${operation} ${status} ${refusal}`;
  const found = known.get(name);
  if (found !== undefined) return found;
  const added = { operation, status, refusal };
  known.set(name, added);
  return added;
}

type Counts = Map<Outcome, number>;

/** Adds up the requests of an account by period and by key. */
export class UsageSum {
  readonly #periods = new Map<number, Counts>();
  readonly #keys = new Map<string, Counts>();
  readonly #compare: (a: Outcome, b: Outcome) => number;

  /** @param compare - the order in which outcomes are shown. */
  constructor(compare: (a: Outcome, b: Outcome) => number) {
    this.#compare = compare;
  }

  addToPeriod(hour: number, outcome: Outcome, count: number): void {
    add(this.#periods, hour, outcome, count);
  }

  addToKey(keyId: string, outcome: Outcome, count: number): void {
    add(this.#keys, keyId, outcome, count);
  }

  addAll({ outcomes, keys }: AccountHistory): void {
    for (const row of outcomes) this.addToPeriod(row.hour, outcomeOf(row), row.count);
    for (const row of keys) this.addToKey(row.keyId, outcomeOf(row), row.count);
  }

  /** Returns the sums, in the order in which they are shown. */
  result(): AccountHistory {
    this.#combineKeys();
    const hours = [...this.#periods].sort(([a], [b]) => a - b);
    const keys = [...this.#keys].sort(([a], [b]) => compareText(a, b));
    return {
      outcomes: hours.flatMap(([hour, counts]) =>
        this.#inOrder(counts, ({ operation, status, refusal }, count) => ({ hour, operation, status, refusal, count })),
      ),
      keys: keys.flatMap(([keyId, counts]) =>
        this.#inOrder(counts, ({ operation, status, refusal }, count) => ({
          keyId,
          operation,
          status,
          refusal,
          count,
        })),
      ),
    };
  }

  /** Counts the keys with the fewest requests together, beyond {@link mostKeyOutcomes}. */
  #combineKeys(): void {
    const totals = [...this.#keys].map(([keyId, counts]) => ({ keyId, counts, total: totalOf(counts) }));
    let listed = 0;
    for (const { keyId, counts } of totals.sort((a, b) => b.total - a.total)) {
      if (keyId === '') continue;
      listed += counts.size;
      if (listed <= mostKeyOutcomes) continue;
      this.#keys.delete(keyId);
      for (const [outcome, count] of counts) this.addToKey('', outcome, count);
    }
  }

  #inOrder<Row>(counts: Counts, toRow: (outcome: Outcome, count: number) => Row): Row[] {
    const outcomes = [...counts.keys()].sort(this.#compare);
    return outcomes.map((outcome) => toRow(outcome, counts.get(outcome) ?? 0));
  }
}

function add<Name>(sums: Map<Name, Counts>, name: Name, outcome: Outcome, count: number): void {
  let counts = sums.get(name);
  if (counts === undefined) {
    counts = new Map();
    sums.set(name, counts);
  }
  counts.set(outcome, count + (counts.get(outcome) ?? 0));
}

function totalOf(counts: Counts): number {
  let total = 0;
  for (const count of counts.values()) total += count;
  return total;
}

/** Compares texts by their code units: `localeCompare` takes ten times as long. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
