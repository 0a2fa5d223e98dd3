import { setImmediate as promisesSettled } from 'node:timers/promises';
import type { Timers } from '#gateway/core/timers.js';

interface Event {
  readonly at: number;
  /** Events of the same time happen in this order. */
  readonly order: number;
  readonly run: () => void;
}

/** Time that passes as fast as the machine allows. The same events always happen in the same order. */
export class SimulatedTime implements Timers {
  #now = 0;
  #order = 0;
  /** A binary heap: the next event is the first one. */
  readonly #events: Event[] = [];

  /** Milliseconds since the beginning. */
  get now(): number {
    return this.#now;
  }

  after(ms: number, run: () => void): () => void {
    let isCancelled = false;
    this.#push({
      at: this.#now + ms,
      order: this.#order++,
      run: () => {
        if (!isCancelled) run();
      },
    });
    return () => {
      isCancelled = true;
    };
  }

  every(ms: number, run: () => void): () => void {
    let cancel = (): void => {};
    const next = (): void => {
      cancel = this.after(ms, () => {
        next();
        run();
      });
    };
    next();
    return () => cancel();
  }

  nextTurn(): Promise<void> {
    return this.wait(0);
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve));
  }

  /**
   * Lets time pass, with all that happens in it.
   *
   * @param arrivals - further times at which something happens that awaits nothing, ascending.
   * @param arrive - what happens then.
   */
  async pass(ms: number, arrivals: Iterator<number, never>, arrive: () => void): Promise<void> {
    const end = this.#now + ms;
    let arrival = arrivals.next().value;
    for (;;) {
      const [event] = this.#events;
      const nextEvent = event?.at ?? Number.POSITIVE_INFINITY;
      if (Math.min(nextEvent, arrival) > end) break;
      if (arrival < nextEvent) {
        this.#now = arrival;
        arrive();
        arrival = arrivals.next().value;
      } else {
        this.#now = nextEvent;
        this.#pop()?.run();
        await promisesSettled();
      }
    }
    this.#now = end;
  }

  #push(event: Event): void {
    const events = this.#events;
    let index = events.length;
    events.push(event);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!isBefore(event, events[parent])) break;
      this.#swap(index, parent);
      index = parent;
    }
  }

  #pop(): Event | undefined {
    const events = this.#events;
    this.#swap(0, events.length - 1);
    const first = events.pop();
    for (let index = 0; ; ) {
      let least = index;
      for (const child of [2 * index + 1, 2 * index + 2]) if (isBefore(events[child], events[least])) least = child;
      if (least === index) return first;
      this.#swap(index, least);
      index = least;
    }
  }

  #swap(a: number, b: number): void {
    const [first, second] = [this.#events[a], this.#events[b]];
    if (first === undefined || second === undefined) return;
    this.#events[a] = second;
    this.#events[b] = first;
  }
}

function isBefore(a: Event | undefined, b: Event | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}
