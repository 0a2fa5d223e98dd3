import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { KeyConfirmations, unknownGateways } from '../../gateway/keys/key-confirmations.js';
import { KeyFollower } from '../../gateway/keys/key-follower.js';
import type { KeyAnnouncements, KeyMembers, PendingMember } from '../../gateway/store/key-members.js';

/** How long a message without a reply is waited for, in milliseconds. */
const timeoutMs = 3_000;

export interface SimulationOptions {
  /** From 0 up to 1; the same sequence for the same seed. */
  readonly random: () => number;
  readonly trustMs: number;
  readonly longestDelayMs: number;
  /** The part of all messages that are lost. */
  readonly loss: number;
}

/** A change that was answered. */
interface AnsweredChange {
  readonly revision: number;
  readonly pending: readonly PendingMember[];
}

/** Gateways that share keys, their store, and a network between them, in simulated time. */
export class SimulatedKeys {
  /** Real milliseconds since the beginning, and the store's clock. */
  now = 0;
  /** The newest revision that is committed. */
  revision = 0;
  /** The newest revision among the keys: higher only in a store that was restored in part. */
  keysRevision = 0;
  readonly gateways: SimulatedKeyGateway[] = [];
  readonly answered: AnsweredChange[] = [];
  /** Changes whose answer failed, because the store did not answer. */
  failed = 0;
  readonly members = new Map<string, { seen: number; heardAt: number; trustMs: number }>();
  readonly options: SimulationOptions;
  readonly #events: { readonly at: number; readonly order: number; readonly run: () => void }[] = [];
  #order = 0;

  constructor(options: SimulationOptions) {
    this.options = options;
  }

  /** Starts a gateway. @param speed - how fast its clock is, beside the store's. */
  add(speed: number): void {
    this.gateways.push(new SimulatedKeyGateway(this, `gateway-${this.gateways.length + 1}`, speed));
  }

  at(delayMs: number, run: () => void): () => void {
    const event = { at: this.now + delayMs, order: this.#order++, run };
    this.#events.push(event);
    return () => {
      const index = this.#events.indexOf(event);
      if (index !== -1) this.#events.splice(index, 1);
    };
  }

  /** Lets time pass, with all that happens in it. After each event, no gateway may serve what it must not. */
  async advance(ms: number): Promise<void> {
    const end = this.now + ms;
    for (;;) {
      const [event] = this.#events.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at || a.order - b.order);
      if (event === undefined) break;
      this.#events.splice(this.#events.indexOf(event), 1);
      this.now = Math.max(this.now, event.at);
      event.run();
      await nextTurn();
      this.check();
    }
    this.now = end;
    this.check();
  }

  /** Lets the store lose its newest changes, and all that gateways have noted of them. */
  lose(changes: number): void {
    this.revision -= changes;
    for (const member of this.members.values()) member.seen = Math.min(member.seen, this.revision);
    this.answered.splice(0);
  }

  delay(): number {
    return Math.floor(this.options.random() * this.options.longestDelayMs);
  }

  /** Sends a message to the store, and returns its reply. */
  call<Reply>(gateway: SimulatedKeyGateway, work: () => Reply): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const giveUp = this.at(timeoutMs, () => gateway.whenRunning(() => reject(new Error('no reply'))));
      const pass = (next: () => void) => {
        if (this.options.random() < this.options.loss) return;
        this.at(this.delay(), () => {
          if (!gateway.isCutOff) next();
        });
      };
      pass(() => {
        const reply = work();
        pass(() => {
          giveUp();
          gateway.whenRunning(() => resolve(reply));
        });
      });
    });
  }

  announce(what: keyof KeyAnnouncements): void {
    for (const gateway of this.gateways) {
      if (this.options.random() < this.options.loss) continue;
      this.at(this.delay(), () => {
        if (!gateway.isCutOff) gateway.whenRunning(() => gateway.announcements?.[what]());
      });
    }
  }

  /** No gateway serves keys as they were before a change that is answered, unless the answer says so. */
  check(): void {
    for (const gateway of this.gateways) {
      if (!gateway.isServing) continue;
      for (const { revision, pending } of this.answered) {
        if (gateway.revision >= revision) continue;
        const excuse = pending.find(({ name }) => name === gateway.name || name === unknownGateways);
        assert.ok(excuse !== undefined, `${gateway.name} serves ${gateway.revision}, but ${revision} is answered`);
        assert.ok(this.now <= excuse.until, `${gateway.name} serves ${gateway.revision} longer than it may`);
      }
    }
  }
}

/** One gateway process, with a clock of its own. */
class SimulatedKeyGateway {
  readonly name: string;
  /** What it serves. */
  revision = 0;
  /** How often all keys were read again. */
  rereads = 0;
  isAlive = true;
  isPaused = false;
  isCutOff = false;
  announcements: KeyAnnouncements | undefined;
  readonly #simulation: SimulatedKeys;
  readonly #follower: KeyFollower;
  readonly #confirmations: KeyConfirmations;
  readonly #held: (() => void)[] = [];

  constructor(simulation: SimulatedKeys, name: string, speed: number) {
    this.name = name;
    this.#simulation = simulation;
    const monotonicMs = () => simulation.now * speed + 1_000;
    const later = (ms: number, run: () => void) => simulation.at(ms / speed, () => this.whenRunning(run));
    const members = this.#members();
    const trustedUntil = () => simulation.now + simulation.options.trustMs;
    this.#confirmations = new KeyConfirmations({ members, trustedUntil, monotonicMs, later });
    const own = { id: name, process: name, name, pid: 1, gateway: 1, startedAt: 0, version: '', release: null };
    const presented = { address: null, ready: true, degraded: false, limits: null };
    this.#follower = new KeyFollower({
      ...{ keys: this, members, monotonicMs, later, trustMs: simulation.options.trustMs },
      onSeen: () => this.#confirmations.wake(),
      facts: () => ({ ...own, ...presented }),
      log: { info() {}, warn() {}, error() {} },
    });
    this.#start();
  }

  get isServing(): boolean {
    return this.isAlive && !this.isPaused && this.#follower.isTrusted;
  }

  async refresh(): Promise<void> {
    const { revision } = await this.#simulation.call(this, () => ({ revision: this.#simulation.revision }));
    this.revision = Math.max(this.revision, revision);
  }

  async startOver(): Promise<void> {
    this.rereads++;
    const { revision } = await this.#simulation.call(this, () => {
      const { revision: newest, keysRevision } = this.#simulation;
      return { revision: Math.max(newest, keysRevision) };
    });
    this.revision = revision;
  }

  /** Changes a key, and answers once the others have confirmed. */
  change(): void {
    this.whenRunning(() => {
      void this.#change().catch(() => this.#simulation.failed++);
    });
  }

  async #change(): Promise<void> {
    const simulation = this.#simulation;
    await simulation.call(this, () => {
      simulation.revision++;
      simulation.announce('changed');
    });
    await this.refresh();
    const { revision } = this;
    void this.#follower.follow();
    const pending = await this.#confirmations.confirmed(revision);
    // This gateway may still serve revisions that the store has lost, and is about to give to other changes.
    simulation.answered.push({ revision: Math.min(revision, simulation.revision), pending });
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

  /** Like a supervisor: again, if the store does not answer. */
  #start(): void {
    this.#follower.start().catch(() => this.#simulation.at(500, () => this.whenRunning(() => this.#start())));
  }

  #members(): KeyMembers {
    const simulation = this.#simulation;
    return {
      noteSeen: ({ id }, seen, trustMs) =>
        simulation.call(this, () => {
          const before = simulation.members.get(id)?.seen;
          simulation.members.set(id, { seen: Math.max(before ?? 0, seen), heardAt: simulation.now, trustMs });
          if (before !== seen) simulation.announce('seen');
          return { newest: simulation.revision, now: simulation.now };
        }),
      behind: (revision) =>
        simulation.call(this, () =>
          [...simulation.members]
            .map(([name, { seen, heardAt, trustMs }]) => ({
              name,
              seen,
              until: heardAt + trustMs,
              isSilent: simulation.now - heardAt >= 3_000,
            }))
            .filter(({ seen, until }) => seen < revision && until > simulation.now),
        ),
      leave: ({ id }) => simulation.call(this, () => void simulation.members.delete(id)),
      listen: (announcements) => {
        this.announcements = announcements;
        return async () => {};
      },
    };
  }
}
