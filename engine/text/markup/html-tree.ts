import { TextWriter } from '../text-writer.js';
import { type HtmlEvents, rawTextElements, readHtml, voidElements } from './html.js';
import { type HtmlAttributes, noAttributes } from './html-attributes.js';
import { escapeHtmlText, htmlStartTag } from './html-escape.js';

/** An element of a tree; its text is stored as strings. */
export interface HtmlElement {
  readonly name: string;
  readonly attributes: HtmlAttributes;
  readonly children: HtmlNode[];
  /** Undefined for the root, which represents the whole text and is not an element of it. */
  readonly parent: HtmlElement | undefined;
  /** Its place among the children of its parent. */
  readonly index: number;
}

/** An element while its content is read. */
interface GrowingElement extends HtmlElement {
  children: HtmlNode[];
  readonly parent: GrowingElement | undefined;
}

export type HtmlNode = string | HtmlElement;

/**
 * Reads HTML as a tree. Its depth is bounded, so it may be walked by recursion.
 *
 * @returns the root; its name is empty.
 * @throws {ToolError} see {@link readHtml}.
 */
export function parseHtmlTree(html: string): HtmlElement {
  const root: GrowingElement = {
    name: '',
    attributes: noAttributes,
    children: [],
    parent: undefined,
    index: 0,
  };
  let open = root;
  readHtml(html, {
    open(name, attributes) {
      const element: GrowingElement = { name, attributes, children: [], parent: open, index: open.children.length };
      open.children.push(element);
      open = element;
    },
    text: (text) => open.children.push(text),
    close() {
      // A growing array has room for at least 17 nodes; the copy has none to spare.
      if (open.children.length > 0) open.children = open.children.slice();
      open = open.parent ?? root;
    },
  });
  return root;
}

/** Returns the element before another one in the same parent. */
export function previousElement({ parent, index }: HtmlElement): HtmlElement | undefined {
  for (let i = index - 1; i >= 0; i--) {
    const child = parent?.children[i];
    if (typeof child === 'object') return child;
  }
  return undefined;
}

/** Returns the items of a list, without those of lists inside. */
export function listItems({ children }: HtmlElement): HtmlElement[] {
  return children.filter((child): child is HtmlElement => typeof child !== 'string' && child.name === 'li');
}

/** {@link HtmlEvents} that also get the opened element. */
export interface HtmlTreeEvents extends Omit<HtmlEvents, 'open'> {
  open(name: string, attributes: HtmlAttributes, element: HtmlElement): void;
}

/** Reports the content of an element as {@link readHtml} does. */
export function walkHtmlTree(element: HtmlElement, events: HtmlTreeEvents): void {
  for (const child of element.children) {
    if (typeof child === 'string') {
      events.text(child);
      continue;
    }
    events.open(child.name, child.attributes, child);
    walkHtmlTree(child, events);
    events.close(child.name);
  }
}

/** Returns the descendants with one of the names, in the order of their start tags. */
export function* elementsNamed(root: HtmlElement, names: ReadonlySet<string>): Generator<HtmlElement> {
  for (const child of root.children) {
    if (typeof child === 'string') continue;
    if (names.has(child.name)) yield child;
    yield* elementsNamed(child, names);
  }
}

/** Returns all text in an element, unchanged. */
export function textContent(element: HtmlElement): string {
  let text = '';
  for (const child of element.children) text += typeof child === 'string' ? child : textContent(child);
  return text;
}

/** Writes an element as HTML, with end tags where they are needed. */
export function writeHtml({ name, attributes, children }: HtmlElement): string {
  const start = htmlStartTag(name, attributes);
  if (voidElements.has(name)) return start;
  const raw = rawTextElements.has(name);
  const html = new TextWriter();
  html.write(start);
  for (const child of children) {
    if (typeof child !== 'string') html.write(writeHtml(child));
    else html.write(raw ? child : escapeHtmlText(child));
  }
  html.write(`</${name}>`);
  return html.toString();
}
