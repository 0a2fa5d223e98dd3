import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { findZone, instantOf } from '#engine/text/dates/date-zones.js';
import { luxon } from '#engine/text/dates/luxon.js';

// The tests and the engine must share its caches, and an import would load another build of luxon.
const { IANAZone, Settings } = luxon();

const berlin = IANAZone.create('Europe/Berlin');

describe('findZone', () => {
  test('knows IANA names, UTC and fixed offsets', () => {
    assert.equal(findZone('Europe/Berlin')?.name, 'Europe/Berlin');
    assert.equal(findZone('utc')?.offset(0), 0);
    assert.equal(findZone('UTC-5:30')?.offset(0), -330);
  });

  for (const name of ['', 'local', 'system', 'default', 'Europe', 'Europe/Nowhere', 'UTC+24', '+01:00', '\u0000']) {
    test(`knows no zone ${JSON.stringify(name)}`, () => assert.equal(findZone(name), undefined));
  }

  test('makes luxon forget zones after 1,000 spellings', () => {
    const kept = IANAZone.create('Europe/Paris');
    const letters = [...'indianapolis'];
    for (let i = 0; i < 1001; i++) {
      const spelling = letters.map((letter, bit) => ((i >> bit) & 1 ? letter.toUpperCase() : letter)).join('');
      assert.ok(findZone(`America/${spelling}`), spelling);
    }
    assert.notEqual(IANAZone.create('Europe/Paris'), kept);
  });
});

describe('the offsets of a zone', () => {
  const names = [
    'Europe/Berlin',
    'Africa/Freetown',
    'Asia/Gaza',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'Africa/Monrovia',
  ];
  const day = 86_400_000;
  // Two changes of Freetown are closer than any others: on 31 August and 4 September 1939.
  const instants = fc.oneof(
    fc.constantFrom(Date.UTC(1939, 7, 31), Date.UTC(1939, 8, 4), Date.UTC(2026, 2, 29), Date.UTC(2011, 11, 30)),
    fc.integer({ min: Date.UTC(1840), max: Date.UTC(2050) }),
    fc.constantFrom(8.64e15, -8.64e15, Number.NaN, 0),
  );

  test('are those of luxon, however often a day is asked for', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        instants,
        fc.array(fc.integer({ min: -day, max: day })),
        (name, at, gaps) => {
          const [zone, own] = [findZone(name), new IANAZone(name)];
          for (const instant of [at, at, ...gaps.map((gap) => at + gap)]) {
            assert.equal(zone?.offset(instant), own.offset(instant), `${name} at ${instant}`);
          }
        },
      ),
      { seed: 3, numRuns: 300 },
    );
  });

  test('are calculated a few times for a day, and at most once for each day that is asked for once', (t) => {
    const calculated = t.mock.method(IANAZone.prototype, 'offset');
    // No other test spells it so.
    const zone = findZone('AMERICA/lima');
    const start = Date.UTC(2026, 0, 1);
    for (let i = 0; i < 10_000; i++) zone?.offset(start + i * 8_000);
    const ofOneDay = calculated.mock.callCount();
    assert.ok(ofOneDay >= 3 && ofOneDay <= 6, `${ofOneDay}`);
    for (let i = 0; i < 1_000; i++) zone?.offset(start - i * day);
    assert.ok(calculated.mock.callCount() - ofOneDay <= 1_000);
  });

  test('are forgotten after 50,000 days', (t) => {
    const zone = findZone('AMERICA/bogota');
    for (let i = 0; i < 50_001; i++) zone?.offset(-i * day);
    const calculated = t.mock.method(IANAZone.prototype, 'offset');
    zone?.offset(0);
    assert.equal(calculated.mock.callCount(), 1);
    zone?.offset(0);
    assert.equal(calculated.mock.callCount(), 3);
  });
});

describe('instantOf', () => {
  const at = (local: string) => new Date(instantOf(Date.parse(`${local}Z`), berlin)).toISOString();

  test('uses the offset of the season', () => {
    assert.equal(at('2026-01-15T12:00'), '2026-01-15T11:00:00.000Z');
    assert.equal(at('2026-07-15T12:00'), '2026-07-15T10:00:00.000Z');
  });

  test('uses the first of two equal times when clocks go back', () => {
    assert.equal(at('2026-10-25T02:30'), '2026-10-25T00:30:00.000Z');
    assert.equal(at('2026-10-25T03:00'), '2026-10-25T02:00:00.000Z');
  });

  test('moves a time forward that clocks skip', () => {
    assert.equal(at('2026-03-29T02:30'), '2026-03-29T01:30:00.000Z');
    assert.equal(at('2026-03-29T01:59'), '2026-03-29T00:59:00.000Z');
    assert.equal(at('2026-03-29T03:00'), '2026-03-29T01:00:00.000Z');
  });

  test('does not depend on the season in which the program runs', (t) => {
    const results = ['2026-01-15', '2026-07-15'].map((today) => {
      Settings.resetCaches();
      t.mock.timers.enable({ apis: ['Date'], now: Date.parse(today) });
      const result = ['2026-10-25T02:30Z', '2026-03-29T02:30Z'].map((local) => instantOf(Date.parse(local), berlin));
      t.mock.timers.reset();
      return result;
    });
    assert.deepEqual(results[0], results[1]);
  });
});
