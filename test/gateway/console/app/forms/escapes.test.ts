import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { escaped, unescaped, visible } from '#gateway/console/app/forms/escapes.js';

const tricky = fc.array(fc.constantFrom('\\', 'n', 't', 'u', '0041', '\n', '\t', '\u200b', ' ', 'd', '\ud800'));

test('a text written in one line is read back', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => assert.equal(unescaped(escaped(text)), text)));
  fc.assert(fc.property(tricky, (parts) => assert.equal(unescaped(escaped(parts.join(''))), parts.join(''))));
});

test('the written line has no character that an input cannot contain', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !/[\r\n\t\0]/.test(escaped(text))));
});

test('a backslash before any other character is literal, so patterns need no second one', () => {
  assert.equal(unescaped(String.raw`\d+\.\w`), String.raw`\d+\.\w`);
  assert.equal(escaped(String.raw`\d+`), String.raw`\d+`);
  assert.equal(escaped(' -/\t\n'), String.raw` -/\t\n`);
  assert.equal(unescaped(String.raw`\\n`), String.raw`\n`);
});

test('blanks at the ends of a displayed text are visible', () => {
  assert.equal(visible(' / \t'), String.raw`␣/ \t`);
  assert.equal(visible('  '), '␣␣');
});
