import { RecentCosts, type Spent } from './recent-costs.js';

/** A queued item with its tenant. */
interface TenantItem {
  readonly tenant: string;
}

/** A tenant with queued or running jobs. */
interface ActiveTenant<Item> extends Spent {
  readonly name: string;
  readonly items: LinkedList<Item>;
  /** Jobs that were taken and have not ended yet. */
  running: number;
  /** Grows with every turn, and with every tenant that joins the queue. */
  turn: number;
}

/**
 * A bounded queue that shares the time of the threads among tenants. When a thread is free, the tenant with the fewest
 * running jobs goes first; among these, the tenant whose cost would be lowest after one more job. The jobs of one
 * tenant are first come, first served. A tenant with a thousand jobs, however long they run, delays another tenant only
 * until one of them ends.
 *
 * This is fair queueing by virtual finish time (Demers, Keshav and Shenker, 1989). The cost of a job is unknown
 * beforehand, so the mean of the tenant's last jobs is used, and the tenant is charged when the job ends. Until then it
 * counts as a running job: one tenant cannot get two threads while another waits for one.
 *
 * A tenant that joins the queue starts at least at the floor: the lowest cost in the queue, or the cost at which the
 * last job was taken. So an idle tenant gains no credit: one job goes first, then the tenant shares with the others.
 * Among tenants that always have queued jobs, time differs by at most two of the longest jobs for each thread that a
 * tenant holds. The cost of an idle tenant above the floor decays, see {@link RecentCosts}. An endless stream of new
 * tenants would delay the others, but tenants are accounts, and only the operator creates these.
 *
 * Operations take logarithmic time in the number of queued tenants.
 */
export class FairQueue<Item extends TenantItem> {
  readonly #maxSize: number;
  readonly #active = new Map<string, ActiveTenant<Item>>();
  readonly #recentCosts: RecentCosts;
  /** Tenants with queued jobs, in the order of turns. */
  readonly #turns = new PriorityQueue<ActiveTenant<Item>>(hasTurnBefore);
  /** The same tenants, most queued jobs first. */
  readonly #lengths = new PriorityQueue<ActiveTenant<Item>>((a, b) => a.items.size > b.items.size);
  /** The same tenants, lowest cost first. */
  readonly #costs = new PriorityQueue<ActiveTenant<Item>>((a, b) => a.costMs < b.costMs);
  /** The highest cost at which a job was taken. */
  #virtualMs = 0;
  #turn = 0;
  #size = 0;

  /** @param now - milliseconds from any origin, never decreasing. */
  constructor(maxSize: number, now: () => number) {
    this.#maxSize = maxSize;
    this.#recentCosts = new RecentCosts(now);
  }

  get size(): number {
    return this.#size;
  }

  /** Known tenants: those with jobs, and those with recent ones. */
  get tenants(): number {
    return this.#active.size + this.#recentCosts.size;
  }

  /**
   * Adds an item after those of its tenant. If the queue is full, the last item of the tenant with most items is
   * dropped, unless the new item's tenant would then have as many. Places are scarce here, so their number decides, not
   * the cost.
   *
   * @returns the dropped item, if any: an earlier one, or the new one.
   */
  add(item: Item): Item | undefined {
    const displaced = this.#size < this.#maxSize ? undefined : this.#lastOfLongerThan(this.#lengthOf(item.tenant) + 1);
    if (this.#size >= this.#maxSize) {
      if (displaced === undefined) return item;
      this.delete(displaced);
    }
    const tenant = this.#join(item.tenant);
    tenant.items.add(item);
    this.#size++;
    this.#reorder(tenant);
    return displaced;
  }

  /** What {@link take} would remove. */
  get next(): Item | undefined {
    return this.#turns.first?.items.first;
  }

  /** Removes the oldest item of the tenant whose turn it is. It counts as running until {@link end}. */
  take(): Item | undefined {
    const tenant = this.#turns.first;
    const item = tenant?.items.first;
    if (tenant === undefined || item === undefined) return undefined;
    tenant.items.delete(item);
    this.#size--;
    this.#start(tenant);
    return item;
  }

  /** Counts a job as running that found a free thread without waiting. */
  begin(tenant: string): void {
    this.#start(this.#join(tenant));
  }

  /** Ends a job that was taken or begun, and charges its tenant. @param costMs - the thread time of the job. */
  end(name: string, costMs: number): void {
    const tenant = this.#active.get(name);
    if (tenant === undefined || tenant.running === 0) throw new Error('A job ended that was never taken');
    tenant.running--;
    tenant.costMs += costMs;
    // A job that was dropped did not run, and says nothing about the next one.
    if (costMs > 0) tenant.expectedMs = tenant.expectedMs === 0 ? costMs : (tenant.expectedMs + costMs) / 2;
    this.#reorder(tenant);
  }

  /** Puts an item that was taken, and has not run, before the other items of its tenant. */
  putBack(item: Item): void {
    const tenant = this.#active.get(item.tenant);
    if (tenant === undefined || tenant.running === 0) throw new Error('A job was put back that was never taken');
    tenant.running--;
    tenant.items.addFirst(item);
    this.#size++;
    this.#reorder(tenant);
  }

  /** Removes the first items of each tenant that are overdue. */
  takeOverdue(isOverdue: (item: Item) => boolean): Item[] {
    const overdue: Item[] = [];
    for (const { items } of this.#active.values()) {
      for (const item of items) {
        if (!isOverdue(item)) break;
        overdue.push(item);
      }
    }
    for (const item of overdue) this.delete(item);
    return overdue;
  }

  /** Does nothing if the item is not queued. */
  delete(item: Item): void {
    const tenant = this.#active.get(item.tenant);
    if (!tenant?.items.delete(item)) return;
    this.#size--;
    this.#reorder(tenant);
  }

  /** Returns the tenant of a new job. A tenant without queued jobs starts at least at the floor. */
  #join(name: string): ActiveTenant<Item> {
    const known = this.#active.get(name);
    if (known !== undefined && known.items.size > 0) return known;
    const floorMs = this.#floorMs();
    const turn = ++this.#turn;
    if (known !== undefined) {
      known.costMs = Math.max(known.costMs, floorMs);
      known.turn = turn;
      return known;
    }
    const tenant = {
      name,
      items: new LinkedList<Item>(),
      running: 0,
      turn,
      ...this.#recentCosts.recall(name, floorMs),
    };
    this.#active.set(name, tenant);
    return tenant;
  }

  #start(tenant: ActiveTenant<Item>): void {
    this.#virtualMs = Math.max(this.#virtualMs, tenant.costMs);
    tenant.running++;
    tenant.turn = ++this.#turn;
    this.#reorder(tenant);
  }

  /** Updates the place of a tenant: queued or idle. */
  #reorder(tenant: ActiveTenant<Item>): void {
    const orders = [this.#turns, this.#lengths, this.#costs];
    if (tenant.items.size > 0) {
      for (const order of orders) order.place(tenant);
      return;
    }
    for (const order of orders) order.delete(tenant);
    if (tenant.running > 0) return;
    this.#active.delete(tenant.name);
    // The floor never falls, so a tenant at the floor need not be remembered.
    if (tenant.costMs > this.#floorMs()) this.#recentCosts.remember(tenant.name, tenant);
  }

  /** Returns the lowest cost in the queue, so the first job of a joining tenant goes first. */
  #floorMs(): number {
    return Math.min(this.#virtualMs, this.#costs.first?.costMs ?? Number.POSITIVE_INFINITY);
  }

  /** Iterates over all queued items, tenant by tenant. Skips items deleted meanwhile. */
  *[Symbol.iterator](): Generator<Item> {
    for (const { items } of this.#active.values()) yield* items;
  }

  #lengthOf(tenant: string): number {
    return this.#active.get(tenant)?.items.size ?? 0;
  }

  #lastOfLongerThan(length: number): Item | undefined {
    const longest = this.#lengths.first?.items;
    return longest !== undefined && longest.size > length ? longest.last : undefined;
  }
}

function hasTurnBefore<Item>(a: ActiveTenant<Item>, b: ActiveTenant<Item>): boolean {
  if (a.running !== b.running) return a.running < b.running;
  const [aMs, bMs] = [a.costMs + a.expectedMs, b.costMs + b.expectedMs];
  return aMs === bMs ? a.turn < b.turn : aMs < bMs;
}

interface ListNode<Item> {
  readonly item: Item;
  previous: ListNode<Item> | undefined;
  next: ListNode<Item> | undefined;
}

/**
 * A doubly linked list of items. Adding one at either end, deleting any, and finding the first and the last take
 * constant time.
 */
export class LinkedList<Item> {
  readonly #nodes = new Map<Item, ListNode<Item>>();
  #first: ListNode<Item> | undefined;
  #last: ListNode<Item> | undefined;

  get size(): number {
    return this.#nodes.size;
  }

  get first(): Item | undefined {
    return this.#first?.item;
  }

  get last(): Item | undefined {
    return this.#last?.item;
  }

  /** First to last. Skips items deleted meanwhile. */
  *[Symbol.iterator](): Generator<Item> {
    for (let node = this.#first; node !== undefined; node = node.next) {
      if (this.#nodes.get(node.item) === node) yield node.item;
    }
  }

  /** @param item - one that is not in the list yet. */
  add(item: Item): void {
    const node: ListNode<Item> = { item, previous: this.#last, next: undefined };
    if (this.#last === undefined) this.#first = node;
    else this.#last.next = node;
    this.#last = node;
    this.#nodes.set(item, node);
  }

  /** Adds an item before all others. @param item - one that is not in the list. */
  addFirst(item: Item): void {
    const node: ListNode<Item> = { item, previous: undefined, next: this.#first };
    if (this.#first === undefined) this.#last = node;
    else this.#first.previous = node;
    this.#first = node;
    this.#nodes.set(item, node);
  }

  /** Removes an item. @returns false if it is not in the list. */
  delete(item: Item): boolean {
    const node = this.#nodes.get(item);
    if (node === undefined) return false;
    this.#nodes.delete(item);
    const { previous, next } = node;
    if (previous === undefined) this.#first = next;
    else previous.next = next;
    if (next === undefined) this.#last = previous;
    else next.previous = previous;
    return true;
  }
}

/**
 * A binary heap that knows where each item is, so that an item can move when its order changes. Every operation takes
 * logarithmic time.
 */
export class PriorityQueue<Item> {
  readonly #goesBefore: (a: Item, b: Item) => boolean;
  readonly #heap: Item[] = [];
  readonly #positions = new Map<Item, number>();

  /** @param goesBefore - whether `a` comes out before `b`. */
  constructor(goesBefore: (a: Item, b: Item) => boolean) {
    this.#goesBefore = goesBefore;
  }

  /** The item that goes before all others. */
  get first(): Item | undefined {
    return this.#heap[0];
  }

  /** Puts an item in, or moves it to where it belongs after its order has changed. */
  place(item: Item): void {
    this.#settle(item, this.#positions.get(item) ?? this.#heap.length);
  }

  /** Does nothing if the item is not there. */
  delete(item: Item): void {
    const position = this.#positions.get(item);
    if (position === undefined) return;
    this.#positions.delete(item);
    const last = this.#heap.pop();
    if (last !== undefined && last !== item) this.#settle(last, position);
  }

  /** Writes the item at a free position, then moves it up or down until the heap is in order. */
  #settle(item: Item, free: number): void {
    const position = this.#sink(item, this.#rise(item, free));
    this.#put(item, position);
  }

  /** Moves parents that the item goes before down into the free position. @returns the position that is free then. */
  #rise(item: Item, free: number): number {
    let position = free;
    while (position > 0) {
      const above = (position - 1) >> 1;
      const parent = this.#heap[above];
      if (parent === undefined || !this.#goesBefore(item, parent)) break;
      this.#put(parent, position);
      position = above;
    }
    return position;
  }

  /** Moves children that go before the item up into the free position. @returns the position that is free then. */
  #sink(item: Item, free: number): number {
    let position = free;
    for (;;) {
      const below = this.#earlierOf(2 * position + 1, 2 * position + 2);
      const child = this.#heap[below];
      if (child === undefined || !this.#goesBefore(child, item)) return position;
      this.#put(child, position);
      position = below;
    }
  }

  #earlierOf(left: number, right: number): number {
    const [a, b] = [this.#heap[left], this.#heap[right]];
    return a !== undefined && b !== undefined && this.#goesBefore(b, a) ? right : left;
  }

  #put(item: Item, position: number): void {
    this.#heap[position] = item;
    this.#positions.set(item, position);
  }
}
