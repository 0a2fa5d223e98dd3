import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type BucketShape, TokenBucket, tokenUnits } from '#gateway/server/limits/token-bucket.js';
import { AdmittedInBurst } from '../../../support/limit-references.js';

const start = Date.UTC(2030, 0, 1);
const perMinute = (limit: number): BucketShape => ({ capacity: limit, refillPerMinute: limit });

describe('a bucket of 120, refilled at 2 a second', () => {
  const shape = perMinute(120);
  const takeAll = (bucket: TokenBucket, now: number) => {
    let taken = 0;
    while (bucket.take(shape, now)) taken++;
    return taken;
  };

  test('admits a burst of 120 and refuses the 121st', () => {
    assert.equal(takeAll(TokenBucket.full(shape, start), start), 120);
  });

  test('admits the next one 500 ms later, not 499', () => {
    const bucket = TokenBucket.full(shape, start);
    takeAll(bucket, start);
    assert.equal(bucket.take(shape, start + 499), false);
    assert.equal(bucket.take(shape, start + 500), true);
    assert.equal(bucket.take(shape, start + 500), false);
  });

  test('is full after a minute, and holds no more after a day', () => {
    const bucket = TokenBucket.full(shape, start);
    takeAll(bucket, start);
    assert.equal(bucket.isFull(shape, start + 59_999), false);
    assert.equal(bucket.isFull(shape, start + 60_000), true);
    assert.equal(takeAll(bucket, start + 86_400_000), 120);
  });

  test('a refused request costs nothing, however many there are', () => {
    const bucket = TokenBucket.full(shape, start);
    takeAll(bucket, start);
    for (let ms = 0; ms < 500; ms++) assert.equal(bucket.take(shape, start + ms), false);
    assert.equal(bucket.take(shape, start + 500), true);
  });

  test('a clock that goes backwards neither refills nor empties it', () => {
    const bucket = TokenBucket.full(shape, start);
    for (let i = 0; i < 119; i++) bucket.take(shape, start);
    assert.equal(bucket.take(shape, start - 3_600_000), true);
    assert.equal(bucket.take(shape, start - 3_600_000), false);
    assert.equal(bucket.take(shape, start + 499), false);
    assert.equal(bucket.take(shape, start + 500), true);
  });
});

describe('against a list of all admitted requests', () => {
  const shapes = fc.record({
    capacity: fc.integer({ min: 1, max: 40 }),
    refillPerMinute: fc.oneof(fc.integer({ min: 1, max: 400 }), fc.constantFrom(7, 59, 61, 60_001)),
  });

  test('exactly the requests that the definition admits, at loads from 0.5 to 10 times the refill', () => {
    const property = fc.property(
      shapes,
      fc.constantFrom(0.5, 0.9, 1, 1.1, 2, 10),
      fc.array(fc.double({ min: 0, max: 2, noNaN: true }), { minLength: 50, maxLength: 300 }),
      (shape, load, gaps) => {
        const meanGapMs = 60_000 / shape.refillPerMinute / load;
        const bucket = TokenBucket.full(shape, start);
        const reference = new AdmittedInBurst(shape);
        let now = start;
        for (const gap of gaps) {
          now += Math.round(gap * meanGapMs);
          assert.equal(bucket.take(shape, now), reference.take(now), `${now - start} ms after the start`);
        }
      },
    );
    fc.assert(property, { seed: 16, numRuns: 400 });
  });

  test('exact to the millisecond: a request is refused 1 ms before a token exists, then admitted', () => {
    const property = fc.property(shapes, fc.integer({ min: 1, max: 200 }), (shape, rounds) => {
      const bucket = TokenBucket.full(shape, start);
      while (bucket.take(shape, start));
      const msFor = (tokens: number) => Math.ceil((tokens * tokenUnits) / shape.refillPerMinute);
      const due = start + msFor(Math.min(rounds, shape.capacity));
      const expected = Math.floor(((due - start) * shape.refillPerMinute) / tokenUnits);
      assert.equal(new TokenBucket(bucket.level, start).take(shape, start + msFor(1) - 1), false);
      let admitted = 0;
      while (bucket.take(shape, due)) admitted++;
      assert.equal(admitted, Math.min(expected, shape.capacity));
    });
    fc.assert(property, { seed: 17, numRuns: 400 });
  });

  test('rounding errors do not accumulate: 7 a minute admits 70,000 in 10,000 minutes at ten times the load', () => {
    const shape = perMinute(7);
    const bucket = TokenBucket.full(shape, start);
    let admitted = 0;
    for (let now = start; now < start + 10_000 * 60_000; now += 857) if (bucket.take(shape, now)) admitted++;
    assert.equal(admitted, 70_006);
  });
});
