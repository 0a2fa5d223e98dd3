import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { keptFigures, promises } from './support/reliability-rows.js';

/** Names of rows in the tests: the second argument of `figure`. */
function rowsOfTests(): Set<string> {
  const folder = new URL('.', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.test.ts'));
  const sources = files.map((file) => readFileSync(new URL(file, folder), 'utf8'));
  return new Set(
    sources.flatMap((source) => [...source.matchAll(/figure\(\s*\w+,\s*'([RC]\d+)'/g)].map(([, row = '']) => row)),
  );
}

test('each promise of SECURITY.md names existing tests', () => {
  const text = readFileSync(new URL('../SECURITY.md', import.meta.url), 'utf8');
  const rows = [...text.matchAll(/^\| [^|]+ \| (`[^|]+`) \|$/gm)].map(([, tests = '']) => tests);
  assert.ok(rows.length > 10);
  for (const name of rows.flatMap((tests) => [...tests.matchAll(/`([^`]+)`/g)].map(([, found = '']) => found))) {
    const files = [`${name}.test.ts`, `${name}.long.test.ts`].map((file) => new URL(file, import.meta.url));
    assert.ok(files.some(existsSync), name);
  }
});

describe('each promise of reliability', () => {
  const tested = rowsOfTests();
  const found = new Set<string>(keptFigures().map(({ row }) => row));
  for (const [row, promise] of Object.entries(promises)) {
    test(`${row}: ${promise}`, () => {
      assert.ok(tested.has(row), 'a test ends with its figure');
      assert.ok(found.has(row), 'a figure is kept: npm run test:full');
    });
  }

  test('has a unique number, in ascending order', () => {
    for (const letter of ['R', 'C']) {
      const rows = Object.keys(promises).filter((row) => row.startsWith(letter));
      const numbers = rows.map((row) => Number(row.slice(1)));
      assert.deepEqual(
        numbers,
        [...new Set(numbers)].toSorted((a, b) => a - b),
      );
    }
  });
});
