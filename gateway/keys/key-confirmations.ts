import type { KeyMembers, PendingMember } from '../store/key-members.js';
import { type Later, laterByTimer } from './later.js';

/** How long the response to a change waits for other gateways, in milliseconds. */
const confirmationMs = 2_000;

/** Time after which a wait looks again without having been woken, in milliseconds. */
const lookAgainMs = 200;

export interface KeyConfirmationsOptions {
  readonly members: Pick<KeyMembers, 'behind'>;
  /** Called with the gateways that have not confirmed a change in time. */
  readonly onPending?: (pending: readonly PendingMember[]) => void;
  /** Milliseconds from any origin, never decreasing. */
  readonly monotonicMs: () => number;
  readonly later?: Later;
}

/** Waits until all gateways serve a change. */
export class KeyConfirmations {
  readonly #options: KeyConfirmationsOptions;
  readonly #later: Later;
  /** Each wakes a wait. */
  readonly #wakers = new Set<() => void>();

  constructor(options: KeyConfirmationsOptions) {
    this.#options = options;
    this.#later = options.later ?? laterByTimer;
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
   * Waits until all gateways serve the changes up to a revision, at most for {@link confirmationMs}, and not for those
   * that have been silent.
   *
   * @returns the gateways that do not.
   * @throws what the store fails with.
   */
  async confirmed(revision: number): Promise<readonly PendingMember[]> {
    const { members, onPending, monotonicMs } = this.#options;
    const deadline = monotonicMs() + confirmationMs;
    for (;;) {
      // Before the look: what wakes it meanwhile counts.
      const woken = this.#wokenOrAfter(Math.max(1, Math.min(lookAgainMs, deadline - monotonicMs())));
      try {
        const pending = await members.behind(revision);
        const isLastLook = monotonicMs() >= deadline || pending.every(({ isSilent }) => isSilent);
        if (isLastLook) {
          if (pending.length > 0) onPending?.(pending);
          return pending;
        }
        await woken.promise;
      } finally {
        woken.cancel();
      }
    }
  }

  #wokenOrAfter(ms: number): { readonly promise: Promise<void>; cancel(): void } {
    let cancel = (): void => {};
    const promise = new Promise<void>((resolve) => {
      const cancelTimer = this.#later(ms, resolve);
      this.#wakers.add(resolve);
      cancel = () => {
        cancelTimer();
        this.#wakers.delete(resolve);
      };
    });
    return { promise, cancel: () => cancel() };
  }
}
