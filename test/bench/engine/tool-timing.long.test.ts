import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timesOf, worstOf } from '#bench/engine/growth-timing.js';
import { measureGrowth, measureTool } from '#bench/engine/tools.js';

test('a tool is timed on short texts and on a long one, with options for each size', async () => {
  for (const [category, slug] of [
    ['lines', 'trim-lines'],
    ['lines', 'truncate-text'],
  ] as const) {
    const timing = await measureTool({ tool: { category, slug }, rounds: 2, characters: 20_000, parts: 10 });
    assert.ok('small' in timing, JSON.stringify(timing));
    assert.deepEqual([timing.small.length, timing.large.length, timing.stopped], [2, 2, false]);
    assert.ok(
      [...timing.small, ...timing.large].every((ms) => ms > 0),
      JSON.stringify(timing),
    );
    assert.ok(timing.growth > 0.4 && timing.growth <= 1, `${slug} writes ${timing.growth} of its input`);
  }
});

test('a failing tool is reported as failed, not as fast', async () => {
  const timing = await measureTool({
    tool: { category: 'lines', slug: 'none' },
    rounds: 1,
    characters: 100,
    parts: 10,
  });
  assert.ok('failure' in timing && timing.failure.startsWith('fails: '), JSON.stringify(timing));
});

test('the worst texts of a tool are found and timed at two lengths', async () => {
  const order = { shortLength: 2_000, longLength: 20_000, candidates: 2, stopMs: 1_000 };
  const growth = await measureGrowth({ tool: { category: 'lines', slug: 'trim-text' }, ...order });
  assert.ok('timings' in growth, JSON.stringify(growth));
  assert.ok(growth.timings.length >= 1 && growth.timings.length <= 2);
  for (const { text, shortMs, longMs, stopped } of growth.timings) {
    assert.ok(text !== '' && shortMs > 0 && longMs > 0 && !stopped, JSON.stringify(growth));
  }
});

test('of the texts that take long enough to tell, the steepest one counts', () => {
  const timing = { config: '{}', stopped: false };
  const slow = { ...timing, text: 'slow', shortMs: 100, longMs: 900 };
  const steep = { ...timing, text: 'steep', shortMs: 2, longMs: 200 };
  const quick = { ...timing, text: 'quick', shortMs: 0.01, longMs: 1 };
  const refused = { ...timing, text: 'refused', shortMs: 1, longMs: 100, refusal: 'too long' };
  assert.deepEqual(worstOf([steep, slow, quick, refused]), { slowest: slow, steepest: steep });
  assert.equal(timesOf(steep), 100);
  assert.deepEqual(worstOf([]), { slowest: undefined, steepest: undefined });
});
