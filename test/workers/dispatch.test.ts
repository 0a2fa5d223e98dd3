import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import zlib, { gzipSync } from 'node:zlib';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { toolsDirectory } from '#engine/catalogue/tool-files.js';
import { createEngine } from '#engine/execute.js';
import { type ContentCoding, supportedCodings } from '#workers/content-coding.js';
import { createDispatch, type Job } from '#workers/dispatch.js';
import { ownBytes } from '#workers/owned-bytes.js';
import { WorkerPool } from '#workers/pool.js';
import { SmallRandom } from '../support/small-random.js';

describe('dispatch', () => {
  const pool = new WorkerPool({
    threads: 1,
    maxQueue: 8,
    jobTimeoutMs: 60_000,
    memoryMb: 64,
    maxBodyBytes: 8_388_608,
    toolDirectories: [toolsDirectory],
    onStartFailure: () => {},
  });
  let dispatch: (job: Job) => void;
  before(async () => {
    dispatch = createDispatch(createEngine(await loadCatalogue()), pool, 8_192);
    await pool.start();
  });
  after(() => pool.stop());

  /** Returns where a job of a tenant ran whose earlier jobs took so long. */
  async function placeOf(tenant: string, earlierMs: readonly number[], characters: number): Promise<string> {
    const body = ownBytes(Buffer.from(JSON.stringify({ input: 'x'.repeat(characters), steps: ['upper-case'] })));
    for (const ms of earlierMs) pool.runTimes.note({ tenant, operation: 'run', bytes: body.length }, ms);
    return new Promise((resolve) => {
      dispatch({
        operation: 'run',
        tenant,
        body,
        isWanted: () => true,
        deliver(outcome) {
          const place = outcome.kind === 'result' && outcome.times === undefined ? 'event loop' : 'thread';
          resolve(outcome.kind === 'result' && outcome.result.status === 200 ? place : outcome.kind);
        },
      });
    });
  }

  const cases = [
    ['of an unknown tenant', [], 3_000, 'event loop'],
    ['after cheap ones of its tenant', [0.1, 0.1, 0.1], 3_000, 'event loop'],
    ['after long ones of its tenant', [3, 3, 3], 3_000, 'thread'],
    [
      'after one long one of its tenant, which may have waited for a processor',
      [0.01, 0.01, 0.01, 50],
      3_000,
      'event loop',
    ],
    ['after long ones of its tenant, if it is tiny', [3, 3, 3], 500, 'event loop'],
    ['over the limit', [], 9_000, 'thread'],
  ] as const;
  for (const [what, earlierMs, characters, place] of cases) {
    test(`a job ${what} goes to the ${place}`, async () => {
      assert.equal(await placeOf(what, earlierMs, characters), place);
    });
  }

  describe('of a compressed body', () => {
    /** Returns where the job ran, and the result or why there is none. */
    const dispatched = (
      text: string | Buffer,
      steps: readonly string[] = ['upper-case'],
      coding: ContentCoding = 'gzip',
    ): Promise<[string, string]> => {
      const packed = typeof text === 'string' ? gzipSync(JSON.stringify({ input: text, steps })) : text;
      return new Promise((resolve) => {
        dispatch({
          operation: 'run',
          codings: { body: coding, result: { short: '', long: 'gzip' } },
          tenant: 'compressed',
          body: ownBytes(packed),
          isWanted: () => true,
          deliver(outcome) {
            const place = 'times' in outcome && outcome.times === undefined ? 'event loop' : 'thread';
            resolve([place, outcome.kind === 'result' ? outcome.coding : JSON.stringify(outcome).slice(0, 42)]);
          },
        });
      });
    };

    test('goes by the unpacked length', async () => {
      assert.deepEqual(await dispatched('x'.repeat(3_000)), ['event loop', '']);
      assert.deepEqual(await dispatched('x'.repeat(9_000)), ['thread', '']);
      assert.deepEqual(await dispatched('x'.repeat(90_000)), ['thread', 'gzip']);
    });

    test('is only unpacked on the event loop if it is tiny', async () => {
      const random = new SmallRandom(1);
      const [place] = await dispatched(Array.from({ length: 3_000 }, () => random.below(10)).join(''));
      assert.equal(place, 'event loop', 'some 1,400 bytes');
      const [other] = await dispatched(Array.from({ length: 3_000 }, () => random.below(30_000)).join(' '));
      assert.equal(other, 'thread');
    });

    test('that unpacks beyond the limit, or not at all, has no result', async () => {
      const [place, outcome] = await dispatched(gzipSync(Buffer.alloc(100_000_000)));
      assert.equal(place, 'thread');
      assert.match(outcome, /"unreadable","reason":"too-large"/);
      assert.deepEqual(await dispatched(Buffer.from('{}')), ['event loop', '{"kind":"unreadable","reason":"invalid"}']);
    });

    test('is unpacked on a thread if it is of Brotli, which fills its window first', async () => {
      const bomb = zlib.brotliCompressSync(Buffer.alloc(2 ** 24), {
        params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5, [zlib.constants.BROTLI_PARAM_LGWIN]: 24 },
      });
      assert.ok(bomb.length < 200);
      const [place, outcome] = await dispatched(bomb, undefined, 'br');
      assert.equal(place, 'thread');
      assert.match(outcome, /"unreadable","reason":"too-large"/);
    });

    test('is unpacked on a thread if it has many frames', { skip: !supportedCodings.includes('zstd') }, async () => {
      const body = JSON.stringify({ input: 'a', steps: ['upper-case'] });
      // The shortest frame there is: a block of nothing.
      const empty = Buffer.from('28b52ffd2000010000', 'hex');
      const withFrames = (count: number) =>
        dispatched(Buffer.concat([zlib.zstdCompressSync(body), ...Array(count).fill(empty)]), undefined, 'zstd');
      assert.deepEqual(await withFrames(1), ['event loop', '']);
      assert.deepEqual(await withFrames(200), ['thread', '']);
    });
  });

  test('a job goes back to the event loop once such jobs are cheap again', async () => {
    for (let i = 0; i < 10; i++) pool.runTimes.note({ tenant: 'a', operation: 'run', bytes: 5_000 }, i < 3 ? 3 : 0.01);
    assert.equal(await placeOf('a', [], 3_000), 'event loop');
  });
});
