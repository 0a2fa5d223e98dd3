import { runAfter, type Timers } from '#gateway/core/timers.js';
import { type BehindReply, type KeyMembers, type PendingMember, unknownGateways } from '../storage/key-members.js';
import type { KeyPosition } from '../storage/key-table.js';
import { StoreBusyError } from '../storage/store-fault.js';

/** How long the response to a change waits for other gateways, in milliseconds. */
const confirmationMs = 2_000;

/** Time after which a wait asks the store again without having been woken, in milliseconds. */
const pollMs = 200;

export interface KeyConfirmationsOptions {
  readonly members: Pick<KeyMembers, 'behind'>;
  /** The store's time, in milliseconds since the epoch. */
  readonly now: () => number;
  /** How long gateways serve keys without a word from the store, in milliseconds. */
  readonly trustMs: number;
  /**
   * Called with the gateways that have not confirmed a change in time, and what the last query failed with, if it did.
   */
  readonly onPending?: (pending: readonly PendingMember[], failure: unknown) => void;
  /** Milliseconds from any origin, never decreasing. */
  readonly monotonicMs: () => number;
  readonly after?: Timers['after'];
}

/** Returns the error of a change that the store has lost before it was confirmed: a standby was promoted without it. */
export function lostChange(): StoreBusyError {
  return new StoreBusyError(new Error('it has lost the change'));
}

/** Waits until all gateways serve a change. */
export class KeyConfirmations {
  readonly #options: KeyConfirmationsOptions;
  readonly #after: Timers['after'];
  /** Each wakes a wait. */
  readonly #wakers = new Set<() => void>();

  constructor(options: KeyConfirmationsOptions) {
    this.#options = options;
    this.#after = options.after ?? runAfter;
  }

  /** Waits under way. */
  get waits(): number {
    return this.#wakers.size;
  }

  /** A gateway may have seen changes. */
  wake(): void {
    for (const wakeUp of this.#wakers) wakeUp();
  }

  /**
   * Waits until all gateways serve the changes up to a position, at most for {@link confirmationMs}, and not for those
   * that have been silent. Does not reject if the store is unavailable, because the change is stored: after an error its
   * caller would take it for one that was not made, and a new secret would be lost.
   *
   * @returns the gateways that do not; {@link unknownGateways} if the store is unavailable.
   * @throws {StoreBusyError} if the store says that it has lost the change.
   */
  async confirmed(position: KeyPosition): Promise<readonly PendingMember[]> {
    const { members, now, trustMs, onPending, monotonicMs } = this.#options;
    const deadline = monotonicMs() + confirmationMs;
    const anyGateway = { name: unknownGateways, until: now() + trustMs, isSilent: false };
    for (;;) {
      // Before the query: what wakes it meanwhile counts.
      const woken = this.#wokenOrAfter(Math.max(1, Math.min(pollMs, deadline - monotonicMs())));
      let reply: BehindReply;
      let failure: unknown;
      try {
        reply = await members.behind(position, trustMs);
      } catch (error) {
        reply = { isKnown: true, pending: [anyGateway] };
        failure = error;
      }
      const { isKnown, pending } = reply;
      if (!isKnown) {
        woken.cancel();
        throw lostChange();
      }
      const isLastPoll = monotonicMs() >= deadline || pending.every(({ isSilent }) => isSilent);
      if (!isLastPoll) await woken.promise;
      woken.cancel();
      if (!isLastPoll) continue;
      if (pending.length > 0) onPending?.(pending, failure);
      return pending;
    }
  }

  #wokenOrAfter(ms: number): { readonly promise: Promise<void>; cancel(): void } {
    let cancel = (): void => {};
    const promise = new Promise<void>((resolve) => {
      const cancelTimer = this.#after(ms, resolve);
      this.#wakers.add(resolve);
      cancel = () => {
        cancelTimer();
        this.#wakers.delete(resolve);
      };
    });
    return { promise, cancel: () => cancel() };
  }
}
