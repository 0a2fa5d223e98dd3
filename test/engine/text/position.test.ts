import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeText } from '#engine/core/errors.js';
import { describeCharacter, positionAt } from '#engine/text/position.js';

test('lines end at LF, CRLF and CR; columns count characters', () => {
  const text = 'a\nb\r\nc\r😀d';
  const expected = ['1:1', '1:2', '2:1', '2:2', '2:3', '3:1', '3:2', '4:1', '4:2', '4:2', '4:3'];
  const found = expected.map((_, offset) => {
    const { line, column } = positionAt(text, offset);
    return `${line}:${column}`;
  });
  assert.deepEqual(found, expected);
});

test('a position is text for the start of a sentence', () =>
  assert.equal(placeText(positionAt('a\nbc', 3)), 'line 2, column 2'));

test('characters are described so that a person can find them', () => {
  const named = ['x', '"', '😀', '\u200b', '\n', '\u00a0', '\ud800'].map((text) => describeCharacter(text, 0));
  assert.deepEqual(named, ['"x"', `'"'`, '"😀"', 'U+200B', 'U+000A', 'U+00A0', 'U+D800']);
  assert.equal(describeCharacter('x', 1), 'the end of the text');
});
