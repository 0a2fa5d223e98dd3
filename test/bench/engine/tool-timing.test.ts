import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureTool } from '../../../bench/engine/tools.js';

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
