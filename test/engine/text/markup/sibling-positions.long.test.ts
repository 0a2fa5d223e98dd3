import assert from 'node:assert/strict';
import { test } from 'node:test';
import { selectAll } from 'css-select';
import fc from 'fast-check';
import { selectElements } from '#engine/text/markup/css-selector.js';
import { type HtmlElement, type HtmlNode, parseHtmlTree, textContent } from '#engine/text/markup/html-tree.js';
import { assertTakesAtMost } from '../../../support/growth.js';

const isElement = (node: HtmlNode): node is HtmlElement => typeof node !== 'string' && node.parent !== undefined;

/** The elements that the library selects with its own pseudo-classes. */
function byLibrary(root: HtmlElement, selector: string): HtmlElement[] {
  return selectAll<HtmlNode, HtmlElement>(selector, root, {
    adapter: {
      isTag: isElement,
      getName: ({ name }) => name,
      getAttributeValue: ({ attributes }, name) => attributes.get(name),
      hasAttrib: ({ attributes }, name) => attributes.has(name),
      getChildren: (node) => (typeof node === 'string' ? [] : node.children),
      getParent: ({ parent }) => parent ?? null,
      getSiblings: (node) => (typeof node === 'string' ? [] : (node.parent?.children ?? [node])),
      getText: (node) => (typeof node === 'string' ? node : textContent(node)),
      removeSubsets: (nodes) => nodes,
    },
  });
}

test('positions among siblings are those of the library', () => {
  const markup = fc.string({
    unit: fc.constantFrom('<i>', '<b class=a>', '</i>', '</b>', ' ', 'x', '<i></i>', '<b></b>', '<u class=a></u>'),
    maxLength: 60,
  });
  const number = fc.integer({ min: -3, max: 5 });
  const formula = fc.oneof(
    fc.constantFrom('odd', 'EVEN', 'n', '-n', '+n', '0n', ' 2n + 1 ', '-n+3', '+3'),
    number.map(String),
    fc.tuple(number, number).map(([step, offset]) => `${step}n${offset < 0 ? '' : '+'}${offset}`),
  );
  const name = fc.constantFrom('nth-child', 'nth-last-child', 'nth-of-type', 'nth-last-of-type');
  const pseudoClass = fc.oneof(
    fc.tuple(name, formula).map(([pseudo, rule]) => `:${pseudo}(${rule})`),
    fc
      .tuple(
        fc.constantFrom('nth-child', 'nth-last-child'),
        formula,
        fc.constantFrom('.a', 'i, b', ':not(.a)', ':nth-child(odd)'),
      )
      .map(([pseudo, rule, counted]) => `:${pseudo}(${rule} of ${counted})`),
  );
  const selector = fc.oneof(
    pseudoClass,
    fc.tuple(pseudoClass, pseudoClass).map(([first, second]) => `${first}:not(${second})`),
    fc.tuple(pseudoClass, pseudoClass).map(([first, second]) => `${first} ~ ${second}, b:has(> ${first})`),
  );
  let found = 0;
  fc.assert(
    fc.property(markup, selector, (html, wanted) => {
      // To the library, `:nth-child(n)` does not match an element without a parent, which it is for other steps.
      const root = parseHtmlTree(`<div>${html}</div>`);
      const elements = selectElements(root, wanted).filter(({ name }) => name !== 'div');
      assert.deepEqual(
        elements.map(({ name, index }) => name + index),
        byLibrary(root, wanted)
          .filter(({ name }) => name !== 'div')
          .map(({ name, index }) => name + index),
      );
      found += elements.length;
    }),
    { seed: 1, numRuns: 2_000 },
  );
  assert.ok(found > 500, `${found} elements`);
});

test('positions among 100,000 siblings take linear time', () => {
  const root = parseHtmlTree('<p>'.repeat(100_000));
  for (const selector of [':nth-child(2n+1)', ':nth-last-of-type(3n)', 'p:nth-child(odd of p)']) {
    // Compared with each sibling before it, 5,000,000,000 comparisons.
    assertTakesAtMost(200, () => assert.ok(selectElements(root, selector).length > 10_000));
  }
});

test('a selector that visits too many elements is refused, one that finds them soon is not', () => {
  const root = parseHtmlTree('<p>'.repeat(100_000));
  assert.equal(selectElements(root, 'p ~ p').length, 99_999);
  const message = (times: string) =>
    `the selector visits elements more than ${times} times; use a shorter text or a simpler selector`;
  assert.throws(() => selectElements(root, 'b ~ p'), { message: message('100,000,000') });
  assert.throws(() => selectElements(root, 'p:has(~ b)'), { message: message('10,000,000') });
  const nested = parseHtmlTree(`${'<div>'.repeat(500)}${'a<b>b</b>'.repeat(10_000)}`);
  assert.throws(() => selectElements(nested, 'div:contains("a")'), { message: message('100,000,000') });
});
