import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkBracketDepth } from '../../../engine/text/bracket-depth.js';

test('brackets of all kinds count, and those that are closed no longer do', () => {
  checkBracketDepth('([{}])'.repeat(10), 3);
  checkBracketDepth('([]'.repeat(3), 4);
  assert.throws(() => checkBracketDepth('a\n ([{', 2), {
    name: 'ToolError',
    message: 'line 2, column 4: brackets are nested deeper than 2 levels',
  });
});

test('brackets that close nothing do not allow for more', () => {
  assert.throws(() => checkBracketDepth(')))(((', 2), /^ToolError: line 1, column 6: /);
});
