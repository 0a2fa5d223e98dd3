import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { LinkedList, PriorityQueue } from '#workers/queue.js';

const seed = 20_261_122;

describe('a priority queue', () => {
  test('returns the least item first, after any insertions, moves and deletions', () => {
    const change = fc.record({ index: fc.nat({ max: 15 }), order: fc.option(fc.nat({ max: 9 })) });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 200 }), (changes) => {
        const items = Array.from({ length: 16 }, (_, index) => ({ index, order: 0 }));
        const inside = new Set<(typeof items)[number]>();
        const queue = new PriorityQueue<(typeof items)[number]>((a, b) => a.order < b.order);
        for (const { index, order } of changes) {
          const item = items[index];
          assert.ok(item);
          if (order === null) {
            inside.delete(item);
            queue.delete(item);
          } else {
            item.order = order;
            inside.add(item);
            queue.place(item);
          }
          const { first } = queue;
          if (inside.size === 0) assert.equal(first, undefined);
          else {
            assert.ok(first !== undefined && inside.has(first));
            assert.equal(first.order, Math.min(...[...inside].map((other) => other.order)));
          }
        }
      }),
      { seed, numRuns: 500 },
    );
  });

  test('makes comparisons in proportion to the logarithm of its size', () => {
    let compared = 0;
    const queue = new PriorityQueue<{ order: number }>((a, b) => {
      compared++;
      return a.order < b.order;
    });
    const items = Array.from({ length: 4_096 }, (_, index) => ({ order: (index * 2_654_435_761) % 4_294_967_296 }));
    let most = 0;
    const count = (action: () => void): void => {
      compared = 0;
      action();
      most = Math.max(most, compared);
    };
    for (const item of items) count(() => queue.place(item));
    for (const item of items) {
      item.order = (item.order * 48_271) % 2_147_483_647;
      count(() => queue.place(item));
    }
    for (const item of items) count(() => queue.delete(item));
    // Two in each of the twelve levels, and one on the way up.
    assert.ok(most <= 2 * 12 + 2, `${most}`);
  });
});

test('a linked list keeps the order of arrival when items are deleted', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.nat({ max: 20 })), { maxLength: 100 }), (changes) => {
      const list = new LinkedList<number>();
      let inside: number[] = [];
      for (const [number, deleted] of changes.entries()) {
        if (deleted === null) {
          list.add(number);
          inside.push(number);
        } else {
          assert.equal(list.delete(deleted), inside.includes(deleted));
          inside = inside.filter((other) => other !== deleted);
        }
        assert.deepEqual([list.size, list.first, list.last], [inside.length, inside[0], inside.at(-1)]);
      }
    }),
    { seed, numRuns: 500 },
  );
});
