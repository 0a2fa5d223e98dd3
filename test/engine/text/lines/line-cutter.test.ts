import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { LineCutter } from '#engine/text/lines/line-cutter.js';

const text = fc.array(fc.constantFrom('a', 'bc', '\n', '\r', '\r\n', '漢', '')).map((parts) => parts.join(''));

function cut(pieces: readonly string[], feedsOnly: boolean) {
  const cutter = new LineCutter({ feedsOnly });
  const parts: { readonly from: number; readonly text: string }[] = [];
  for (const piece of [...pieces, undefined]) {
    const from = cutter.nextLine;
    parts.push({ from, text: piece === undefined ? cutter.end() : cutter.push(piece) });
  }
  return parts.filter((part) => part.text !== '');
}

test('for all pieces, the parts add up to the text, end lines, and never split a CR LF', () => {
  fc.assert(
    fc.property(fc.array(text), fc.boolean(), (pieces, feedsOnly) => {
      const parts = cut(pieces, feedsOnly);
      assert.equal(parts.map((part) => part.text).join(''), pieces.join(''));
      for (const [at, part] of parts.slice(0, -1).entries()) {
        assert.match(part.text, feedsOnly ? /\n$/ : /[\r\n]$/);
        assert.ok(!part.text.endsWith('\r') || !parts[at + 1]?.text.startsWith('\n'), JSON.stringify(parts));
      }
    }),
    { seed: 1, numRuns: 2000 },
  );
});

test('every part has the number of its first line', () => {
  fc.assert(
    fc.property(fc.array(text), (pieces) => {
      let before = '';
      for (const { from, text: part } of cut(pieces, false)) {
        assert.equal(from, 1 + (before.match(/\r\n|\r|\n/g)?.length ?? 0));
        before += part;
      }
    }),
    { seed: 1, numRuns: 1000 },
  );
});

test('a line that no tool may return is refused with its number as soon as it is too long', () => {
  const cutter = new LineCutter();
  cutter.push('a\nb\n');
  const piece = 'x'.repeat(1_000_000);
  for (let i = 0; i < 4; i++) assert.equal(cutter.push(piece), '');
  assert.throws(() => cutter.push('x'), /Line 3 of the input is longer than 4000000 characters$/);
});
