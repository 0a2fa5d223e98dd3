import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BlockCharge } from '#gateway/server/limits/block-account.js';
import { AdmittedInBurst, AdmittedInDay } from '../support/limit-references.js';
import { figure, full } from '../support/reliability.js';
import { type CounterRun, SimulatedTime, startCounters } from '../support/simulated-counters.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Requests offered, in terms of what the limit lets through in the long run. */
const loads = [0.5, 0.9, 1, 1.1, 2, 10];
const windows = full ? 10 : 5;
/** How long bursts are simulated, in minutes. */
const burstMinutes = 10;
const seed = full ? Math.floor(Math.random() * 2 ** 31) + 1 : 16;

/** Numbers from 0 to below 1: the minimal standard generator of Park and Miller. */
function generator(start: number): () => number {
  let state = start;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** An event of the machine between two requests. */
interface Machine {
  readonly time: SimulatedTime;
  run: CounterRun;
  restarts: number;
  steps: number;
}

/** Stops the program, lets time pass, possibly sets the clock back, and starts the program again. */
async function restart(machine: Machine, start: () => CounterRun, downMs: number, stepMs: number): Promise<void> {
  await machine.run.stop();
  machine.time.advance(downMs);
  machine.time.step(stepMs);
  machine.run = start();
  machine.restarts++;
}

const found = { requests: 0, admitted: 0, boundaries: 0, restarts: 0, steps: 0 };

describe(`the daily quota over ${windows} windows, with clock steps and restarts`, () => {
  const limit = full ? 1_000 : 240;
  for (const load of loads) {
    test(`at ${load} times the load`, async (t) => {
      const random = generator(seed + load * 10);
      const folder = temporaryFolder(t);
      const time = new SimulatedTime();
      const start = () => startCounters(folder, time, 0);
      const machine: Machine = { time, run: start(), restarts: 0, steps: 0 };
      const reference = new AdmittedInDay();
      let offered = 0;
      let admittedNow: { charge: BlockCharge; at: number }[] = [];

      // What is used is read from the database, which takes time: not at each boundary unless all is checked.
      const isAsDefined = () => {
        if (!full && random() < 0.9) return;
        const { clock, quota } = machine.run;
        const now = clock.now();
        assert.equal(quota.used('acc'), reference.used(now), `${now} in the run after ${machine.restarts} restarts`);
        found.boundaries++;
      };
      const request = () => {
        const { clock, quota } = machine.run;
        const now = clock.now();
        const expected = reference.take(now, limit);
        const charge = quota.take('acc', limit);
        assert.equal(charge !== undefined, expected, `${now}`);
        found.requests++;
        if (charge === undefined) return;
        found.admitted++;
        admittedNow.push({ charge, at: now });
      };
      const refund = () => {
        const refunded = admittedNow.pop();
        if (refunded === undefined) return;
        const { charge, at } = refunded;
        const now = machine.run.clock.now();
        machine.run.quota.refund(charge);
        if (Math.floor(now / minute) - Math.floor(at / minute) < 1_440) reference.refund(at);
      };

      const nextRestart = () => time.elapsed + (20 + 30 * random()) * hour;
      let restartAt = nextRestart();
      while (time.elapsed < windows * day) {
        isAsDefined();
        // What this minute brings, in order: requests at its first and last millisecond too.
        offered += (load * limit) / 1_440;
        const timestamps: number[] = [];
        while (offered >= 1) {
          offered -= 1;
          timestamps.push(random() < 0.2 ? 0 : random() < 0.2 ? minute - 1 : Math.floor(random() * minute));
        }
        const inMinute = () => machine.run.clock.now() % minute;
        for (const timestamp of timestamps.toSorted((a, b) => a - b)) {
          time.advance(Math.max(0, timestamp - inMinute()));
          request();
          if (random() < 0.03) refund();
        }
        if (random() < 1 / 2_000) {
          // Forward: the machine slept. Back: nothing happens until the next start.
          time.step(Math.floor((random() < 0.5 ? 5 : -3) * random() * hour));
          machine.steps++;
        }
        time.advance(minute - 1 - inMinute());
        isAsDefined();
        time.advance(1);
        if (random() < 1 / 500) await machine.run.flush();
        if (time.elapsed < restartAt) continue;
        const back = random() < 0.5 ? -Math.floor(2 * random() * hour) : 0;
        reference.forget(machine.run.clock.now());
        await restart(machine, start, Math.floor(random() * 10 * minute), back);
        reference.restart(machine.run.clock.now());
        admittedNow = [];
        restartAt = nextRestart();
      }
      isAsDefined();
      await machine.run.stop();
      // They are at most 50 hours apart.
      assert.ok(
        machine.restarts >= Math.floor((windows * 24) / 51) && machine.steps > 0,
        `${machine.restarts} restarts, ${machine.steps} steps`,
      );
      found.restarts += machine.restarts;
      found.steps += machine.steps;
    });
  }
});

describe(`bursts over more than ${burstMinutes} minutes, with clock steps and restarts`, () => {
  const limit = 120;
  for (const load of loads) {
    test(`at ${load} times the load`, async (t) => {
      const random = generator(seed + load * 10);
      const folder = temporaryFolder(t);
      const time = new SimulatedTime();
      const start = () => startCounters(folder, time, limit);
      const machine: Machine = { time, run: start(), restarts: 0, steps: 0 };
      const reference = new AdmittedInBurst({ capacity: limit, refillPerMinute: limit });
      const gapMs = minute / limit / load;
      let restartAt = 3 * minute;
      let stepAt = 2 * minute;
      while (time.elapsed < (burstMinutes + 2) * minute) {
        // Now and then to a boundary of the wall clock's minute, or to a millisecond before it.
        const toBoundary = minute - (machine.run.clock.now() % minute);
        const gap = Math.floor(2 * random() * gapMs);
        time.advance(gap >= toBoundary ? toBoundary - (random() < 0.5 ? 1 : 0) : gap);
        if (gap >= toBoundary) found.boundaries++;
        const now = machine.run.clock.now();
        const expected = reference.take(now);
        assert.equal(machine.run.burst.take('key'), expected, `${now}`);
        found.requests++;
        if (expected) found.admitted++;
        if (time.elapsed > stepAt) {
          time.step(Math.floor((random() < 0.5 ? 20_000 : -20_000) * random()));
          machine.steps++;
          stepAt = time.elapsed + 90_000;
        }
        if (time.elapsed < restartAt) continue;
        const back = random() < 0.5 ? -Math.floor(random() * 30_000) : 0;
        await restart(machine, start, Math.floor(random() * 2_000), back);
        reference.restart(machine.run.clock.now());
        restartAt = time.elapsed + 3 * minute;
      }
      await machine.run.stop();
      assert.ok(machine.restarts >= 3 && machine.steps > 3, `${machine.restarts} restarts, ${machine.steps} steps`);
      found.restarts += machine.restarts;
      found.steps += machine.steps;
    });
  }
});

test('summary of the figures', (t) => {
  const { requests, admitted, boundaries, restarts, steps } = found;
  figure(
    t,
    'R16',
    `seed ${seed}: ${requests} requests, ${admitted} admitted, all as defined, checked at ${boundaries} minute boundaries, over ${restarts} restarts and ${steps} clock steps`,
  );
});
