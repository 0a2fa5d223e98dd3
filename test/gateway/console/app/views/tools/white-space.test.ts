import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { pieces } from '#gateway/console/app/views/tools/white-space.js';

test('the pieces add up to the text', () => {
  const unseen = fc.array(fc.constantFrom(' ', '\t', '\n', '\r\n', '\u00a0', '\u200b', '\u2028', 'a', '\ud800'));
  for (const text of [fc.string({ unit: 'binary' }), unseen.map((parts) => parts.join(''))]) {
    fc.assert(
      fc.property(text, (whole) => {
        assert.equal(
          pieces(whole)
            .map(({ text: part }) => part)
            .join(''),
          whole,
        );
      }),
    );
  }
});

for (const [text, signs] of [
  ['a b\nc', []],
  ['a \nb', ['·']],
  ['a  ', ['··']],
  ['a \r\nb', ['·', '␍']],
  ['\ta', ['→']],
  ['a\n', ['↵']],
  ['\n', ['↵']],
  ['a\u00a0b\u200b', ['U+00A0', 'U+200B']],
] as const) {
  test(`what cannot be seen in ${JSON.stringify(text)} has the signs ${signs.join(' ') || 'none'}`, () => {
    assert.deepEqual(
      pieces(text).flatMap(({ sign }) => sign ?? []),
      signs,
    );
  });
}
