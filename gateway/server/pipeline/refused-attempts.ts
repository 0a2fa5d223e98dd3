import type { Clock } from '#gateway/core/clock.js';
import { nodeTimers, type Timers } from '#gateway/core/timers.js';
import type { AuditAction, AuditLog } from '../storage/audit-log.js';
import type { RequestClient } from './route.js';

/** What may be refused. */
export type RefusedAction = Extract<AuditAction, 'session.sign-in-failed' | 'admin-token.refused'>;

/** Addresses that get entries of their own in a minute; all others share one for each action. */
const addressesInMinute = 10;

/** How long attempts are counted before their number is written, in milliseconds. */
const countedMs = 60_000;

export interface RefusedAttemptsParts {
  readonly audit: Pick<AuditLog, 'append'>;
  readonly clock: Clock;
  /** Called with what an entry could not be written with. */
  readonly onError: (error: unknown) => void;
  readonly timers?: Timers;
}

interface Attempts {
  readonly action: RefusedAction;
  readonly address: string | undefined;
  readonly requestId: string | undefined;
  count: number;
}

/**
 * Records attempts that were refused in the audit log, and no more of them than fit: the first one of an address in a
 * minute at once, and the number of its others when the minute is over. Whoever has many addresses leaves two entries
 * for each of ten in a minute, and two for all others.
 */
export class RefusedAttempts {
  readonly #parts: RefusedAttemptsParts;
  /** By action and address; those of this minute. */
  #attempts = new Map<string, Attempts>();
  #cancel: (() => void) | undefined;
  readonly #writing = new Set<Promise<void>>();

  constructor(parts: RefusedAttemptsParts) {
    this.#parts = parts;
  }

  /** Counts an attempt. Never throws, and does not wait for the store. */
  note(action: RefusedAction, { address, requestId }: RequestClient): void {
    const { timers = nodeTimers } = this.#parts;
    this.#cancel ??= timers.after(countedMs, () => this.#endMinute());
    const own = `${action} ${address}`;
    const isAmongFirst = this.#attempts.size < addressesInMinute;
    const id = this.#attempts.has(own) || isAmongFirst ? own : `${action} of others`;
    const known = this.#attempts.get(id);
    if (known !== undefined) {
      known.count++;
      return;
    }
    const attempts = id === own ? { action, address, requestId } : { action, address: undefined, requestId: undefined };
    this.#attempts.set(id, { ...attempts, count: 0 });
    this.#write({ ...attempts, count: 1 });
  }

  /** Writes what was counted, for the last time. */
  async stop(): Promise<void> {
    this.#endMinute();
    await Promise.all(this.#writing);
  }

  #endMinute(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    const attempts = [...this.#attempts.values()];
    this.#attempts = new Map();
    // What came after the first one. Whoever made all of these requests has the address in common, and nothing else.
    for (const { action, address, count } of attempts) {
      if (count > 0) this.#write({ action, address, requestId: undefined, count });
    }
  }

  #write({ action, address, requestId, count }: Attempts): void {
    const { audit, clock, onError } = this.#parts;
    const author = {
      kind: 'unknown',
      address,
      at: clock.now(),
      ...(requestId !== undefined && { requestId }),
    } as const;
    const target = { kind: 'service', id: null, accountId: null } as const;
    const writing = audit
      .append(author, { action, target, after: { count } })
      .catch(onError)
      .finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
  }
}
