import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { Charge } from '#gateway/server/limits/charge.js';
import { longestTurn, type OutagePolicy, QuotaBlocks } from '#gateway/server/limits/quota-blocks.js';
import { QuotaReader } from '#gateway/server/limits/quota-reader.js';
import { QuotaTurns } from '#gateway/server/limits/quota-turns.js';
import { StoreHealth } from '#gateway/server/limits/store-health.js';
import { Membership } from '#gateway/server/storage/membership.js';
import { windowMinutes } from '#gateway/server/storage/periods.js';
import type {
  QuotaLedger,
  QuotaReply,
  QuotaTurn,
  UsageDetail,
  UsageReply,
} from '#gateway/server/storage/quota-ledger.js';
import { SqliteQuotaLedger } from '#gateway/server/storage/sqlite/quota-ledger.js';
import { StoreUnavailableError } from '#gateway/server/storage/store-fault.js';
import { localTime } from '#gateway/server/storage/store-time.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { ManualTimers } from '../../../support/manual-timers.js';
import { memoryDatabase } from '../../../support/quota-at-one-gateway.js';

const limit = 800;
const block = 8;

/** A store whose replies come when the test says so. */
class SlowLedger implements QuotaLedger {
  readonly #database = memoryDatabase();
  readonly #ledger = new SqliteQuotaLedger(this.#database, { process: 'this', isDead: () => false });
  readonly #clock: ManualClock;
  /** How often upkeep was asked for. */
  upkeep = 0;
  readonly #waiting: { turn: QuotaTurn; resolve: (reply: QuotaReply) => void; reject: (error: Error) => void }[] = [];

  constructor(clock: ManualClock) {
    this.#clock = clock;
  }

  /** Turns without a reply. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** The number of accounts in the next turn to be settled. */
  get nextLength(): number {
    return this.#waiting[0]?.turn.accounts.length ?? 0;
  }

  apply(turn: QuotaTurn): Promise<QuotaReply> {
    return new Promise((resolve, reject) => this.#waiting.push({ turn, resolve, reject }));
  }

  async maintain(): Promise<boolean> {
    this.upkeep++;
    return this.#ledger.maintain(this.#clock.now());
  }

  takenOf(accountId: string): number | undefined {
    return this.#ledger.takenOf(accountId, this.#clock.now());
  }

  async usage(accountIds: readonly string[], memberId: string, detail: UsageDetail): Promise<UsageReply> {
    return this.#ledger.usage(accountIds, memberId, detail, this.#clock.now());
  }

  /** Requests that a start after a crash would count. */
  get charged(): number {
    const sum = (column: string, table: string) =>
      this.#database.prepare(`SELECT ifnull(sum(${column}), 0) FROM ${table}`).pluck().get() as number;
    return sum('count', 'quota_counts') + sum('requests', 'quota_blocks');
  }

  /** Replies to the next turn: with success, with an error and no effect, or with an error despite its effect. */
  settle(outcome: 'done' | 'failed' | 'done and failed', error = new Error('the disk is full')): void {
    const next = this.#waiting.shift();
    if (next === undefined) return;
    const reply = outcome === 'failed' ? undefined : this.#ledger.apply(next.turn, this.#clock.now());
    if (outcome === 'done' && reply) next.resolve(reply);
    else next.reject(error);
  }
}

/** A store on another machine: while it is unavailable, nothing of it is known. */
class RemoteLedger extends SlowLedger {
  override takenOf(): undefined {
    return undefined;
  }

  override usage(): never {
    assert.fail('a store that is unavailable is not asked for usage');
  }
}

interface QuotaRigOptions {
  readonly duringOutage?: OutagePolicy;
  readonly isShared?: boolean;
  readonly clock?: ManualClock;
  /** That of another gateway, with its clock. */
  readonly ledger?: SlowLedger;
}

function startQuota({
  duringOutage = 'serve',
  isShared = false,
  clock = new ManualClock(),
  ledger = new SlowLedger(clock),
}: QuotaRigOptions = {}) {
  const logged: string[] = [];
  const log = (_: object, message: string) => void logged.push(message);
  const health = new StoreHealth({ warn: log, error: log });
  const monotonicMs = () => clock.now();
  let members = 0;
  const blocks = new QuotaBlocks({
    membership: new Membership(() => `member ${++members}`),
    monotonicMs,
    time: localTime(clock),
    leaseMs: Number.POSITIVE_INFINITY,
    duringOutage,
    isShared,
    takenOf: (accountId) => ledger.takenOf(accountId),
    onLow: (isUrgent) => turns.ask(isUrgent),
  });
  const timers = new ManualTimers();
  // The ledger is slow by the test's steps alone, however busy the machine is.
  const waits = { intervalMs: 2, timeoutMs: 3_600_000, timers };
  const turns = new QuotaTurns({ blocks, ledger, health, monotonicMs, isLeased: false, ...waits });
  return { clock, timers, ledger, blocks, turns, health, logged };
}

/** Lets promises and turns of the event loop go on, several times. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await nextTurn();
}

test('if the process is killed at any time, the store has all started requests, and at most a block more', async () => {
  const step = fc.oneof(
    { weight: 8, arbitrary: fc.constant('request' as const) },
    { weight: 6, arbitrary: fc.constant('done' as const) },
    { weight: 1, arbitrary: fc.constantFrom('failed', 'done and failed', 'sync', 'minute', 'idle') },
    // Changes of the quota change the block: to 1, 2 and back.
    { weight: 1, arbitrary: fc.constantFrom(100, 200, limit) },
  );
  let [begunInAll, heldBack] = [0, 0];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 200 }), async (steps) => {
      const { clock, timers, ledger, blocks, turns } = startQuota();
      const charges: Charge[] = [];
      let begun = 0;
      let failed = false;
      let currentLimit = limit;
      for (const what of steps) {
        if (what === 'request') {
          const charge = new Charge(blocks, 'a', currentLimit);
          charges.push(charge);
          if (!charge.isAdmitted) heldBack++;
          charge.whenSettled(() => {
            if (charge.isAdmitted) begun++;
          });
        } else if (typeof what === 'number') currentLimit = what;
        else if (what === 'sync') void turns.flush();
        else if (what === 'minute') clock.advance(60_000);
        else if (what === 'idle') clock.advance(120_000);
        else {
          failed ||= what !== 'done';
          ledger.settle(what);
        }
        timers.pass(1);
        await settled();
        const undecided = charges.filter((charge) => !charge.isAdmitted && !charge.isRefused).length;
        const most = begun + undecided + block;
        assert.ok(ledger.charged <= most, `${ledger.charged} charged for ${begun} begun, ${undecided} waiting`);
        // While the store fails, requests do not wait for it.
        if (!failed) assert.ok(ledger.charged >= begun, `${ledger.charged} charged for ${begun} begun`);
      }
      let isStopped = false;
      void turns.stop().then(() => {
        isStopped = true;
      });
      while (!isStopped) {
        ledger.settle('done');
        await nextTurn();
      }
      assert.equal(begun, charges.filter(({ isAdmitted }) => isAdmitted).length);
      assert.equal(ledger.charged, begun, 'a clean stop charges exactly the admitted requests');
      begunInAll += begun;
    }),
    { seed: 20_261_123, numRuns: 150 },
  );
  assert.ok(begunInAll > 1_000 && heldBack > 100, `${begunInAll} begun, ${heldBack} held back`);
});

describe('turns', () => {
  test('hold all accounts that ask in one turn of the event loop, and go one after the other', async () => {
    const { blocks, ledger } = startQuota();
    for (let i = 0; i < 50; i++) new Charge(blocks, `account ${i}`, limit);
    await settled();
    new Charge(blocks, 'later', limit);
    await settled();
    assert.equal(ledger.waiting, 1);
    ledger.settle('done');
    await settled();
    assert.equal(ledger.waiting, 1, 'the one for the later account');
    ledger.settle('done');
    await settled();
    assert.equal(ledger.waiting, 0);
  });

  test('all accounts that ask have their turn, and a stop returns their blocks: in turns of bounded length', async () => {
    const { blocks, ledger, turns } = startQuota();
    const lengths: number[] = [];
    const settleAll = async () => {
      await settled();
      while (ledger.waiting > 0) {
        lengths.push(ledger.nextLength);
        ledger.settle('done');
        await settled();
      }
    };
    const charges = Array.from({ length: 2.5 * longestTurn }, (_, i) => new Charge(blocks, `account ${i}`, limit));
    await settleAll();
    assert.ok(charges.every(({ isAdmitted }) => isAdmitted));
    assert.deepEqual(lengths, [longestTurn, longestTurn, longestTurn / 2]);
    assert.ok(ledger.charged > charges.length, 'some is held');
    lengths.length = 0;
    const stopped = turns.stop();
    await settleAll();
    await stopped;
    assert.equal(ledger.charged, charges.length, 'nothing is held');
    assert.deepEqual(lengths, [longestTurn, longestTurn, longestTurn / 2]);
    assert.ok(blocks.hasLeft);
  });

  test('a stop ends although requests of very many accounts still wait', async () => {
    const { blocks, ledger, turns } = startQuota();
    for (let i = 0; i < 2.5 * longestTurn; i++) new Charge(blocks, `account ${i}`, limit);
    await settled();
    const stopped = turns.stop();
    let replies = 0;
    for (; replies < 10 && !blocks.hasLeft; replies++) {
      ledger.settle('done');
      await settled();
    }
    assert.ok(blocks.hasLeft, `${replies} replies`);
    await stopped;
    assert.equal(ledger.charged, longestTurn, 'those whose turn was under way');
  });

  test('a request that is given up while it waits costs nothing', async () => {
    const { blocks, ledger, turns } = startQuota();
    const charge = new Charge(blocks, 'a', limit);
    charge.refund();
    await settled();
    ledger.settle('done');
    await settled();
    const stopped = turns.stop();
    for (let i = 0; i < 8; i++) {
      await settled();
      ledger.settle('done');
    }
    await stopped;
    assert.equal(ledger.charged, 0);
  });

  test('a store that fails is asked again after a while, not with each request, and is told everything', async () => {
    const { timers, blocks, ledger, health, logged } = startQuota();
    let admitted = 0;
    const request = () => {
      const charge = new Charge(blocks, 'a', limit);
      charge.whenSettled(() => {
        if (charge.isAdmitted) admitted++;
      });
    };
    request();
    await settled();
    ledger.settle('failed');
    await settled();
    assert.deepEqual([admitted, health.isFailing], [1, true]);
    let attempts = 0;
    for (let i = 0; i < 100; i++) {
      request();
      attempts += ledger.waiting;
      ledger.settle('failed');
      timers.pass(0.25);
      await settled();
    }
    assert.equal(admitted, 101);
    // Within 25 ms, every 1 to 2 ms; sometimes two, because a request has asked meanwhile.
    assert.ok(attempts >= 10 && attempts < 50, `${attempts} attempts for 100 requests`);
    for (let i = 0; i < 1_000 && ledger.charged < admitted; i++) {
      ledger.settle('done');
      timers.pass(1);
      await settled();
    }
    assert.equal(health.isFailing, false);
    assert.ok(ledger.charged >= admitted && ledger.charged <= admitted + block, `${ledger.charged} charged`);
    assert.deepEqual(logged, [
      'Counters cannot be stored; they are kept in memory',
      'Counters are stored again; nothing was lost',
    ]);
  });

  test('a gateway that shares its store is not alone, although no other has sent a turn', async () => {
    for (const isShared of [false, true]) {
      const { blocks, ledger } = startQuota({ isShared });
      new Charge(blocks, 'a', limit);
      await settled();
      ledger.settle('done');
      await settled();
      assert.equal(blocks.isAlone, !isShared);
    }
  });

  test('while the store fails, nothing is admitted beyond the quota that it has counted before', async () => {
    const quota = 20;
    const { blocks, clock, ledger, turns } = startQuota();
    const request = (at: QuotaBlocks, accountId: string) =>
      Array.from({ length: 2 * quota }, () => new Charge(at, accountId, quota));
    const admitted = (charges: readonly Charge[]) => charges.filter(({ isAdmitted }) => isAdmitted).length;
    const first = request(blocks, 'a');
    for (let turn = 0; turn < 3 * quota; turn++) {
      ledger.settle('done');
      await settled();
    }
    assert.equal(admitted(first), quota);
    const stopped = turns.stop();
    await settled();
    ledger.settle('done');
    await stopped;

    // After a start, nothing is known in memory.
    const next = startQuota({ clock, ledger });
    const [used, free] = [request(next.blocks, 'a'), request(next.blocks, 'b')];
    await settled();
    ledger.settle('failed');
    await settled();
    assert.deepEqual([admitted(used), admitted(free)], [0, quota]);
  });

  test('a connection that breaks is not taken for a store that is unavailable: the turn is sent again immediately', async () => {
    const broken = new StoreUnavailableError(new Error('Query read timeout'));
    const { blocks, ledger, logged } = startQuota();
    const charge = new Charge(blocks, 'a', limit);
    await settled();
    ledger.settle('failed', broken);
    await settled();
    assert.deepEqual([ledger.waiting, charge.isAdmitted, blocks.isUnavailable], [1, false, false]);
    ledger.settle('done');
    await settled();
    assert.ok(charge.isAdmitted);
    assert.deepEqual(logged, []);
    // The second failure counts.
    new Charge(blocks, 'b', limit);
    await settled();
    ledger.settle('failed', broken);
    await settled();
    ledger.settle('failed', broken);
    await settled();
    assert.deepEqual([ledger.waiting, blocks.isUnavailable], [0, true]);
  });

  test('while the store is unavailable, `refuse` admits only what the block has left', async () => {
    const { blocks, ledger } = startQuota({ duringOutage: 'refuse' });
    const first = new Charge(blocks, 'a', limit);
    await settled();
    ledger.settle('done');
    await settled();
    assert.ok(first.isAdmitted);
    // Alone since the first reply, the gateway asks for a whole block.
    new Charge(blocks, 'a', limit);
    await settled();
    ledger.settle('done');
    await settled();
    const charges = Array.from({ length: 20 }, () => new Charge(blocks, 'a', limit));
    await settled();
    ledger.settle('failed');
    await settled();
    assert.deepEqual(
      charges.map(({ isAdmitted, isRefused }) => (isAdmitted ? 'admitted' : isRefused ? 'refused' : 'waiting')),
      charges.map((_, index) => (index < block ? 'admitted' : 'refused')),
    );
    assert.ok(new Charge(blocks, 'a', limit).isRefused);
  });

  /**
   * Uses up the quota of account `a`, which is 1, and lets a request of another account find the store to be
   * unavailable.
   */
  async function usedUpWhileUnavailable(clock: ManualClock, ledger: SlowLedger) {
    const { blocks } = startQuota({ clock, ledger });
    new Charge(blocks, 'a', 1);
    await settled();
    ledger.settle('done');
    await settled();
    new Charge(blocks, 'b', 1);
    await settled();
    ledger.settle('failed');
    await settled();
    return { blocks, reader: new QuotaReader(blocks, ledger) };
  }

  for (const { store, open } of [
    { store: 'a file that cannot be written', open: (clock: ManualClock) => new SlowLedger(clock) },
    { store: 'on another machine', open: (clock: ManualClock) => new RemoteLedger(clock) },
  ]) {
    test(`while the store is unavailable, the usage of a used-up quota says when a request is free: ${store}`, async () => {
      const clock = new ManualClock();
      const freeAt = (Math.floor(clock.now() / 60_000) + windowMinutes) * 60_000;
      const { blocks, reader } = await usedUpWhileUnavailable(clock, open(clock));
      assert.ok(new Charge(blocks, 'a', 1).isRefused);
      assert.deepEqual(await reader.read({ id: 'a', limit: 1 }), { used: 1, freeAt });
      assert.deepEqual(await reader.read({ id: 'a', limit: 0 }), { used: 1, freeAt: undefined }, 'without a limit');
    });
  }

  test('while the store on another machine stays unavailable, a used-up quota is not said to be free in the past', async () => {
    const clock = new ManualClock();
    const { blocks, reader } = await usedUpWhileUnavailable(clock, new RemoteLedger(clock));
    clock.advance((windowMinutes + 10) * 60_000);
    assert.ok(new Charge(blocks, 'a', 1).isRefused);
    const nextMinute = (Math.floor(clock.now() / 60_000) + 1) * 60_000;
    assert.deepEqual(await reader.read({ id: 'a', limit: 1 }), { used: 1, freeAt: nextMinute });
  });

  test('upkeep of the store is also done while a gateway that is alone gets no requests, once a minute', async () => {
    const { blocks, clock, ledger, timers, turns } = startQuota();
    turns.start();
    new Charge(blocks, 'a', limit);
    await settled();
    ledger.settle('done');
    await settled();
    // The account returns its block after a minute, and then there is nothing to tell.
    for (let i = 0; i < 5; i++) {
      clock.advance(60_000);
      await beat();
      ledger.settle('done');
      await settled();
    }
    assert.deepEqual([blocks.size, blocks.isAlone, ledger.waiting], [0, true, 0]);
    clock.advance(windowMinutes * 60_000);
    await beat();
    assert.equal(ledger.charged, 0);
    const before = ledger.upkeep;
    for (let i = 0; i < 4; i++) {
      clock.advance(30_000);
      await beat();
    }
    assert.equal(ledger.upkeep, before + 2);
    const stopped = turns.stop();
    await settled();
    ledger.settle('done');
    await stopped;

    async function beat(): Promise<void> {
      timers.pass(2);
      await settled();
    }
  });
});
