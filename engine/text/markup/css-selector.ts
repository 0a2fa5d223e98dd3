import type { Options } from 'css-select';
import { ToolError } from '../../core/errors.js';
import { lazyLibrary } from '../../core/lazy-library.js';
import { type HtmlElement, type HtmlNode, textContent } from './html-tree.js';

const cssSelect = lazyLibrary<typeof import('css-select')>('css-select');

/**
 * Returns the elements that match a CSS selector (level 4, plus `:contains()`), in the order of the text.
 *
 * Selectors that look at siblings or at text (`:nth-child`, `~`, `:has`, `:contains`) can take time quadratic in the
 * length of the text.
 *
 * @param root - the result of {@link parseHtmlTree}.
 * @throws {ToolError} if the selector is invalid, or needs information that only a browser has.
 */
export function selectElements(root: HtmlElement, selector: string): HtmlElement[] {
  const { _compileUnsafe: compile, selectAll } = cssSelect();
  const options = selectorOptions();
  let query: ReturnType<typeof compile<HtmlNode, HtmlElement>>;
  try {
    query = compile(selector, options, root);
  } catch (error) {
    throw new ToolError(`selector cannot be used: ${reasonOf(error)}`);
  }
  return selectAll(query, root, options);
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  return message.replace(/(?: yet)?( supported) by css-select/, '$1').replace(/found $/, 'found the end');
}

function selectorOptions(): Options<HtmlNode, HtmlElement> {
  const positions = new Map<HtmlElement, HtmlElement | null>();
  return {
    adapter: {
      isTag,
      getName: ({ name }) => name,
      getAttributeValue: ({ attributes }, name) => attributes.get(name),
      hasAttrib: ({ attributes }, name) => attributes.has(name),
      getChildren: (node) => (typeof node === 'string' ? [] : node.children),
      getParent: ({ parent }) => parent ?? null,
      getSiblings: (node) => (typeof node === 'string' ? [] : (node.parent?.children ?? [node])),
      prevElementSibling: (node) => (isTag(node) ? previousOf(node, positions) : null),
      getText: (node) => (typeof node === 'string' ? node : textContent(node)),
      removeSubsets: (nodes) => nodes,
    },
  };
}

/** Excludes the root. */
function isTag(node: HtmlNode): node is HtmlElement {
  return typeof node !== 'string' && node.parent !== undefined;
}

/** Returns the previous sibling of an element, found for all children of its parent in one pass. */
function previousOf(element: HtmlElement, known: Map<HtmlElement, HtmlElement | null>): HtmlElement | null {
  if (!known.has(element)) {
    let previous: HtmlElement | null = null;
    for (const sibling of element.parent?.children ?? []) {
      if (typeof sibling === 'string') continue;
      known.set(sibling, previous);
      previous = sibling;
    }
  }
  return known.get(element) ?? null;
}
