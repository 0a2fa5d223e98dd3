import { FairQueue } from '#workers/queue.js';

/** A job that takes a known thread time. */
export interface SimulatedJob {
  readonly tenant: string;
  readonly costMs: number;
}

interface RunningJob extends SimulatedJob {
  readonly startedAt: number;
  readonly endsAt: number;
}

/** The threads of a pool and its queue, with a clock that jumps from event to event. */
export class SimulatedThreads {
  readonly queue: FairQueue<SimulatedJob>;
  /** All started jobs, in order. */
  readonly started: SimulatedJob[] = [];
  readonly #threads: number;
  readonly #running = new Set<RunningJob>();
  readonly #endedMs = new Map<string, number>();
  #now = 0;

  constructor({ threads, maxQueue = 100_000 }: { readonly threads: number; readonly maxQueue?: number }) {
    this.#threads = threads;
    this.queue = new FairQueue(maxQueue, () => this.#now);
  }

  get now(): number {
    return this.#now;
  }

  /** Whether all threads are free. */
  get idle(): boolean {
    return this.#running.size === 0;
  }

  /** The tenants of the started jobs, in order: `a a b`. */
  get order(): string {
    return this.started.map(({ tenant }) => tenant).join(' ');
  }

  /** Gives a job to a free thread, or queues it. */
  add(tenant: string, costMs: number): void {
    const job = { tenant, costMs };
    if (this.#running.size === this.#threads) {
      this.queue.add(job);
      return;
    }
    this.queue.begin(tenant);
    this.#start(job);
  }

  /** Advances to the end of the next job, and gives its thread to the next tenant. */
  next(onStart = (_job: SimulatedJob): void => {}): void {
    const [first] = [...this.#running].toSorted((a, b) => a.endsAt - b.endsAt);
    if (first === undefined) throw new Error('No thread has a job');
    this.#now = first.endsAt;
    this.#running.delete(first);
    this.#endedMs.set(first.tenant, (this.#endedMs.get(first.tenant) ?? 0) + first.costMs);
    this.queue.end(first.tenant, first.costMs);
    const job = this.queue.take();
    if (job === undefined) return;
    this.#start(job);
    onStart(job);
  }

  /** Runs all jobs to their end. */
  finish(): void {
    while (!this.idle) this.next();
  }

  /** Advances time while no job runs. */
  rest(ms: number): void {
    if (!this.idle) throw new Error('A thread has a job');
    this.#now += ms;
  }

  /** Returns the thread time that a tenant has used so far. */
  threadMs(tenant: string): number {
    const running = [...this.#running].filter((job) => job.tenant === tenant);
    return running.reduce((sum, { startedAt }) => sum + this.#now - startedAt, this.#endedMs.get(tenant) ?? 0);
  }

  /** Returns whether a job of a tenant has ended. */
  ended(tenant: string): boolean {
    return this.#endedMs.has(tenant);
  }

  #start(job: SimulatedJob): void {
    this.started.push(job);
    this.#running.add({ ...job, startedAt: this.#now, endsAt: this.#now + job.costMs });
  }
}
