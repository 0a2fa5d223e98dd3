import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '#gateway/core/clock.js';
import type { ClockSteps } from '#gateway/core/clock-steps.js';
import { memberName } from '#gateway/core/member.js';
import { release } from '#gateway/core/release.js';
import { version } from '#gateway/core/version.js';
import type { MemberFacts, PendingMember } from '../storage/key-members.js';
import type { Membership } from '../storage/membership.js';
import { PostgresKeyMembers } from '../storage/postgres/key-members.js';
import { PostgresKeyTable } from '../storage/postgres/key-table.js';
import type { PostgresStore } from '../storage/postgres/open.js';
import { RemoteTime, type StoreTime } from '../storage/store-time.js';
import { IndexedKeyStore } from './indexed-key-store.js';
import { KeyConfirmations } from './key-confirmations.js';
import { pendingDocument } from './key-documents.js';
import { type FollowerLog, KeyFollower } from './key-follower.js';
import { visibleAfterMs } from './key-store.js';

/** The keys of a gateway that shares them with others. */
export interface SharedKeys {
  readonly keys: IndexedKeyStore;
  /** Whether the store did not respond when it was last asked. */
  readonly isUnavailable: boolean;
  /** Reports to the others, with each heartbeat from now on, what is returned then. */
  presents(facts: () => PresentedFacts): void;
  /** Leaves the others, and serves no keys from then on. */
  close(): Promise<void>;
}

/** What becomes known of a gateway when it listens, and may change. */
export type PresentedFacts = Pick<MemberFacts, 'address' | 'ready' | 'degraded' | 'limits'>;

export interface SharedKeysOptions {
  readonly store: PostgresStore;
  readonly membership: Membership;
  /** The number of this gateway on its machine, from 1. */
  readonly gateway: number;
  /** Learned from each note. */
  readonly time: StoreTime;
  /** Milliseconds from any origin. Never decreases, and increases while the machine sleeps. */
  readonly monotonicMs: () => number;
  /** Notices steps of the store's clock. */
  readonly clockSteps: Pick<ClockSteps, 'observe'>;
  /** How long keys are served without a word from the store, in milliseconds. */
  readonly trustMs: number;
  readonly log: FollowerLog;
}

/** Loads the keys in PostgreSQL, and follows their changes. @throws {StoreUnavailableError} */
export async function openSharedKeys({
  store,
  membership,
  gateway,
  time,
  monotonicMs,
  clockSteps,
  trustMs,
  log,
}: SharedKeysOptions): Promise<SharedKeys> {
  const keys = new IndexedKeyStore(new PostgresKeyTable(store.pool), time);
  const members = new PostgresKeyMembers(store.pool);
  let presented = (): PresentedFacts => ({ address: null, ready: false, degraded: false, limits: null });
  const onPending = (pending: readonly PendingMember[], failure: unknown) => {
    const fields = { pending: pending.map(pendingDocument), ...(failure !== undefined && { err: failure }) };
    log.warn(fields, 'A change of keys is not confirmed by all gateways');
  };
  const now = () => time.now();
  const confirmations = new KeyConfirmations({ members, now, trustMs, onPending, monotonicMs });
  const follower = new KeyFollower({
    keys,
    members,
    trustMs,
    log,
    monotonicMs,
    onSeen: () => confirmations.wake(),
    onTime: (sentAt, now) => {
      time.learn(sentAt, now);
      clockSteps.observe('database', now);
    },
    facts: () => ({ ...own, ...presented(), id: membership.id }),
  });
  keys.share({
    get isFresh() {
      return follower.isFresh;
    },
    get isUnavailable() {
      return follower.isUnavailable;
    },
    mayKnowMore: true,
    async confirmed(position) {
      // This gateway is one of those that confirm.
      void follower.follow();
      return confirmations.confirmed(position);
    },
  });
  await members.clampFutureTimes();
  // Which secrets have expired is decided by the store's time.
  const askedAt = monotonicMs();
  time.learn(askedAt, await members.now());
  const { pid } = process;
  const started = { startedAt: Math.round(time.now() - performance.now()), version, release: release ?? null };
  const own = { process: membership.process, name: memberName(pid), pid, gateway, ...started };
  await follower.start();
  return {
    keys,
    get isUnavailable() {
      return follower.isUnavailable;
    },
    presents(facts) {
      presented = facts;
    },
    close: () => follower.stop(),
  };
}

/**
 * Loads the keys in PostgreSQL for a command that changes some, and ends.
 *
 * @param trustMs - as gateways have it.
 * @throws {StoreUnavailableError}
 */
export async function openKeysOnce(
  store: PostgresStore,
  clock: Clock,
  trustMs: number,
): Promise<Omit<SharedKeys, 'presents'>> {
  const monotonicMs = () => clock.now();
  const time = new RemoteTime(monotonicMs, clock.now());
  const keys = new IndexedKeyStore(new PostgresKeyTable(store.pool), time);
  const members = new PostgresKeyMembers(store.pool);
  const confirmations = new KeyConfirmations({ members, now: () => time.now(), trustMs, monotonicMs });
  keys.share({
    isFresh: true,
    isUnavailable: false,
    mayKnowMore: true,
    confirmed: (position) => confirmations.confirmed(position),
  });
  await members.clampFutureTimes();
  const askedAt = monotonicMs();
  time.learn(askedAt, await members.now());
  const stopListening = members.listen({ changed: () => {}, seen: () => confirmations.wake() });
  await keys.refresh();
  return { keys, isUnavailable: false, close: stopListening };
}

/**
 * Shares keys in SQLite with other gateways of this machine. They confirm nothing: each looks for changes before every
 * request, so that a change takes effect everywhere a moment after its commit.
 */
export function shareOnMachine(keys: IndexedKeyStore): void {
  keys.share({
    isFresh: true,
    isUnavailable: false,
    mayKnowMore: false,
    async confirmed() {
      // A timer may be a millisecond early.
      await wait(visibleAfterMs + 1);
      return [];
    },
  });
}
