import type { Token } from 'markdown-it';
import { codeSpan, escapeMarkdown } from '../../../text/markup/markdown-escape.js';

export interface Heading {
  /** 1 to 6. */
  readonly depth: number;
  /** Its text as Markdown: without emphasis and links, with code. */
  readonly label: string;
  readonly anchor: string;
  readonly lines: LineRange;
}

/** Lines of a text, counted from 0; `end` is exclusive. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the headings of a Markdown document outside lists and quotes; those inside count for the anchors as well.
 *
 * @param except - lines whose headings do not count at all.
 */
export function headingsOf(tokens: readonly Token[], except?: LineRange): Heading[] {
  const anchors = new HeadingAnchors();
  const headings: Heading[] = [];
  tokens.forEach(({ type, level, tag, map }, i) => {
    const [start, end] = map ?? [0, 0];
    if (type !== 'heading_open' || (except !== undefined && start >= except.start && start < except.end)) return;
    const content = tokens[i + 1]?.children ?? [];
    const anchor = anchors.next(plainText(content));
    const label = labelOf(content).trim();
    if (level === 0 && label !== '')
      headings.push({ depth: Number(tag.slice(1)), label, anchor, lines: { start, end } });
  });
  return headings;
}

/** Generates the same anchors for headings as GitHub. */
class HeadingAnchors {
  /** The anchors in use, each with the last number appended to it. */
  readonly #numbers = new Map<string, number>();

  /**
   * Returns the anchor of the next heading: its text in lower case without punctuation and symbols, with hyphens for
   * blanks, and with a number appended if it is in use. Blanks at the edge count: an image leaves one, `![logo](a.png)
   * Title`.
   */
  next(text: string): string {
    const wanted = text
      .toLowerCase()
      .replace(/[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-');
    let anchor = wanted;
    let number = this.#numbers.get(wanted) ?? 0;
    while (this.#numbers.has(anchor)) anchor = `${wanted}-${++number}`;
    this.#numbers.set(wanted, number);
    if (anchor !== wanted) this.#numbers.set(anchor, 0);
    return anchor;
  }
}

/**
 * Returns a nested list of links to headings, as lines. A heading is nested in the last one above it that is less deep,
 * however much less.
 */
export function tableOfContents(headings: readonly Heading[], ordered: boolean): string[] {
  const open: { depth: number; indent: string; items: number }[] = [];
  return headings.map(({ depth, label, anchor }) => {
    let closed: (typeof open)[number] | undefined;
    while ((open.at(-1)?.depth ?? 0) >= depth) closed = open.pop();
    // The first heading of a level continues the list of a deeper one that was closed for it.
    const items = (closed?.items ?? 0) + 1;
    const parent = open.at(-1);
    const indent = parent === undefined ? '' : parent.indent + ' '.repeat(markOf(parent.items, ordered).length);
    open.push({ depth, indent, items });
    return `${indent}${markOf(items, ordered)}[${label}](#${anchor})`;
  });
}

function markOf(number: number, ordered: boolean): string {
  return ordered ? `${number}. ` : '- ';
}

function plainText(tokens: readonly Token[]): string {
  let text = '';
  for (const { type, content } of tokens) {
    if (type === 'text' || type === 'code_inline') text += content;
    else if (type === 'softbreak' || type === 'hardbreak') text += ' ';
  }
  return text;
}

function labelOf(tokens: readonly Token[]): string {
  let label = '';
  for (const { type, content } of tokens) {
    if (type === 'text') label += escapeMarkdown(content);
    else if (type === 'code_inline') label += codeSpan(content);
    else if (type === 'softbreak' || type === 'hardbreak') label += ' ';
  }
  return label;
}
