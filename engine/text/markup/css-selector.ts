import type { Options } from 'css-select';
import { ToolError } from '../../core/errors.js';
import { groupedDigits } from '../../core/grouped-digits.js';
import { lazyLibrary } from '../../core/lazy-library.js';
import { statePseudoClasses } from './form-states.js';
import { type HtmlElement, type HtmlNode, previousElement, textContent } from './html-tree.js';
import { isRelative, parsedSelector } from './selector-rewriting.js';
import { positionPseudoClasses } from './sibling-positions.js';

const cssSelect = lazyLibrary<typeof import('css-select')>('css-select');

type Query = ReturnType<typeof import('css-select')._compileUnsafe<HtmlNode, HtmlElement>>;

type Pseudos = NonNullable<Options<HtmlNode, HtmlElement>['pseudos']>;

/** The most visits of elements for one selector; they take less than a second. */
const mostVisits = 100_000_000;
/** The text of a node costs as much as this many visits. */
const visitsForText = 10;
const mostVisitsWithCopies = 10_000_000;

/**
 * Returns the elements that match a CSS selector (level 4, plus `:contains()`), in the order of the text.
 *
 * Selectors that look at all siblings or descendants of an element (`~`, `:has()`, `:contains()`) can take quadratic
 * time, so visits of elements are counted.
 *
 * @param root - the result of {@link parseHtmlTree}.
 * @throws {ToolError} if the selector is invalid, needs information that only a browser has, or visits elements too
 *   often.
 */
export function selectElements(root: HtmlElement, selector: string): HtmlElement[] {
  const { _compileUnsafe: compile, selectAll } = cssSelect();
  const options = selectorOptions(copiesSiblings(selector) ? mostVisitsWithCopies : mostVisits);
  let query: Query;
  try {
    // Without our own pseudo-classes, which read a formula only when it meets an element.
    compile(selector, options, root);
    const isDocument = root.children.some((child) => typeof child !== 'string' && child.name === 'html');
    const compiled = (written: string): Query => {
      const parsed = parsedSelector(written, isDocument);
      return compile(parsed, { ...options, pseudos, cacheResults: !parsed.some(isRelative) }, root);
    };
    const pseudos: Pseudos = { ...statePseudoClasses(), ...positionPseudoClasses(compiled) };
    query = compiled(selector);
  } catch (error) {
    throw new ToolError(`selector cannot be used: ${reasonOf(error)}`);
  }
  return selectAll(query, root, options);
}

/** Whether the library may copy the list of the siblings for each element, as it does for `:has(~ a)`. */
function copiesSiblings(selector: string): boolean {
  const at = selector.toLowerCase().indexOf(':has(');
  return at >= 0 && /[~+]/.test(selector.slice(at));
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  return message.replace(/(?: yet)?( supported) by css-select/, '$1').replace(/found $/, 'found the end');
}

function selectorOptions(most: number): Options<HtmlNode, HtmlElement> {
  let visits = 0;
  const visit = (nodes: number): void => {
    visits += nodes;
    if (visits > most) throw new ToolError(tooManyVisits(most));
  };
  return {
    adapter: {
      isTag(node): node is HtmlElement {
        visit(1);
        return isElement(node);
      },
      equals(a, b) {
        visit(1);
        return a === b;
      },
      getName: ({ name }) => name,
      getAttributeValue: ({ attributes }, name) => attributes.get(name),
      hasAttrib: ({ attributes }, name) => attributes.has(name),
      getChildren: (node) => (typeof node === 'string' ? [] : node.children),
      getParent: ({ parent }) => parent ?? null,
      getSiblings: (node) => (typeof node === 'string' ? [] : (node.parent?.children ?? [node])),
      prevElementSibling: (node) => (typeof node === 'string' ? null : (previousElement(node) ?? null)),
      getText(node) {
        if (typeof node === 'string') return node;
        visit(nodesIn(node) * visitsForText);
        return textContent(node);
      },
      removeSubsets: (nodes) => nodes,
    },
  };
}

function tooManyVisits(most: number): string {
  return `the selector visits elements more than ${groupedDigits(most)} times; use a shorter text or a simpler selector`;
}

function nodesIn({ children }: HtmlElement): number {
  let count = children.length;
  for (const child of children) if (typeof child !== 'string') count += nodesIn(child);
  return count;
}

/** Excludes the root. */
function isElement(node: HtmlNode): node is HtmlElement {
  return typeof node !== 'string' && node.parent !== undefined;
}
