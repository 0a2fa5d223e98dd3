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

/** The requests of an outcome, and their characters. */
interface Numbers {
  count: number;
  charactersIn: number;
  charactersOut: number;
}

type Counts = Map<Outcome, Numbers>;

/** Adds up the requests of an account by period and by key. */
export class UsageSum {
  readonly #periods = new Map<number, Counts>();
  readonly #keys = new Map<string, Counts>();
  readonly #compare: (a: Outcome, b: Outcome) => number;

  /** @param compare - the order in which outcomes are shown. */
  constructor(compare: (a: Outcome, b: Outcome) => number) {
    this.#compare = compare;
  }

  addToPeriod(hour: number, outcome: Outcome, numbers: Readonly<Numbers>): void {
    add(this.#periods, hour, outcome, numbers);
  }

  addToKey(keyId: string, outcome: Outcome, numbers: Readonly<Numbers>): void {
    add(this.#keys, keyId, outcome, numbers);
  }

  addAll({ outcomes, keys }: AccountHistory): void {
    for (const row of outcomes) this.addToPeriod(row.hour, outcomeOf(row), row);
    for (const row of keys) this.addToKey(row.keyId, outcomeOf(row), row);
  }

  /** Returns the sums, in the order in which they are shown. */
  result(): AccountHistory {
    this.#combineKeys();
    const hours = [...this.#periods].sort(([a], [b]) => a - b);
    const keys = [...this.#keys].sort(([a], [b]) => compareText(a, b));
    return {
      outcomes: hours.flatMap(([hour, counts]) =>
        this.#inOrder(counts, (outcome, numbers) => ({ hour, ...outcome, ...numbers })),
      ),
      keys: keys.flatMap(([keyId, counts]) =>
        this.#inOrder(counts, (outcome, numbers) => ({ keyId, ...outcome, ...numbers })),
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
      for (const [outcome, numbers] of counts) this.addToKey('', outcome, numbers);
    }
  }

  #inOrder<Row>(counts: Counts, toRow: (outcome: Outcome, numbers: Numbers) => Row): Row[] {
    return [...counts].sort(([a], [b]) => this.#compare(a, b)).map(([outcome, numbers]) => toRow(outcome, numbers));
  }
}

function add<Name>(sums: Map<Name, Counts>, name: Name, outcome: Outcome, numbers: Readonly<Numbers>): void {
  let counts = sums.get(name);
  if (counts === undefined) {
    counts = new Map();
    sums.set(name, counts);
  }
  const sum = counts.get(outcome);
  if (sum === undefined) {
    const { count, charactersIn, charactersOut } = numbers;
    counts.set(outcome, { count, charactersIn, charactersOut });
    return;
  }
  sum.count += numbers.count;
  sum.charactersIn += numbers.charactersIn;
  sum.charactersOut += numbers.charactersOut;
}

function totalOf(counts: Counts): number {
  let total = 0;
  for (const { count } of counts.values()) total += count;
  return total;
}

/** Compares texts by their code units: `localeCompare` takes ten times as long. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
