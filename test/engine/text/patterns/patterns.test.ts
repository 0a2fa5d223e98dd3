import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ToolError } from '#engine/core/errors.js';
import { compilePattern } from '#engine/text/patterns/patterns.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

test('a pattern is compiled once, and its flags are part of it', () => {
  assert.equal(compilePattern('once', 'i'), compilePattern('once', 'i'));
  assert.notEqual(compilePattern('once', 'i'), compilePattern('once'));
  assert.equal(compilePattern('once').test('ONCE'), false);
  assert.equal(compilePattern('once', 'i').test('ONCE'), true);
});

test('testExact matches the whole text', () => {
  assert.equal(compilePattern('a+').testExact('aa'), true);
  assert.equal(compilePattern('a+').testExact('aab'), false);
});

test('groups have numbers and names', () => {
  const pattern = compilePattern('(?<year>\\d+)-(\\d+)|x');
  assert.deepEqual([pattern.groupCount, [...pattern.groupNames]], [2, [['year', 1]]]);
  const groups = [];
  for (const match of pattern.matches('1999-12 x')) groups.push([match.group(1), match.group(2)]);
  assert.deepEqual(groups, [
    [
      { start: 0, end: 4 },
      { start: 5, end: 7 },
    ],
    [undefined, undefined],
  ]);
});

test('more than a million matches are refused', () => {
  const matches = compilePattern('a').matches('a'.repeat(1_000_001));
  assert.throws(() => {
    for (const _ of matches);
  }, new ToolError('the pattern matches more than 1000000 times'));
});

test('patterns with many states do not fill the memory of a thread', () => {
  const text = Array.from({ length: 5_000 }, (_, index) => Math.sin(index).toString(2).slice(-20)).join('');
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let count = 20; count < 30; count++) compilePattern(`1(?:0|1){${count}}[2x]`).test(text);
  collectGarbage();
  const grownMb = (process.memoryUsage().heapUsed - before) / 2 ** 20;
  assert.ok(grownMb < 30, `grew by ${grownMb.toFixed(0)} MiB`);
});
