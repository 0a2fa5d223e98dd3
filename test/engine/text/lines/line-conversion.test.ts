import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OutputTooLongError, ToolError } from '#engine/core/errors.js';
import { OutputLimit } from '#engine/core/tool.js';
import { convertLines, type InvalidLines, LineProblem } from '#engine/text/lines/line-conversion.js';

const convert = (line: string) => (line === line.toLowerCase() ? line.toUpperCase() : new LineProblem('has a capital'));
const converted = (text: string, invalid: InvalidLines, most = 100) =>
  convertLines(text, { convert, invalid }, new OutputLimit(most));

test('each option for invalid lines, and for blank ones', () => {
  const text = ' a \r\n \r\nB b\r\nc\r\n';
  assert.equal(converted(text, 'keep'), 'A\r\n \r\nB b\r\nC\r\n');
  assert.equal(converted(text, 'drop'), 'A\r\nC\r\n');
  assert.equal(converted(text, 'blank'), 'A\r\n \r\n\r\nC\r\n');
  assert.equal(converted(text, 'mark'), 'A\r\n \r\ninvalid: B b\r\nC\r\n');
  assert.throws(() => converted(text, 'error'), ToolError.at({ line: 3 }, 'has a capital'));
});

test('a problem with a position names the column, in characters', () => {
  const conversion = { convert: () => new LineProblem('here', 2), invalid: 'error' } as const;
  const limit = new OutputLimit(100);
  assert.throws(() => convertLines('\n  😀x', conversion, limit), ToolError.at({ line: 2, column: 4 }, 'here'));
});

test('stops as soon as the lines are longer than the limit', () => {
  assert.equal(converted('a\nb', 'error', 3), 'A\nB');
  assert.throws(() => converted('a\nb\nC', 'error', 2), OutputTooLongError);
});
