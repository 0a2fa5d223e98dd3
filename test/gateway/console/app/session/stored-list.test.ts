import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { StoredList } from '#gateway/console/app/session/stored-list.js';

/** The storage of a browser, with a bound on its values. */
function storageOf(longest = 1_000) {
  const values = new Map<string, string>();
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > longest) throw new DOMException('full', 'QuotaExceededError');
      values.set(key, value);
    },
    removeItem: (key: string) => void values.delete(key),
  };
}

function listIn(storage: ReturnType<typeof storageOf>) {
  const read = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return new StoredList('names', { read, most: 3, storage: () => storage });
}

describe('a list that the browser keeps', () => {
  test('is there again for the next page', () => {
    const storage = storageOf();
    assert.equal(
      listIn(storage).change(() => ['a', 'b']),
      '',
    );
    assert.deepEqual(listIn(storage).items.value, ['a', 'b']);
    listIn(storage).change(() => []);
    assert.equal(storage.values.size, 0);
  });

  test('a change starts from what another page has stored', () => {
    const storage = storageOf();
    const [one, other] = [listIn(storage), listIn(storage)];
    one.change((items) => [...items, 'a']);
    other.change((items) => [...items, 'b']);
    assert.deepEqual(listIn(storage).items.value, ['a', 'b']);
  });

  test('a full storage and a full list are reported, and nothing is lost', () => {
    const list = listIn(storageOf(20));
    assert.equal(
      list.change(() => ['a']),
      '',
    );
    assert.match(
      list.change(() => ['a', 'b'.repeat(20)]),
      /storage of this browser is full/,
    );
    assert.equal(
      list.change(() => ['a', 'b', 'c', 'd']),
      'There is room for 3 only. Delete some first.',
    );
    assert.deepEqual(list.items.value, ['a']);
    assert.equal(list.isKept.value, true);
  });

  test('anything in the storage is harmless: what is invalid is left out', () => {
    for (const [stored, expected] of [
      ['{', []],
      ['{"a":1}', []],
      ['["a",1,null,"b"]', ['a', 'b']],
      ['["a","b","c","d"]', ['a', 'b', 'c']],
    ] as const) {
      const storage = storageOf();
      storage.setItem('textmill-names', stored);
      assert.deepEqual(listIn(storage).items.value, expected);
    }
  });

  test('without storage it lasts as long as the page', () => {
    const refuse = () => {
      throw new DOMException('forbidden', 'SecurityError');
    };
    const list = new StoredList('names', { read: String, most: 3, storage: refuse });
    assert.equal(
      list.change(() => ['a']),
      '',
    );
    assert.equal(
      list.change((items) => [...items, 'b']),
      '',
    );
    assert.deepEqual([list.items.value, list.isKept.value], [['a', 'b'], false]);
  });
});
