import type { Selector } from 'css-what';
import { lazyLibrary } from '../../core/lazy-library.js';
import { stateNames } from './form-states.js';

const cssWhat = lazyLibrary<typeof import('css-what')>('css-what');

/**
 * Parses a selector, and expresses what css-select reads in another way than browsers do.
 *
 * - `:has(p b)` looks for `p` below the element: the library takes the element itself for it.
 * - `:scope` is `:root` of a document, and the whole text of a fragment: `:scope > p` are its outermost elements.
 * - `:disabled` and the like become {@link stateNames}.
 *
 * @param isDocument - whether the text has an `html` element around it.
 */
export function parsedSelector(selector: string, isDocument: boolean): Selector[][] {
  return cssWhat()
    .parse(selector)
    .map((parts) => rewritten(withoutScope(parts, isDocument), isDocument));
}

function rewritten(parts: readonly Selector[], isDocument: boolean): Selector[] {
  return parts.map((part): Selector => {
    if (part.type !== 'pseudo') return part;
    const state = part.data === null ? stateNames.get(part.name) : undefined;
    if (state !== undefined) return { ...part, name: state };
    if (!Array.isArray(part.data)) return part;
    const inner = part.data.map((each) =>
      part.name === 'has' ? rewrittenRelative(each, isDocument) : rewritten(withoutScope(each, isDocument), isDocument),
    );
    return { ...part, data: inner };
  });
}

const isTraversal = ({ type }: Selector) => traversals.has(type);
const traversals = new Set<string>(['adjacent', 'child', 'descendant', 'parent', 'sibling', 'column-combinator']);
const isScope = (part: Selector) => part.type === 'pseudo' && part.name === 'scope';

function hasScope(parts: readonly Selector[]): boolean {
  return parts.some(
    (part) => isScope(part) || ('data' in part && Array.isArray(part.data) && part.data.some(hasScope)),
  );
}

/** What is in `:has()`: there, `:scope` is the element. */
function rewrittenRelative(parts: readonly Selector[], isDocument: boolean): Selector[] {
  const own = parts.map((part) => (isScope(part) ? part : (rewritten([part], isDocument)[0] ?? part)));
  const [first] = parts;
  const isAnchored = first === undefined || isTraversal(first) || hasScope(parts);
  // One element alone is looked for below the element anyway, and its result may be remembered.
  if (isAnchored || !parts.some(isTraversal)) return own;
  // In brackets: at the start, the library lets a descendant of `:scope` be the element itself.
  return [pseudo('is', [[pseudo('scope')]]), { type: 'descendant' } as Selector, ...own];
}

/** Whether a selector has an `:has()` whose elements depend on one another: what one element finds says nothing of others. */
export function isRelative(parts: readonly Selector[]): boolean {
  return parts.some((part) => {
    if (part.type !== 'pseudo' || !Array.isArray(part.data)) return false;
    return part.data.some((inner) => (part.name === 'has' && inner.some(isTraversal)) || isRelative(inner));
  });
}

function pseudo(name: string, data: null | Selector[][] = null): Selector {
  return { type: 'pseudo', name, data } as Selector;
}

/** Replaces `:scope` outside of `:has()`. */
function withoutScope(parts: readonly Selector[], isDocument: boolean): readonly Selector[] {
  if (!parts.some(isScope)) return parts;
  const [first, second] = parts;
  if (!isDocument && first !== undefined && isScope(first) && second !== undefined) {
    const rest = withoutScope(parts.slice(2), isDocument);
    if (second.type === 'descendant') return rest;
    // The outermost elements have no parent, as the root of a document.
    if (second.type === 'child') return withPseudo(rest, pseudo('root'));
  }
  const nothing = pseudo('not', [[{ type: 'universal', namespace: null } as Selector]]);
  return parts.map((part) => (isScope(part) ? (isDocument ? pseudo('root') : nothing) : part));
}

/** Adds a pseudo-class to the first element of a selector. */
function withPseudo(parts: readonly Selector[], added: Selector): Selector[] {
  const end = parts.findIndex(isTraversal);
  const at = end === -1 ? parts.length : end;
  return [...parts.slice(0, at), added, ...parts.slice(at)];
}
