import { nodeTimers, type Timers } from '#gateway/core/timers.js';

/** Timers that fire when the test says so: how long a busy machine takes for a step decides nothing. */
export class ManualTimers implements Timers {
  #now = 0;
  readonly #timers = new Set<{ at: number; run: () => void }>();

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.#now + ms, run };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  every(ms: number, run: () => void): () => void {
    let stop = () => {};
    const next = () => {
      stop = this.after(ms, () => {
        next();
        run();
      });
    };
    next();
    return () => stop();
  }

  nextTurn(): Promise<void> {
    return nodeTimers.nextTurn();
  }

  pass(ms: number): void {
    this.#now += ms;
    for (const timer of this.#timers) {
      if (timer.at > this.#now) continue;
      this.#timers.delete(timer);
      timer.run();
    }
  }
}
