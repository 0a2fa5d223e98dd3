import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import zlib from 'node:zlib';
import { type ContentCoding, codingFor, packFor, supportedCodings, unpack } from '#workers/content-coding.js';
import { SmallRandom } from '../support/small-random.js';

const packers: Readonly<Record<ContentCoding, (bytes: Uint8Array) => Buffer>> = {
  gzip: (bytes) => zlib.gzipSync(bytes),
  br: (bytes) => zlib.brotliCompressSync(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } }),
  zstd: (bytes) => zlib.zstdCompressSync(bytes, { params: { [zlib.constants.ZSTD_c_checksumFlag]: 1 } }),
};

const text = Buffer.from(
  JSON.stringify({
    urls: Array.from({ length: 90 }, (_, i) => `https://a.example/${i}?id=${(i * 7919) % 997}&utm_id=${i}`),
  }),
);
const megabyte = 2 ** 20;
const skippable = Buffer.from([0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);

/** Returns a copy with another byte at this index. */
function flipped(bytes: Uint8Array, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 0x10;
  return copy;
}

for (const coding of supportedCodings) {
  describe(`a body in ${coding}`, () => {
    const pack = packers[coding];
    const packed = pack(text);
    const twice = Buffer.concat([packed, packed]);

    test('is unpacked, up to its limit', () => {
      for (const length of [0, 1, text.length, 200_000, 3_000_000]) {
        const bytes = Buffer.alloc(length, text);
        assert.deepEqual(Buffer.from(unpack(pack(bytes), coding, length) as Uint8Array), bytes, `${length} bytes`);
        if (length > 0) assert.equal(unpack(pack(bytes), coding, length - 1), 'too-large', `${length} bytes`);
      }
    });

    test('may be in memory that threads share', () => {
      const shared = new Uint8Array(new SharedArrayBuffer(packed.length));
      shared.set(packed);
      assert.deepEqual(Buffer.from(unpack(shared, coding, megabyte) as Uint8Array), text);
    });

    const cases: readonly [what: string, bytes: Uint8Array, result: 'invalid' | 'too-large' | Uint8Array][] = [
      ['of nothing', Buffer.alloc(0), 'invalid'],
      ['that is not packed', text, 'invalid'],
      ['with a byte after its end', Buffer.concat([packed, Buffer.from('x')]), 'invalid'],
      ['with zeros after its end', Buffer.concat([packed, Buffer.alloc(9)]), 'invalid'],
      ['with text after its end', Buffer.concat([packed, text]), 'invalid'],
      // Brotli has no members.
      ['of two streams', twice, coding === 'br' ? 'invalid' : Buffer.concat([text, text])],
      ['of two streams, the last cut off', twice.subarray(0, -1), 'invalid'],
    ];
    for (const [what, bytes, result] of cases) {
      test(what, () => {
        const unpacked = unpack(bytes, coding, megabyte);
        assert.deepEqual(typeof unpacked === 'string' ? unpacked : Buffer.from(unpacked), result);
      });
    }

    test('that is cut off is invalid, wherever it is', () => {
      for (let length = 0; length < packed.length; length++) {
        assert.equal(unpack(packed.subarray(0, length), coding, megabyte), 'invalid', `${length} bytes`);
      }
    });

    test('with a wrong byte is never unpacked to something longer than the limit', () => {
      let found = 0;
      for (let at = 0; at < packed.length; at++) {
        const unpacked = unpack(flipped(packed, at), coding, 2 * text.length);
        if (typeof unpacked === 'string') found++;
        else assert.ok(unpacked.length <= 2 * text.length);
        // Brotli has no checksum. The name and time of a gzip member are outside of its checksum.
        if (typeof unpacked !== 'string' && coding !== 'br')
          assert.deepEqual(Buffer.from(unpacked), text, `byte ${at}`);
      }
      assert.ok(found > packed.length / 2, `${found} of ${packed.length} noticed`);
    });

    test('of random bytes is refused', () => {
      const random = new SmallRandom(7);
      for (let round = 0; round < 300; round++) {
        const bytes = Buffer.from(Array.from({ length: 1 + (round % 60) }, () => random.below(256)));
        const start = packed.subarray(0, round % 12);
        assert.equal(typeof unpack(Buffer.concat([start, bytes]), coding, 1_024), 'string');
      }
    });

    const bombs = [['of one stream', pack(Buffer.alloc(64 * megabyte))]] as [string, Buffer][];
    const part = pack(Buffer.alloc(megabyte - 9));
    if (coding !== 'br') bombs.push(['of many streams', Buffer.concat(Array(64).fill(part))]);
    for (const [name, bomb] of bombs) {
      test(`a bomb ${name} costs no more memory than its limit`, (t) => {
        assert.ok(bomb.length < (64 * megabyte) / 900);
        const allocate = t.mock.method(Buffer, 'allocUnsafe');
        assert.equal(unpack(bomb, coding, 4 * megabyte), 'too-large');
        const allocated = allocate.mock.calls.reduce((sum, { arguments: [bytes] }) => sum + bytes, 0);
        // Each frame of zstd is put together from pieces.
        assert.ok(allocated <= (coding === 'zstd' ? 10 : 6) * megabyte, `${allocated} bytes`);
      });
    }
  });
}

describe('zstd', { skip: !supportedCodings.includes('zstd') }, () => {
  const packed = supportedCodings.includes('zstd') ? packers.zstd(text) : text;
  const framed = (level: number, window: number, length: number) =>
    zlib.zstdCompressSync(Buffer.alloc(length), {
      params: { [zlib.constants.ZSTD_c_compressionLevel]: level, [zlib.constants.ZSTD_c_windowLog]: window },
    });

  test('may have frames to skip', () => {
    const unpacked = unpack(Buffer.concat([skippable, packed, skippable, packed]), 'zstd', megabyte);
    assert.deepEqual(Buffer.from(unpacked as Uint8Array), Buffer.concat([text, text]));
    assert.equal(unpack(skippable, 'zstd', megabyte), 'invalid');
    assert.equal(unpack(Buffer.concat([packed, skippable.subarray(0, -1)]), 'zstd', megabyte), 'invalid');
  });

  test('of raw and repeated blocks is walked through', () => {
    for (const bytes of [
      Buffer.alloc(300_000),
      Buffer.from(Array.from({ length: 300_000 }, (_, i) => (i * i * 31) >> 3)),
    ]) {
      assert.deepEqual(Buffer.from(unpack(zlib.zstdCompressSync(bytes), 'zstd', megabyte) as Uint8Array), bytes);
    }
  });

  test('must not need a window above 8 MB (RFC 9659)', () => {
    const length = 20 * megabyte;
    assert.equal((unpack(framed(3, 23, length), 'zstd', length) as Uint8Array).length, length);
    assert.equal(unpack(framed(3, 24, length), 'zstd', length), 'invalid');
  });

  test('has at most a thousand frames', () => {
    const frame = zlib.zstdCompressSync(Buffer.from('a'));
    const of = (frames: number) => unpack(Buffer.concat(Array(frames).fill(frame)), 'zstd', megabyte);
    assert.equal(Buffer.from(of(1_000) as Uint8Array).toString(), 'a'.repeat(1_000));
    assert.equal(of(1_001), 'invalid');
  });
});

describe('a result', () => {
  const accepted = { short: 'br', long: 'gzip' } as const;

  test('goes plain up to 1 KB, and has one coding up to 16 KB and another above', () => {
    const lengths = [0, 1_024, 1_025, 16_384, 16_385];
    assert.deepEqual(
      lengths.map((length) => codingFor(length, accepted)),
      ['', '', 'br', 'br', 'gzip'],
    );
  });

  test('goes plain if it would not get shorter', () => {
    const random = new SmallRandom(3);
    const bytes = Buffer.from(Array.from({ length: 5_000 }, () => random.below(256)));
    assert.deepEqual(packFor(bytes, accepted), { body: bytes, coding: '' });
  });

  for (const coding of supportedCodings) {
    test(`is unpacked from ${coding}`, () => {
      for (const length of [1_025, 9_000, 3_000_000]) {
        const bytes = Buffer.alloc(length, text);
        const packed = packFor(bytes, { short: coding, long: coding });
        assert.equal(packed.coding, coding);
        assert.deepEqual(Buffer.from(unpack(packed.body, coding, length) as Uint8Array), bytes);
      }
    });
  }
});
