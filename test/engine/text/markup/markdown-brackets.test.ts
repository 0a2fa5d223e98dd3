import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readMarkdown } from '#engine/text/markup/markdown.js';
import { boundBrackets } from '#engine/text/markup/markdown-brackets.js';
import { markdownIt } from '#engine/text/markup/markdown-library.js';
import { assertTakesAtMost } from '../../../support/growth.js';

test('brackets are the links and the text that the library reads', () => {
  const library = new (markdownIt())({ html: true });
  const ours = new (markdownIt())({ html: true });
  boundBrackets(ours);
  const unit = fc.constantFrom('[', ']', '![', '](b)', '[a]: /c\n', 'a', '`', '\\', '*', '<b>', '\n', '[a]', '> ', '!');
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 40 }), (markdown) => {
      assert.equal(ours.render(markdown), library.render(markdown));
    }),
    { seed: 1, numRuns: 3_000 },
  );
});

test('more than 10,000 open brackets in a row are refused with their line, fewer are text', () => {
  const most = '['.repeat(10_000);
  assert.doesNotThrow(() => readMarkdown(`${most}a${most}]`));
  const message = 'line 3: more than 10,000 open brackets in a row';
  for (const run of [`${most}[`, `${most}[]`, '!['.repeat(10_001)]) {
    assert.throws(() => readMarkdown(`a\n\n${run}`), { message });
  }
});

test('brackets that nothing closes take no time that counts', () => {
  for (const piece of ['[a', '![a']) {
    const text = piece.repeat(500_000 / piece.length);
    // The library alone takes 600 ms on a quiet machine, on which the reference takes 4 ms.
    assertTakesAtMost(70, () => readMarkdown(text));
  }
});
