import { type HtmlAttributes, noAttributes } from '../html-attributes.js';
import { type HtmlElement, type HtmlNode, textContent } from '../html-tree.js';

interface WordItem {
  readonly paragraph: HtmlElement;
  /** From 1 on. */
  readonly level: number;
  /** What Word writes before the text: `·`, `1.`, `a)`. */
  readonly marker: string;
  /** The length of the marker and the blanks around it, where no element has it. */
  readonly markerLength?: number;
}

/**
 * Returns nodes with lists in place of the paragraphs that Word and Outlook write for their items: `MsoListParagraph` with
 * `mso-list:l0 level2 lfo1` in its style, and the marker in a span with `mso-list:Ignore`. What mail programs and
 * filters leave of it may be the class alone, with the marker and blanks as text.
 */
export function withWordLists(nodes: readonly HtmlNode[]): readonly HtmlNode[] {
  if (!nodes.some((node) => itemOf(node) !== undefined)) return nodes;
  const result: HtmlNode[] = [];
  let items: WordItem[] = [];
  const endList = () => {
    if (items.length > 0) result.push(...listsOf(items));
    items = [];
  };
  for (const node of nodes) {
    const item = itemOf(node);
    if (item !== undefined) items.push(item);
    else if (items.length === 0 || typeof node === 'object' || node.trim() !== '') {
      endList();
      result.push(node);
    }
  }
  endList();
  return result;
}

function itemOf(node: HtmlNode): WordItem | undefined {
  if (typeof node === 'string' || node.name !== 'p') return undefined;
  const level = /(?:^|;)\s*mso-list:\s*[^;]{0,40}\blevel([1-9])\b/i.exec(node.attributes.get('style') ?? '')?.[1];
  if (level === undefined) return plainItemOf(node);
  const marker = markerOf(node);
  if (typeof marker !== 'object') return undefined;
  return { paragraph: node, level: Number(level), marker: textContent(marker).trim() };
}

/**
 * A bullet, or a number or letters with a mark behind them, and blanks. Letters as bullets, of fonts of symbols, need
 * two.
 */
const plainMarker =
  /^\s*(?:([·•●○◦▪▫■□§‣⁃◆◇➢➤✓✔❖*\uf0a7\uf0b7\uf0d8\uf0fc]|\(?(?:\d{1,3}(?:\.\d{1,3}){0,8}|[a-z]|[ivx]{1,5})[.)])\s+|([oØüv–-])\s{2,})(?=\S)/i;
/** The longest start of a paragraph that is searched for a marker. */
const longestMarker = 100;
/** Word indents each level by half an inch. */
const levelIndents: Readonly<Record<string, number>> = { in: 0.5, pt: 36, cm: 1.27, px: 48 };

function plainItemOf(paragraph: HtmlElement): WordItem | undefined {
  const { attributes } = paragraph;
  if (!/(?:^|\s)MsoListParagraph/i.test(attributes.get('class') ?? '')) return undefined;
  const found = plainMarker.exec(beginningOf(paragraph, longestMarker));
  if (found === null) return undefined;
  const indent = /(?:^|;)\s*margin-left\s*:\s*(\d{0,4}(?:\.\d{1,4})?)(in|pt|cm|px)\b/i.exec(
    attributes.get('style') ?? '',
  );
  const levels = Math.round(Number(indent?.[1] ?? 0) / (levelIndents[indent?.[2]?.toLowerCase() ?? ''] ?? 1));
  const level = Math.min(Math.max(levels, 1), 9);
  return { paragraph, level, marker: found[1] ?? found[2] ?? '', markerLength: found[0].length };
}

/** Returns the first characters of an element's text, up to a line break. */
function beginningOf({ children }: HtmlElement, most: number): string {
  let text = '';
  for (const child of children) {
    if (text.length >= most || (typeof child === 'object' && child.name === 'br')) break;
    text += typeof child === 'string' ? child.slice(0, most) : beginningOf(child, most);
  }
  return text.slice(0, most);
}

/** Removes the first characters of an element's text. */
function withoutBeginning(element: HtmlElement, length: number): HtmlNode[] {
  let left = length;
  const rest = ({ children }: HtmlElement): HtmlNode[] =>
    children.map((child) => {
      if (left === 0) return child;
      if (typeof child === 'object') return { ...child, children: rest(child) };
      const removed = Math.min(left, child.length);
      left -= removed;
      return child.slice(removed);
    });
  return rest(element);
}

function isMarker({ name, attributes }: HtmlElement): boolean {
  return name === 'span' && /(?:^|;)\s*mso-list:\s*ignore\s*(?:;|$)/i.test(attributes.get('style') ?? '');
}

/** Finds the marker, which is before the text of the item. @returns `text` if text comes first. */
function markerOf(element: HtmlElement): HtmlElement | 'text' | undefined {
  for (const child of element.children) {
    if (typeof child === 'string') {
      if (child.trim() !== '') return 'text';
    } else {
      const found = isMarker(child) ? child : markerOf(child);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** Removes the marker, which is the first thing in the element. */
function withoutMarker(element: HtmlElement): HtmlNode[] {
  const at = element.children.findIndex(
    (child) => typeof child === 'object' && typeof markerOf({ ...element, children: [child] }) === 'object',
  );
  return element.children.flatMap((child, index): HtmlNode[] => {
    if (index !== at || typeof child === 'string') return [child];
    return isMarker(child) ? [] : [{ ...child, children: withoutMarker(child) }];
  });
}

/** A list while its items are added. */
interface OpenList {
  readonly level: number;
  readonly list: HtmlElement;
}

function listsOf(items: readonly WordItem[]): HtmlElement[] {
  const lists: HtmlElement[] = [];
  const open: OpenList[] = [];
  for (const { paragraph, level, marker, markerLength } of items) {
    while ((open.at(-1)?.level ?? 0) > level) open.pop();
    const kind = kindOf(marker);
    const last = open.at(-1);
    if (last?.level === level && last.list.name !== kind) open.pop();
    if (open.at(-1)?.level !== level) open.push({ level, list: newList(kind, marker, open.at(-1)?.list, lists) });
    const list = open.at(-1)?.list;
    const content = markerLength === undefined ? withoutMarker(paragraph) : withoutBeginning(paragraph, markerLength);
    if (list !== undefined) append(list, 'li', noAttributes, content);
  }
  return lists;
}

/** A number, or one to four letters, with a mark behind it: `1.`, `(a)`, `iv)`. */
function kindOf(marker: string): 'ol' | 'ul' {
  // Word writes circles as the letter o, and squares as §, in fonts of symbols.
  return /^\(?(?:\d{1,9}(?:\.\d{1,4}){0,8}|[a-z]{1,4})[.)]|^\d{1,9}$/i.test(marker) ? 'ol' : 'ul';
}

function newList(kind: 'ol' | 'ul', marker: string, above: HtmlElement | undefined, lists: HtmlElement[]): HtmlElement {
  const start = /^\(?(\d{1,9})[.)]?$/.exec(marker)?.[1];
  const attributes: HtmlAttributes = start === undefined ? noAttributes : new Map([['start', start]]);
  const item = above?.children.at(-1);
  if (typeof item === 'object') return append(item, kind, attributes, []);
  const list: HtmlElement = { name: kind, attributes, children: [], parent: undefined, index: 0 };
  lists.push(list);
  return list;
}

function append(parent: HtmlElement, name: string, attributes: HtmlAttributes, children: HtmlNode[]): HtmlElement {
  const element: HtmlElement = { name, attributes, children, parent, index: parent.children.length };
  parent.children.push(element);
  return element;
}
