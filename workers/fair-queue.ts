import { JobLine } from './job-line.js';
import { PriorityQueue } from './priority-queue.js';
import { RecentCosts, type Spent } from './recent-costs.js';

/** Something that waits, and whose it is. */
interface Owned {
  readonly owner: string;
}

/** An owner who has jobs that wait or run. */
interface ActiveOwner<Item> extends Spent {
  readonly name: string;
  readonly line: JobLine<Item>;
  /** Jobs that were taken and have not ended. */
  running: number;
  /** Rises with every turn, and with every owner who gets in line. */
  turn: number;
}

/**
 * A bounded queue that shares the time of the threads among owners. When a thread is free, the owner with the fewest
 * running jobs goes first; among these the owner whose cost would be least after one more job. An owner's own jobs go
 * first come, first served. An owner with a thousand jobs, however long they run, makes another wait until one of them
 * ends.
 *
 * This is fair queueing by virtual finish time (Demers, Keshav and Shenker, 1989). Nobody knows what a job will cost,
 * so the mean of the owner's last ones stands for it, and the owner is charged when it ends. Until then it counts as a
 * running job: one owner cannot get two threads while another waits for one.
 *
 * An owner who gets in line has at least the floor: the least cost in line, or the cost at which the last job was taken.
 * So an owner who was away gets no credit for that time: one job goes first, then the owner shares with the others.
 * Among owners who always have jobs in line, time differs by at most two of the longest jobs for each thread that an
 * owner holds. What an owner without jobs has above the floor decays, see {@link RecentCosts}. An endless stream of
 * owners that are all new would make the others wait: owners are accounts, and only the operator creates these.
 *
 * Operations take time in proportion to the logarithm of the number of owners in line.
 */
export class FairQueue<Item extends Owned> {
  readonly #maxSize: number;
  readonly #active = new Map<string, ActiveOwner<Item>>();
  readonly #away: RecentCosts;
  /** Owners with jobs in line, in the order of turns. */
  readonly #turns = new PriorityQueue<ActiveOwner<Item>>(hasTurnBefore);
  /** The same owners; the one with most jobs in line comes first. */
  readonly #lengths = new PriorityQueue<ActiveOwner<Item>>((a, b) => a.line.size > b.line.size);
  /** The same owners; the one whose jobs have cost least comes first. */
  readonly #costs = new PriorityQueue<ActiveOwner<Item>>((a, b) => a.costMs < b.costMs);
  /** The highest cost at which a job was taken. */
  #virtualMs = 0;
  #turn = 0;
  #size = 0;

  /** @param now - milliseconds from any origin, never decreasing. */
  constructor(maxSize: number, now: () => number) {
    this.#maxSize = maxSize;
    this.#away = new RecentCosts(now);
  }

  get size(): number {
    return this.#size;
  }

  /** Owners that the queue knows of: those with jobs, and those who had one lately. */
  get owners(): number {
    return this.#active.size + this.#away.size;
  }

  /**
   * Puts an item behind those of its owner. If the queue is full, the last item of the owner who has most makes room,
   * unless the newcomer's owner would then have as many. Places are what the queue is short of, so their number decides
   * here, and not the cost.
   *
   * @returns what has no place: nothing, an earlier item, or the item itself.
   */
  add(item: Item): Item | undefined {
    const displaced = this.#size < this.#maxSize ? undefined : this.#lastOfLongerThan(this.#lengthOf(item.owner) + 1);
    if (this.#size >= this.#maxSize) {
      if (displaced === undefined) return item;
      this.delete(displaced);
    }
    const owner = this.#join(item.owner);
    owner.line.add(item);
    this.#size++;
    this.#reorder(owner);
    return displaced;
  }

  /** Takes out the oldest item of the owner whose turn it is. The item counts as running until {@link end}. */
  take(): Item | undefined {
    const owner = this.#turns.first;
    const item = owner?.line.first;
    if (owner === undefined || item === undefined) return undefined;
    owner.line.delete(item);
    this.#size--;
    this.#start(owner);
    return item;
  }

  /** Counts a job as running that found a free thread and did not wait. */
  begin(owner: string): void {
    this.#start(this.#join(owner));
  }

  /** Ends a job that was taken or begun, and charges its owner. @param costMs - the time that it took of a thread. */
  end(name: string, costMs: number): void {
    const owner = this.#active.get(name);
    if (owner === undefined || owner.running === 0) throw new Error('A job ended that was never taken');
    owner.running--;
    owner.costMs += costMs;
    // A job that nobody wanted any more did not run, and tells nothing of the next one.
    if (costMs > 0) owner.expectedMs = owner.expectedMs === 0 ? costMs : (owner.expectedMs + costMs) / 2;
    this.#reorder(owner);
  }

  /** Does nothing if the item is not there. */
  delete(item: Item): void {
    const owner = this.#active.get(item.owner);
    if (!owner?.line.delete(item)) return;
    this.#size--;
    this.#reorder(owner);
  }

  /** The owner of a job that has come. One with none in line gets at least the floor. */
  #join(name: string): ActiveOwner<Item> {
    const known = this.#active.get(name);
    if (known !== undefined && known.line.size > 0) return known;
    const floorMs = this.#floorMs();
    const turn = ++this.#turn;
    if (known !== undefined) {
      known.costMs = Math.max(known.costMs, floorMs);
      known.turn = turn;
      return known;
    }
    const owner = { name, line: new JobLine<Item>(), running: 0, turn, ...this.#away.recall(name, floorMs) };
    this.#active.set(name, owner);
    return owner;
  }

  #start(owner: ActiveOwner<Item>): void {
    this.#virtualMs = Math.max(this.#virtualMs, owner.costMs);
    owner.running++;
    owner.turn = ++this.#turn;
    this.#reorder(owner);
  }

  /** Puts an owner where it belongs now: in line, or away. */
  #reorder(owner: ActiveOwner<Item>): void {
    const orders = [this.#turns, this.#lengths, this.#costs];
    if (owner.line.size > 0) {
      for (const order of orders) order.place(owner);
      return;
    }
    for (const order of orders) order.delete(owner);
    if (owner.running > 0) return;
    this.#active.delete(owner.name);
    // The floor never falls, so an owner who is not above it will have the floor, remembered or not.
    if (owner.costMs > this.#floorMs()) this.#away.remember(owner.name, owner);
  }

  /** No owner in line costs less, so the first job of an owner who gets in line with this goes first. */
  #floorMs(): number {
    return Math.min(this.#virtualMs, this.#costs.first?.costMs ?? Number.POSITIVE_INFINITY);
  }

  /** All that waits, owner by owner. What is deleted meanwhile does not come. */
  *[Symbol.iterator](): Generator<Item> {
    for (const { line } of this.#active.values()) yield* line;
  }

  #lengthOf(owner: string): number {
    return this.#active.get(owner)?.line.size ?? 0;
  }

  #lastOfLongerThan(length: number): Item | undefined {
    const longest = this.#lengths.first?.line;
    return longest !== undefined && longest.size > length ? longest.last : undefined;
  }
}

function hasTurnBefore<Item>(a: ActiveOwner<Item>, b: ActiveOwner<Item>): boolean {
  if (a.running !== b.running) return a.running < b.running;
  const [aMs, bMs] = [a.costMs + a.expectedMs, b.costMs + b.expectedMs];
  return aMs === bMs ? a.turn < b.turn : aMs < bMs;
}
