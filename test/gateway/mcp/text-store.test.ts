import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TextStore } from '#gateway/mcp/tools/text-store.js';
import { ManualClock } from '../../support/manual-clock.js';

const hourMs = 3_600_000;
/** 2,500 bytes in the store. */
const text = (letter: string) => letter.repeat(1_000);

/** Returns a store that has room for four texts, two of each account. */
function storeOf(clock = new ManualClock(), maxBytes = 20_000) {
  const store = new TextStore({ clock, maxBytes });
  const keep = (account: string, letter: string): string =>
    store.keep(account, text(letter)) ?? assert.fail('not kept');
  return { store, clock, keep };
}

describe('the text store', () => {
  test('returns a text by its id, and every text has its own', () => {
    const { store, keep } = storeOf();
    const ids = [keep('a', 'x'), keep('a', 'x')];
    assert.notEqual(ids[0], ids[1]);
    for (const id of ids) assert.equal(store.read('a', id), text('x'));
  });

  test('does not return the text of another account', () => {
    const { store, keep } = storeOf();
    const id = keep('a', 'x');
    assert.equal(store.read('b', id), undefined);
    assert.equal(store.read('a', id), text('x'));
  });

  test('keeps a text for an hour after its last use', () => {
    const { store, clock, keep } = storeOf();
    const id = keep('a', 'x');
    clock.advance(hourMs - 1);
    assert.equal(store.read('a', id), text('x'));
    clock.advance(hourMs - 1);
    assert.equal(store.read('a', id), text('x'));
    clock.advance(hourMs);
    assert.equal(store.read('a', id), undefined);
    assert.equal(store.bytes, 0);
  });

  test('drops texts that have expired when the next one comes', () => {
    const { store, clock, keep } = storeOf();
    keep('a', 'x');
    keep('b', 'y');
    clock.advance(hourMs);
    keep('c', 'z');
    assert.equal(store.bytes, 2_500);
  });

  test('drops the least recently used text of an account that has its share, and none of others', () => {
    const { store, keep } = storeOf();
    const other = keep('b', 'o');
    const [first, second] = [keep('a', 'x'), keep('a', 'y')];
    assert.equal(store.read('a', first), text('x'));
    const third = keep('a', 'z');
    assert.deepEqual(
      [first, second, third].map((id) => store.read('a', id)?.[0]),
      ['x', undefined, 'z'],
    );
    assert.equal(store.read('b', other), text('o'));
  });

  test('never has more bytes than its bound, however many accounts there are', () => {
    const { store, keep } = storeOf();
    const ids = Array.from({ length: 50 }, (_, i) => ({ account: `account ${i}`, id: keep(`account ${i}`, 'x') }));
    assert.ok(store.bytes <= 20_000, `${store.bytes} bytes`);
    const kept = ids.filter(({ account, id }) => store.read(account, id) !== undefined);
    assert.deepEqual(kept, ids.slice(-8));
  });

  test('does not keep an empty text, one that is too long to be an input, and one larger than the share', () => {
    const { store } = storeOf();
    assert.equal(store.keep('a', ''), undefined);
    assert.equal(store.keep('a', 'x'.repeat(2_251)), undefined);
    const { store: large } = storeOf(new ManualClock(), 100_000_000);
    assert.equal(large.keep('a', 'x'.repeat(500_001)), undefined);
    assert.ok(large.keep('a', 'x'.repeat(500_000)));
  });

  test('keeps nothing with 0 bytes', () => {
    const { store } = storeOf(new ManualClock(), 0);
    assert.equal(store.keep('a', 'x'), undefined);
    assert.equal(store.read('a', 'x'), undefined);
  });
});
