import { IndexedKeyStore } from '#gateway/server/keys/indexed-key-store.js';
import { KeyConfirmations } from '#gateway/server/keys/key-confirmations.js';
import { KeyFollower } from '#gateway/server/keys/key-follower.js';
import {
  type BehindReply,
  type KeyAnnouncements,
  type KeyMembers,
  type PendingMember,
  unknownGateways,
} from '#gateway/server/storage/key-members.js';
import type { KeyPosition, KeyTable } from '#gateway/server/storage/key-table.js';
import { author } from './author.js';
import {
  contains,
  type SimulatedKeyStore,
  type SimulatedRevision,
  simulatedKeyCount,
  simulatedKeyId,
} from './simulated-key-store.js';

export interface SimulationOptions {
  /** From 0 up to 1; the same sequence for the same seed. */
  readonly random: () => number;
  readonly trustMs: number;
  readonly longestDelayMs: number;
  /** The part of all messages that are lost. */
  readonly loss: number;
}

/** A change that was acknowledged. */
export interface AcknowledgedChange {
  readonly revision: SimulatedRevision;
  readonly pending: readonly PendingMember[];
}

/** What a gateway has to do with. */
interface Surroundings {
  readonly now: number;
  readonly options: SimulationOptions;
  readonly store: SimulatedKeyStore;
  readonly promotions: number;
  readonly acknowledged: AcknowledgedChange[];
  changes: number;
  failed: number;
  acknowledgedLost: number;
  at(delayMs: number, run: () => void): () => void;
  call<Reply>(gateway: SimulatedKeyGateway, work: () => Reply): Promise<Reply>;
  announce(what: keyof KeyAnnouncements): void;
  readFrom(): SimulatedRevision;
}

/** One gateway process, with a clock of its own. */
export class SimulatedKeyGateway {
  readonly name: string;
  isAlive = true;
  isPaused = false;
  isCutOff = false;
  announcements: KeyAnnouncements | undefined;
  /** Its position, if the store has told it that it does not know it. */
  denied: KeyPosition | undefined;
  readonly #simulation: Surroundings;
  readonly #keys: IndexedKeyStore;
  readonly #follower: KeyFollower;
  readonly #held: (() => void)[] = [];
  /** The revisions of its changes, by label. */
  readonly #made = new Map<string, SimulatedRevision>();
  /** How many promotions there had been when the store last said who is behind a position, by its token. */
  readonly #promotionsAtPoll = new Map<string, number>();

  constructor(simulation: Surroundings, name: string, speed: number) {
    this.name = name;
    this.#simulation = simulation;
    const { trustMs } = simulation.options;
    const monotonicMs = () => simulation.now * speed + 1_000;
    const after = (ms: number, run: () => void) => simulation.at(ms / speed, () => this.whenRunning(run));
    const members = this.#members();
    const now = () => simulation.now;
    const confirmations = new KeyConfirmations({ members, now, trustMs, monotonicMs, after });
    const own = { id: name, process: name, name, pid: 1, gateway: 1, startedAt: 0, version: '', release: null };
    const presented = { address: null, ready: true, degraded: false, limits: null };
    this.#keys = new IndexedKeyStore(this.#table(), { now });
    const follower = new KeyFollower({
      keys: this.#keys,
      members,
      monotonicMs,
      after,
      trustMs,
      onSeen: () => confirmations.wake(),
      facts: () => ({ ...own, ...presented }),
      log: { info() {}, warn() {}, error() {} },
    });
    this.#follower = follower;
    this.#keys.share({
      get isFresh() {
        return follower.isFresh;
      },
      isUnavailable: false,
      mayKnowMore: true,
      confirmed(position) {
        void follower.follow();
        return confirmations.confirmed(position);
      },
    });
    this.#start();
  }

  get isServing(): boolean {
    return this.isAlive && !this.isPaused && this.#keys.isFresh;
  }

  /** What it has read. */
  get position(): KeyPosition | undefined {
    return this.#keys.position;
  }

  /** The keys in its memory. */
  get labels(): (string | null | undefined)[] {
    return Array.from({ length: simulatedKeyCount }, (_, index) => this.#keys.get(simulatedKeyId(index))?.label);
  }

  /** How often all keys were read again. */
  get restarts(): number {
    return this.#keys.restarts;
  }

  /** Changes a key, and responds once the others have confirmed. */
  change(): void {
    this.whenRunning(() => {
      void this.#change().catch(() => this.#simulation.failed++);
    });
  }

  async #change(): Promise<void> {
    const simulation = this.#simulation;
    const label = `change ${++simulation.changes}`;
    const id = simulatedKeyId(Math.floor(simulation.options.random() * simulatedKeyCount));
    const changed = await this.#keys.setLabel(id, label, author);
    const made = this.#made.get(label);
    // The response has what is stored: somebody else has changed it again, or the store has lost the change.
    if (changed?.label !== label || made === undefined) return;
    const token = this.position?.token ?? '';
    const pending = await this.#keys.confirmed();
    if (contains(simulation.store.newest, made)) simulation.acknowledged.push({ revision: made, pending });
    else if (hasSaid(pending) && this.#promotionsAtPoll.get(token) === simulation.promotions) {
      simulation.acknowledgedLost++;
    }
  }

  kill(): void {
    this.isAlive = false;
  }

  resume(): void {
    this.isPaused = false;
    for (const run of this.#held.splice(0)) this.whenRunning(run);
  }

  whenRunning(run: () => void): void {
    if (!this.isAlive) return;
    if (this.isPaused) this.#held.push(run);
    else run();
  }

  /** Like a supervisor: again, if the store does not respond. */
  #start(): void {
    this.#follower.start().catch(() => this.#simulation.at(500, () => this.whenRunning(() => this.#start())));
  }

  #table(): KeyTable {
    const simulation = this.#simulation;
    const unused = () => Promise.reject(new Error('The simulation has labels only'));
    return {
      changedElsewhere: () => undefined,
      changedSince: async (position) => {
        const isDenied = { byStore: false };
        const changes = await simulation.call(this, () => {
          const newest = simulation.readFrom();
          const found = simulation.store.changedSince(position, newest);
          isDenied.byStore = found === undefined && newest === simulation.store.newest;
          return found;
        });
        if (isDenied.byStore) this.denied = position;
        return changes;
      },
      setLabel: (id, label) =>
        simulation.call(this, () => {
          const index = Array.from({ length: simulatedKeyCount }, (_, each) => simulatedKeyId(each)).indexOf(id);
          this.#made.set(label ?? '', simulation.store.change(index, label ?? ''));
          simulation.announce('changed');
          return true;
        }),
      lastUses: unused,
      hasSecret: unused,
      create: unused,
      revoke: unused,
      rotate: unused,
      setOrigins: unused,
      setBounds: unused,
      notePassedExpiry: unused,
      createAccount: unused,
      changeAccount: unused,
    };
  }

  #members(): KeyMembers {
    const simulation = this.#simulation;
    const { store } = simulation;
    return {
      noteSeen: async ({ id }, position, trustMs) => {
        const reply = await simulation.call(this, () => {
          const before = store.members.get(id)?.seen;
          const noted = store.noteSeen(id, position, trustMs);
          if (before !== store.members.get(id)?.seen) simulation.announce('seen');
          return noted;
        });
        if (!reply.isKnown) this.denied = position;
        return reply;
      },
      behind: async (position, trustMs) => {
        let promotions = 0;
        const reply: BehindReply = await simulation.call(this, () => {
          promotions = simulation.promotions;
          return store.behind(position, trustMs);
        });
        this.#promotionsAtPoll.set(position.token, promotions);
        return reply;
      },
      leave: ({ id }) => simulation.call(this, () => store.leave(id)),
      listen: (announcements) => {
        this.announcements = announcements;
        return async () => {};
      },
    };
  }
}

/** Whether the store has said which gateways are behind. */
function hasSaid(pending: readonly PendingMember[]): boolean {
  return pending.every(({ name, isSilent }) => name !== unknownGateways || isSilent);
}
