import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Announcements } from '#gateway/server/storage/announcements.js';
import { EventSources, type ExpiringKey } from '#gateway/server/webhooks/event-sources.js';
import type { WebhookEvent } from '#gateway/server/webhooks/events.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { ManualTimers } from '../../../support/manual-timers.js';

const [second, hour, day] = [1_000, 3_600_000, 86_400_000];

/** A store in memory that several gateways share. */
class SharedAnnouncements implements Announcements {
  readonly #ends = new Map<string, number>();
  isUnavailable = false;
  asked = 0;

  readonly #clock: ManualClock;

  constructor(clock: ManualClock) {
    this.#clock = clock;
  }

  async claim(name: string, forMs: number): Promise<boolean> {
    this.asked++;
    if (this.isUnavailable) throw new Error('the store is unavailable');
    if ((this.#ends.get(name) ?? 0) > this.#clock.now()) return false;
    this.#ends.set(name, this.#clock.now() + forMs);
    return true;
  }
}

function open(gateways = 1) {
  const clock = new ManualClock();
  const timers = new ManualTimers();
  const announcements = new SharedAnnouncements(clock);
  const sent: WebhookEvent[] = [];
  const state = { isDegraded: false, isWanted: true, keys: [] as ExpiringKey[] };
  const sources = Array.from({ length: gateways }, (_, index) => {
    const delivery = {
      get isWanted() {
        return state.isWanted;
      },
      send: (event: WebhookEvent) => void sent.push(event),
    };
    return new EventSources({
      delivery,
      announcements,
      clock,
      timers,
      log: { warn() {} },
      isFirst: index === 0,
      isDegraded: () => state.isDegraded,
      expiringKeys: (until) => state.keys.filter(({ expiresAt }) => expiresAt <= until && expiresAt > clock.now()),
      host: 'box',
    });
  });
  for (const source of sources) source.follow();
  const settled = async () => {
    for (let turn = 0; turn < 20; turn++) await nextTurn();
  };
  /** Lets time pass, and returns the events since the last time, in short. */
  const pass = async (ms: number, stepMs = Math.min(ms, hour)) => {
    for (let passed = 0; passed < ms; passed += stepMs) {
      clock.advance(stepMs);
      timers.pass(stepMs);
      await settled();
    }
    await settled();
    return sent.splice(0).map(({ type, data }) => [type, ...Object.values(data)].join(' '));
  };
  return { clock, announcements, state, sources, pass };
}

describe('a quota', () => {
  /** What each gateway is told in turn, and the events. */
  const counts: readonly (readonly [
    name: string,
    told: readonly (readonly [account: string, used: number, limit: number])[],
    events: readonly string[],
  ])[] = [
    [
      'below 80 %',
      [
        ['a', 799, 1_000],
        ['b', 3, 4],
      ],
      [],
    ],
    ['at 80 %', [['a', 800, 1_000]], ['quota.80 a 800 1000']],
    [
      'that rises',
      [
        ['a', 799, 1_000],
        ['a', 805, 1_000],
        ['a', 950, 1_000],
        ['a', 1_000, 1_000],
        ['a', 1_000, 1_000],
      ],
      ['quota.80 a 805 1000', 'quota.100 a 1000 1000'],
    ],
    ['that is used up at once', [['a', 1, 1]], ['quota.80 a 1 1', 'quota.100 a 1 1']],
    ['beyond 100 %, served during an outage', [['a', 12, 10]], ['quota.80 a 12 10', 'quota.100 a 12 10']],
    [
      'of another account',
      [
        ['a', 8, 10],
        ['b', 8, 10],
      ],
      ['quota.80 a 8 10', 'quota.80 b 8 10'],
    ],
    [
      'that was raised',
      [
        ['a', 8, 10],
        ['a', 9, 20],
        ['a', 16, 20],
      ],
      ['quota.80 a 8 10', 'quota.80 a 16 20'],
    ],
  ];
  for (const [name, told, events] of counts) {
    test(`${name}: once, however many gateways are told`, async () => {
      const { sources, pass } = open(3);
      for (const [account, used, limit] of told) for (const source of sources) source.counted(account, used, limit);
      assert.deepEqual(await pass(0), events);
    });
  }

  test('is announced again after 24 hours, and not by a gateway that has just started', async () => {
    const { sources, pass, announcements } = open(2);
    sources[0]?.counted('a', 9, 10);
    assert.deepEqual(await pass(day - 1, day - 1), ['quota.80 a 9 10']);
    for (let told = 0; told < 5; told++) for (const source of sources) source.counted('a', 9, 10);
    assert.deepEqual(await pass(1), []);
    // A gateway asks the store once in that time.
    assert.equal(announcements.asked, 2);
    for (const source of sources) source.counted('a', 9, 10);
    assert.deepEqual(await pass(1), ['quota.80 a 9 10']);
  });

  test('is announced later if the store does not say whether it was', async () => {
    const { sources, pass, announcements } = open();
    announcements.isUnavailable = true;
    sources[0]?.counted('a', 9, 10);
    assert.deepEqual(await pass(1), []);
    announcements.isUnavailable = false;
    sources[0]?.counted('a', 9, 10);
    assert.deepEqual(await pass(1), ['quota.80 a 9 10']);
  });

  test('costs the store nothing while no events are wanted', async () => {
    const { sources, state, pass, announcements } = open();
    state.isWanted = false;
    sources[0]?.counted('a', 9, 10);
    assert.deepEqual([await pass(1), announcements.asked], [[], 0]);
  });
});

describe('a key that expires', () => {
  test('is announced 7 days and 1 day before, once, by one gateway', async () => {
    const { clock, state, pass } = open(3);
    const expiresAt = clock.now() + 9 * day;
    state.keys = [{ id: 'key_1', accountId: 'acc_a', expiresAt }];
    const event = `key.expiring key_1 acc_a ${new Date(expiresAt).toISOString()}`;
    assert.deepEqual(await pass(2 * day - hour), []);
    assert.deepEqual(await pass(2 * hour), [event]);
    assert.deepEqual(await pass(6 * day - 2 * hour), []);
    assert.deepEqual(await pass(2 * hour), [event]);
    assert.deepEqual(await pass(3 * day), []);
  });

  test('soon after it was created is announced once; with another end, again', async () => {
    const { clock, state, pass } = open();
    const key = (hours: number) => ({ id: 'key_1', accountId: 'a', expiresAt: clock.now() + hours * hour });
    state.keys = [key(20)];
    assert.equal((await pass(2 * hour)).length, 1);
    state.keys = [key(20)];
    assert.equal((await pass(2 * hour)).length, 1);
  });

  test('with very many others does not fill the queue', async () => {
    const { clock, state, pass } = open();
    const expiresAt = clock.now() + 30 * hour;
    state.keys = Array.from({ length: 1_200 }, (_, index) => ({ id: `key_${index}`, accountId: 'a', expiresAt }));
    const events = [
      (await pass(hour)).length,
      (await pass(hour)).length,
      (await pass(hour)).length,
      (await pass(hour)).length,
    ];
    assert.deepEqual(events, [500, 500, 200, 0]);
  });
});

describe('the store', () => {
  /** Whether it is degraded, for how many seconds, one after the other, and the events. */
  const states: readonly (readonly [name: string, seconds: readonly number[], events: readonly string[]])[] = [
    ['degraded for a moment is no event', [60, 9, 60], []],
    ['degraded is an event, and so is its end', [60, 11, 11], ['store.degraded 61', 'store.recovered 72']],
    ['changing to and fro is one event', [5, 12, 3, 3, 3, 3, 3], ['store.degraded 6']],
    ['recovered for a moment is no event', [5, 30, 9, 30], ['store.degraded 6']],
  ];
  for (const [name, seconds, events] of states) {
    test(name, async () => {
      const { clock, state, pass } = open(2);
      const start = clock.now();
      const happened: string[] = [];
      for (const [index, count] of seconds.entries()) {
        state.isDegraded = index % 2 === 1;
        happened.push(...(await pass(count * second, second)));
      }
      const expected = events.map((event) => {
        const [type, since] = event.split(' ');
        return `${type} box ${new Date(start + Number(since) * second).toISOString()}`;
      });
      assert.deepEqual(happened, expected);
    });
  }

  test('is not watched while no events are wanted', async () => {
    const { state, sources, pass } = open();
    state.isWanted = false;
    for (const source of sources) source.follow();
    state.isDegraded = true;
    assert.deepEqual(await pass(60 * second, second), []);
  });
});

test('a backup that failed says when the newest one was made', async () => {
  const { sources, pass } = open();
  sources[0]?.backupFailed({ reason: 'the disk is full', newestAt: undefined });
  sources[0]?.backupFailed({ reason: 'the disk is full', newestAt: Date.UTC(2030, 0, 1) });
  assert.deepEqual(await pass(1), [
    'backup.failed box the disk is full ',
    'backup.failed box the disk is full 2030-01-01T00:00:00.000Z',
  ]);
});
