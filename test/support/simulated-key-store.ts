import assert from 'node:assert/strict';
import {
  type BehindReply,
  type PendingMember,
  type SeenReply,
  unknownGateways,
} from '#gateway/server/storage/key-members.js';
import type { KeyChanges, KeyPosition, KeyRow } from '#gateway/server/storage/key-table.js';

/** A gateway that is silent for longer than this is not waited for, in milliseconds. */
const silentMs = 3_000;

/** Keys in the store, from the beginning on. */
export const simulatedKeyCount = 3;

/** A position that a server had at some time. */
export interface SimulatedRevision extends KeyPosition {
  readonly before: SimulatedRevision | undefined;
  /** The keys at that time: what each was last changed to, and by which revision. */
  readonly keys: readonly { readonly revision: number; readonly label: string }[];
}

interface SimulatedMember {
  readonly seen: number;
  readonly heardAt: number;
  readonly trustMs: number;
}

/** What one server has, or had at some time. */
interface ServerState {
  readonly newest: SimulatedRevision;
  readonly members: ReadonlyMap<string, SimulatedMember>;
}

/** Whether a revision is another one, or comes after it in the same history. */
export function contains(revision: SimulatedRevision, other: SimulatedRevision): boolean {
  let at: SimulatedRevision | undefined = revision;
  while (at !== undefined && at.revision > other.revision) at = at.before;
  return at === other;
}

/** The store's side of shared keys, as plainly as it can be said. Its standby may take over without its newest writes. */
export class SimulatedKeyStore {
  #state: ServerState;
  /** Every state since the beginning, of which a standby may have any. */
  #states: ServerState[] = [];
  #promotedAt = Number.NEGATIVE_INFINITY;
  readonly #byToken = new Map<string, SimulatedRevision>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
    const keys = Array.from({ length: simulatedKeyCount }, () => ({ revision: 0, label: '' }));
    this.#state = {
      newest: this.#made({ revision: 0, token: 'token 0', before: undefined, keys }),
      members: new Map(),
    };
    this.#write({});
  }

  get newest(): SimulatedRevision {
    return this.#state.newest;
  }

  get members(): ReadonlyMap<string, SimulatedMember> {
    return this.#state.members;
  }

  /** Returns the revision of a position that a server has given out. */
  at({ token }: KeyPosition): SimulatedRevision {
    return this.#byToken.get(token) ?? assert.fail(`nobody has given out ${token}`);
  }

  change(index: number, label: string): SimulatedRevision {
    const before = this.newest;
    const revision = before.revision + 1;
    const keys = before.keys.with(index, { revision, label });
    const newest = this.#made({ revision, token: `token ${this.#byToken.size}`, before, keys });
    this.#write({ newest });
    return newest;
  }

  /** @param newest - what the server that is asked has: that of this one, or of the one before. */
  changedSince(position: KeyPosition | undefined, newest = this.newest): KeyChanges | undefined {
    if (position !== undefined && !isKnown(position, newest)) return undefined;
    const keys = newest.keys.flatMap(({ revision, label }, index) =>
      position === undefined || revision > position.revision ? [{ key: keyRow(index, label), secrets: [] }] : [],
    );
    const { revision, token } = newest;
    return { position: { revision, token }, isWhole: position === undefined, accounts: [], keys };
  }

  noteSeen(id: string, position: KeyPosition, trustMs: number): SeenReply {
    const known = isKnown(position, this.newest);
    const seen = known ? Math.max(this.members.get(id)?.seen ?? 0, position.revision) : 0;
    const members = new Map(this.members).set(id, { seen, heardAt: this.#now(), trustMs });
    this.#write({ members });
    return { isKnown: known, newest: this.newest.revision, now: this.#now() };
  }

  leave(id: string): void {
    const members = new Map(this.members);
    members.delete(id);
    this.#write({ members });
  }

  behind(position: KeyPosition, trustMs: number): BehindReply {
    const pending: PendingMember[] = [];
    for (const [name, { seen, heardAt, trustMs: memberTrustMs }] of this.members) {
      const isSilent = this.#now() - heardAt >= silentMs;
      if (seen < position.revision) pending.push({ name, until: heardAt + memberTrustMs, isSilent });
    }
    pending.push({ name: unknownGateways, until: this.#promotedAt + trustMs, isSilent: true });
    return { isKnown: isKnown(position, this.newest), pending: pending.filter(({ until }) => until > this.#now()) };
  }

  /**
   * Replaces the server by a standby that lacks the newest changes, and the notes after them.
   *
   * @param random - a number from 0 up to 1, which decides which notes it lacks that came before them.
   */
  promote(lostChanges: number, random: number): void {
    const last = Math.max(0, this.newest.revision - lostChanges);
    const ends = this.#states.flatMap(({ newest }, index) => (newest.revision === last ? [index] : []));
    const end = ends[Math.floor(random * ends.length)] ?? assert.fail(`it never had revision ${last}`);
    this.#states = this.#states.slice(0, end + 1);
    this.#state = this.#states.at(-1) ?? this.#state;
    this.#promotedAt = this.#now();
  }

  /** Restores the newest position from an older backup than the keys. */
  restoreInPart(revisions: number): void {
    let older: SimulatedRevision | undefined = this.newest;
    for (let count = 0; count < revisions; count++) older = older?.before;
    if (older !== undefined) this.#write({ newest: this.#made({ ...older, keys: this.newest.keys }) });
  }

  #made(revision: SimulatedRevision): SimulatedRevision {
    this.#byToken.set(revision.token, revision);
    return revision;
  }

  #write(change: Partial<ServerState>): void {
    this.#state = { ...this.#state, ...change };
    this.#states.push(this.#state);
  }
}

function isKnown({ revision, token }: KeyPosition, newest: SimulatedRevision): boolean {
  for (let at: SimulatedRevision | undefined = newest; at !== undefined; at = at.before) {
    if (at.revision === revision) return at.token === token;
  }
  return false;
}

/** The id of the key with an index. */
export function simulatedKeyId(index: number): string {
  return `key_${index}`;
}

function keyRow(index: number, label: string): KeyRow {
  return {
    sequence: index + 1,
    id: simulatedKeyId(index),
    accountId: 'acc',
    plan: 'pro',
    environment: 'live',
    label,
    origins: [],
    operatorBounds: null,
    ownerBounds: null,
    passedExpiry: null,
    last4: '',
    createdAt: 0,
    revokedAt: null,
    lastUsedAt: null,
  };
}
