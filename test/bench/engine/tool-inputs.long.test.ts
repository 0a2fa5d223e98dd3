import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type TextMaker, texts } from '#bench/engine/texts.js';
import { chosenSlugs, toolInput } from '#bench/engine/tool-inputs.js';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { createEngine } from '#engine/execute.js';

const catalogue = await loadCatalogue();
const engine = createEngine(catalogue);

describe('a text of each kind', () => {
  for (const [kind, make] of Object.entries<TextMaker>(texts)) {
    test(`${kind} has the requested length, and is the same every time`, () => {
      const made = make(2_000);
      assert.ok(made.length > 1_000 && made.length <= 2_000, `${made.length} characters`);
      assert.equal(made, make(2_000));
      assert.notEqual(made, make(2_000, 1));
      const longer = make(50_000).length;
      assert.ok(longer > 48_000 && longer <= 50_000, `${longer} characters`);
    });
  }
});

describe('the bench has an input for each tool', () => {
  for (const [slug, { category }] of catalogue) {
    test(slug, () => {
      const chosen = toolInput(category, slug, 2_000);
      assert.ok(chosen, 'choose a text in bench/engine/tool-inputs.ts');
      const { input, config } = chosen;
      const request = JSON.stringify({ input, steps: [{ toolSlug: slug, config }] });
      const { status, body } = engine.execute('run', Buffer.from(request));
      assert.equal(status, 200, Buffer.from(body).toString());
      const { result } = JSON.parse(Buffer.from(body).toString()) as { result: string };
      assert.notEqual(result, '', 'the tool finds nothing in the text');
    });
  }

  test('but none for a tool that does not exist', () => {
    assert.deepEqual(
      chosenSlugs.filter((slug) => !catalogue.has(slug)),
      [],
    );
    assert.equal(toolInput('no-category', 'toString', 10), undefined);
  });
});
