import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BodyBuffer, BodyMemory } from '#gateway/server/http/body-memory.js';
import { viewOf } from '#workers/owned-bytes.js';

const mebibyte = 2 ** 20;

function memory(limits: Partial<ConstructorParameters<typeof BodyMemory>[0]> = {}): BodyMemory {
  return new BodyMemory({ maxBytes: 64 * mebibyte, maxIdleBytes: 8 * mebibyte, ...limits });
}

describe('slabs', () => {
  const sizes: [bytes: number, slab: number][] = [
    [0, 4_096],
    [1, 4_096],
    [4_096, 4_096],
    [4_097, 8_192],
    [65_536, 65_536],
    [65_537, 131_072],
    [8 * mebibyte, 8 * mebibyte],
    [268_435_456, 268_435_456],
  ];
  for (const [bytes, slab] of sizes) {
    test(`${bytes} bytes get ${slab}`, () => assert.equal(memory().slabBytes(bytes), slab));
  }

  test('are reused for the next body, and never share memory', () => {
    const pool = memory();
    const first = pool.take(5_000);
    assert.deepEqual([first.byteLength, first.byteOffset, first.buffer.byteLength], [8_192, 0, 8_192]);
    pool.recycle(first);
    assert.equal(pool.idleBytes, 8_192);
    assert.equal(pool.take(4_097), first);
    assert.equal(pool.idleBytes, 0);
    assert.notEqual(pool.take(4_097), first);
  });

  test('are kept up to a limit', () => {
    const pool = memory({ maxIdleBytes: 20_000 });
    for (const slab of [pool.take(8_192), pool.take(8_192), pool.take(8_192)]) pool.recycle(slab);
    assert.equal(pool.idleBytes, 16_384);
  });

  test('that a thread holds are not taken back, nor is memory that is not a slab', () => {
    const pool = memory();
    const gone = pool.take(4_096);
    structuredClone(gone, { transfer: [gone.buffer] });
    pool.recycle(gone);
    pool.recycle(new Uint8Array(5_000));
    pool.recycle(new Uint8Array(0));
    assert.equal(pool.idleBytes, 0);
  });
});

describe('a body', () => {
  test('that grows reserves the size of its slab, and releases all of it', () => {
    const pool = memory();
    const body = new BodyBuffer(pool, 8 * mebibyte);
    assert.equal(body.expect({ kind: 'length', length: 3 * mebibyte }), undefined);
    assert.equal(pool.reservedBytes, 65_536);
    const chunk = new Uint8Array(100_000).fill(7);
    for (let i = 0; i < 20; i++) assert.equal(body.append(chunk), undefined);
    assert.equal(pool.reservedBytes, 2 * mebibyte);
    body.drop();
    body.drop();
    assert.equal(pool.reservedBytes, 0);
  });

  test('of known length gets room for eight times the first bytes that do not fit, and no more than its length', () => {
    const grown = (kind: 'length' | 'chunked', length: number): number => {
      const pool = memory();
      const body = new BodyBuffer(pool, 8 * mebibyte);
      body.expect(kind === 'length' ? { kind, length } : { kind });
      body.append(new Uint8Array(70_000));
      return pool.reservedBytes;
    };
    assert.equal(grown('length', 500_000), 524_288);
    assert.equal(grown('length', 8 * mebibyte), mebibyte);
    assert.equal(grown('length', 80_000), 131_072);
    assert.equal(grown('chunked', 0), 131_072);
  });

  test('is passed on with its memory, which is not reused until it is returned', () => {
    const pool = memory();
    const body = new BodyBuffer(pool, mebibyte);
    body.expect({ kind: 'length', length: 5 });
    body.append(Buffer.from('hello'));
    const taken = body.take();
    assert.equal(Buffer.from(viewOf(taken)).toString(), 'hello');
    body.drop();
    assert.deepEqual([pool.reservedBytes, pool.idleBytes], [0, 0]);
    pool.recycle(taken.memory);
    assert.equal(pool.idleBytes, 4_096);
  });

  test('that is small has reserved room, however many large bodies there are', () => {
    const pool = memory({ maxBytes: 8 * mebibyte });
    const chunk = new Uint8Array(mebibyte);
    const large = Array.from({ length: 12 }, () => {
      const body = new BodyBuffer(pool, mebibyte);
      return body.expect({ kind: 'length', length: mebibyte }) ?? body.append(chunk);
    });
    assert.deepEqual(large.slice(0, 8), [...Array.from({ length: 7 }, () => undefined), 'busy']);
    assert.ok(pool.reservedBytes < 7.5 * mebibyte);
    const small = new BodyBuffer(pool, mebibyte);
    assert.equal(small.expect({ kind: 'length', length: 65_536 }) ?? small.append(new Uint8Array(65_536)), undefined);
  });

  test('of a stranger has an eighth of the memory, until it is known who sends it', () => {
    const pool = memory({ maxBytes: mebibyte });
    const begin = (isOfStranger: boolean) => {
      const body = new BodyBuffer(pool, mebibyte);
      return { body, failure: body.expect({ kind: 'length', length: 65_536 }, { isOfStranger }) };
    };
    const [first, second, third] = [begin(true), begin(true), begin(true)];
    assert.deepEqual([first.failure, second.failure, third.failure], [undefined, undefined, 'busy']);
    assert.equal(begin(false).failure, undefined);
    first.body.admit();
    first.body.admit();
    assert.equal(begin(true).failure, undefined);
    assert.equal(begin(true).failure, 'busy');
    first.body.drop();
    assert.equal(begin(true).failure, 'busy', 'what is known is not released as that of a stranger');
    second.body.drop();
    assert.equal(begin(true).failure, undefined);
    assert.equal(pool.reservedBytes, 3 * 65_536);
  });

  test('may be shorter than bodies of others', () => {
    const pool = memory();
    const limits = { maxBytes: 1_024 };
    assert.equal(new BodyBuffer(pool, mebibyte).expect({ kind: 'length', length: 1_025 }, limits), 'too-large');
    assert.equal(pool.reservedBytes, 0);
    const chunked = new BodyBuffer(pool, mebibyte);
    assert.equal(chunked.expect({ kind: 'chunked' }, limits), undefined);
    assert.equal(pool.reservedBytes, 4_096);
    assert.equal(chunked.append(new Uint8Array(1_024)), undefined);
    assert.equal(chunked.append(new Uint8Array(1)), 'too-large');
    const server = new BodyBuffer(pool, 100);
    assert.equal(server.expect({ kind: 'length', length: 101 }, limits), 'too-large');
  });

  test('is refused when the shared memory is used up, and reserves none', () => {
    const pool = memory({ maxBytes: 100_000 });
    const first = new BodyBuffer(pool, mebibyte);
    assert.equal(first.expect({ kind: 'length', length: 60_000 }), undefined);
    assert.equal(new BodyBuffer(pool, mebibyte).expect({ kind: 'length', length: 60_000 }), 'busy');
    assert.equal(pool.reservedBytes, 65_536);
  });
});
