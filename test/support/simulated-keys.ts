import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type KeyAnnouncements, unknownGateways } from '#gateway/server/storage/key-members.js';
import { type AcknowledgedChange, SimulatedKeyGateway, type SimulationOptions } from './simulated-key-gateway.js';
import { contains, SimulatedKeyStore, type SimulatedRevision } from './simulated-key-store.js';

/** How long a message without a reply is waited for, in milliseconds. */
const timeoutMs = 3_000;

/** How long connections to the server before a promotion may still read from it, in milliseconds. */
const oldServerMs = 3_000;

/** Gateways that share keys, their store, and a network between them, in simulated time. */
export class SimulatedKeys {
  /** Real milliseconds since the beginning, and the store's clock. */
  now = 0;
  readonly store = new SimulatedKeyStore(() => this.now);
  readonly gateways: SimulatedKeyGateway[] = [];
  /** How many were begun. */
  changes = 0;
  /** Those that the store has not lost since. */
  acknowledged: AcknowledgedChange[] = [];
  /** Changes that were not acknowledged, because the store did not respond or has lost them. */
  failed = 0;
  promotions = 0;
  /** Changes that were acknowledged although the store could have told that it has lost them. */
  acknowledgedLost = 0;
  readonly options: SimulationOptions;
  readonly #events: { readonly at: number; readonly order: number; readonly run: () => void }[] = [];
  #order = 0;
  /** What the server before had, which some connections still lead to for a while. */
  #old: { readonly newest: SimulatedRevision; readonly until: number } | undefined;

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
    // What was begun before it.
    await nextTurn();
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

  /** Lets a standby take over that lacks the newest changes. */
  promote(lostChanges: number): void {
    this.#old = { newest: this.store.newest, until: this.now + oldServerMs };
    this.store.promote(lostChanges, this.options.random());
    this.promotions++;
    this.acknowledged = this.acknowledged.filter(({ revision }) => contains(this.store.newest, revision));
  }

  /** What a server has that is read: a pool may have connections to the one before. */
  readFrom(): SimulatedRevision {
    const isOld = this.#old !== undefined && this.now < this.#old.until && this.options.random() < 0.3;
    return isOld && this.#old !== undefined ? this.#old.newest : this.store.newest;
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

  check(): void {
    assert.equal(this.acknowledgedLost, 0);
    for (const gateway of this.gateways) {
      // A read from the server before may lead it there again.
      if (gateway.position !== gateway.denied) gateway.denied = undefined;
      if (gateway.isServing) this.#check(gateway);
    }
  }

  /** No gateway serves keys as they were before a change that is acknowledged, unless the response says so. */
  #check({ name, position, labels, denied }: SimulatedKeyGateway): void {
    assert.ok(position !== undefined, `${name} serves keys of no position`);
    assert.notEqual(position, denied, `${name} serves what it knows to be of another history`);
    const served = this.store.at(position);
    assert.deepEqual(
      labels,
      served.keys.map(({ label }) => label),
      `${name} serves keys of several positions`,
    );
    for (const { revision, pending } of this.acknowledged) {
      if (contains(served, revision)) continue;
      const excuses = pending.filter((each) => each.name === name || each.name === unknownGateways);
      const until = Math.max(...excuses.map((each) => each.until));
      assert.ok(
        this.now <= until,
        `${name} serves ${position.revision} until ${until}, but ${revision.revision} is acknowledged`,
      );
    }
  }
}
