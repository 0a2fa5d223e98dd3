import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { FairQueue } from '#workers/queue.js';

interface Item {
  readonly tenant: string;
  readonly number: number;
}

/** Items named after their tenants, a letter each: `queueOf(3, 'aab')`. */
function queueOf(maxSize: number, tenants: string) {
  const queue = new FairQueue<Item>(maxSize, () => 0);
  const items = [...tenants].map((tenant, number) => ({ tenant, number }));
  const out = items.map((item) => queue.add(item)?.number);
  const rest = (): string => {
    let order = '';
    for (let item = queue.take(); item !== undefined; item = queue.take()) order += `${item.tenant}${item.number} `;
    return order.trim();
  };
  return { queue, items, out, rest };
}

describe('a fair queue', () => {
  test('keeps the order of arrival of the items of one tenant', () => {
    assert.equal(queueOf(9, 'aaaa').rest(), 'a0 a1 a2 a3');
  });

  test('takes from tenants in turn', () => {
    assert.equal(queueOf(9, 'aaaabbc').rest(), 'a0 b4 c6 a1 b5 a2 a3');
  });

  test('iterates over the items that wait, without those deleted meanwhile', () => {
    const { queue, items, rest } = queueOf(9, 'abab');
    const shown: number[] = [];
    for (const { number } of queue) {
      shown.push(number);
      for (const item of items) if (item.number === number || item.number === 2) queue.delete(item);
    }
    assert.deepEqual(shown, [0, 1, 3]);
    assert.deepEqual([rest(), queue.size], ['', 0]);
  });

  test('is full for a tenant that has as many items as any other', () => {
    const { out, rest } = queueOf(3, 'aaaa');
    assert.deepEqual(out, [undefined, undefined, undefined, 3]);
    assert.equal(rest(), 'a0 a1 a2');
  });

  test('displaces the last item of the tenant that has most for the item of a new tenant', () => {
    const { out, rest } = queueOf(4, 'abaabbc');
    // b and c take the places of the last two of a; the third b would have as many as a then.
    assert.deepEqual(out, [undefined, undefined, undefined, undefined, 3, 5, 2]);
    assert.equal(rest(), 'a0 b1 c6 b4');
  });

  test('gives an item that was put back its turn and its place again', () => {
    const { queue, rest } = queueOf(9, 'aab');
    const [first, second] = [queue.take(), queue.take()];
    assert.deepEqual([first?.tenant, second?.tenant, queue.size], ['a', 'b', 1]);
    if (first !== undefined) queue.putBack(first);
    assert.deepEqual([queue.next, queue.size], [first, 2]);
    assert.equal(rest(), 'a0 a1');
  });

  test('finds overdue items at the start of each line', () => {
    const { queue, items, rest } = queueOf(9, 'abaab');
    const overdue = queue.takeOverdue(({ number }) => number < 3);
    assert.deepEqual(
      overdue.toSorted((a, b) => a.number - b.number),
      items.slice(0, 3),
    );
    assert.equal(rest(), 'a3 b4');
  });

  test('deletes an item once', () => {
    const { queue, items, rest } = queueOf(9, 'ab');
    const [first] = items;
    assert.ok(first);
    queue.delete(first);
    queue.delete(first);
    assert.equal(queue.size, 1);
    assert.equal(rest(), 'b1');
  });

  test('never exceeds its bound, loses no item, and makes no tenant wait for two items of another', () => {
    const step = fc.oneof(fc.constantFrom('a', 'b', 'c', 'd'), fc.constant('take'));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), fc.integer({ min: 1, max: 8 }), (steps, maxSize) => {
        const queue = new FairQueue<Item>(maxSize, () => 0);
        const inside = new Set<Item>();
        const servedSince = new Map<Item, string[]>();
        for (const [number, tenant] of steps.entries()) {
          if (tenant === 'take') {
            const item = queue.take();
            if (item === undefined) assert.equal(inside.size, 0);
            else {
              queue.end(item.tenant, 1);
              const mates = [...inside].filter((other) => other.tenant === item.tenant);
              assert.equal(mates[0], item, 'the oldest of its tenant');
              inside.delete(item);
              for (const waiting of inside) servedSince.get(waiting)?.push(item.tenant);
              servedSince.delete(item);
            }
          } else {
            const item = { tenant, number };
            inside.add(item);
            servedSince.set(item, []);
            const displaced = queue.add(item);
            if (displaced !== undefined) assert.equal(inside.delete(displaced), true);
          }
          assert.equal(queue.size, inside.size);
          assert.ok(queue.size <= maxSize);
          for (const [item, served] of servedSince) {
            if (!inside.has(item) || [...inside].find(({ tenant: own }) => own === item.tenant) !== item) continue;
            const others = served.slice(served.lastIndexOf(item.tenant) + 1);
            assert.ok(new Set(others).size === others.length, `${item.tenant} waited for ${others.join('')}`);
          }
        }
      }),
      { seed: 20_261_121, numRuns: 300 },
    );
  });
});
