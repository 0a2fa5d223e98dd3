import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { withLodash, withShell } from '#bench/engine/pipeline-peers.js';
import { runOperation } from '../../support/operations.js';

const input = ['  pear', 'Apple ', '', '', 'pear', '_x', 'apple', '\tb 2', 'b 10', ' \t', '~'].join('\n');

function ours(mode: string): string {
  const sort = { toolSlug: 'sort-lines', config: { mode } };
  const steps = ['trim-lines', 'remove-blank-lines', 'remove-duplicate-lines', sort, 'upper-case'];
  return (runOperation('run', { input, steps }) as { result: string }).result;
}

for (const [order, mode] of [
  ['code point', 'codepoint'],
  ['alphabetical', 'alphabetical'],
] as const) {
  test(`lodash gives the same result as Textmill, in ${order} order`, () => {
    const { result } = JSON.parse(withLodash(Buffer.from(JSON.stringify({ input })), order).toString());
    assert.equal(result, ours(mode));
  });
}

test('the shell pipe gives the same result as Textmill, in code point order', {
  skip: spawnSync('sort', ['--version']).status !== 0 && 'GNU sort is not installed',
}, async () => {
  assert.equal((await withShell(Buffer.from(input), 'C')).toString(), `${ours('codepoint')}\n`);
});
