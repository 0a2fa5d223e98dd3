import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OutputTooLongError, ToolError } from '#engine/core/errors.js';
import { OutputLimit } from '#engine/core/tool.js';
import { tableFromJson } from '#engine/text/json/json-table.js';
import { parseJsonTree } from '#engine/text/json/json-tree.js';

const limit = new OutputLimit(1000);
const tooManyCells = new ToolError('the table has more than 2000000 cells');

test('records are as long as the header', () => {
  const { header, records } = tableFromJson(parseJsonTree('[{"a":1},{"c":{"d":[true,null]}}]'), 'flatten', limit);
  assert.deepEqual(header, ['a', 'c.d.0', 'c.d.1']);
  assert.deepEqual(records, [
    ['1', '', ''],
    ['', 'true', ''],
  ]);
});

test('a table has at most 2,000,000 cells, whatever its source', () => {
  const ones = `[${'1,'.repeat(1_999_999)}1]`;
  assert.equal(tableFromJson(parseJsonTree(ones), 'flatten', limit).records.length, 2_000_000);
  assert.throws(() => tableFromJson(parseJsonTree(`[1,${ones.slice(1)}`), 'flatten', limit), tooManyCells);
  assert.throws(() => tableFromJson(parseJsonTree(`[[1],${ones}]`), 'flatten', limit), tooManyCells);
  const records = `[{"a":1},{"b":1},{"c":1}${',{}'.repeat(700_000)}]`;
  assert.throws(() => tableFromJson(parseJsonTree(records), 'flatten', limit), tooManyCells);
});

test('the header counts towards the limit before a name is built', () => {
  const json = `{"${'k'.repeat(400)}":{"a":1,"b":2,"c":3}}`;
  assert.throws(() => tableFromJson(parseJsonTree(json), 'flatten', limit), OutputTooLongError);
});
