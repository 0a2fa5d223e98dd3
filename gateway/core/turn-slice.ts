import { setImmediate } from 'node:timers/promises';

/** How long work keeps the event loop before others have their turn, in milliseconds. */
const sliceMs = 1;

/** Tells work on the event loop when to let others have their turn: `if (slice.isOver) await slice.next()`. */
export class TurnSlice {
  #endsAt = performance.now() + sliceMs;

  get isOver(): boolean {
    return performance.now() >= this.#endsAt;
  }

  /** Resolves when others have had their turn. */
  async next(): Promise<void> {
    await setImmediate();
    this.#endsAt = performance.now() + sliceMs;
  }
}
