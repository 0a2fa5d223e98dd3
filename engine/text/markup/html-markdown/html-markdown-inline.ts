import type { OutputLimit } from '../../../core/tool.js';
import { absoluteAddress } from '../../urls/base-address.js';
import { blockElements, htmlSpaces, undisplayedElements } from '../html.js';
import { type HtmlElement, type HtmlNode, previousElement, textContent } from '../html-tree.js';
import { escapeMarkdown, linkTarget } from '../markdown-escape.js';
import { longestScript, type ScriptKind, scriptInLine, scriptKindOf } from '../scripts-in-line.js';
import { shownValue } from '../shown-value.js';
import type { EmphasisMarks } from './emphasis.js';
import { MarkdownLine } from './markdown-line.js';
import { splitBlanks, withoutBlanksAround } from './surrounding-blanks.js';

const emphasis = new Map<string, EmphasisMarks>([
  ['em', '*'],
  ['i', '*'],
  ['strong', '**'],
  ['b', '**'],
  ['del', '~~'],
  ['s', '~~'],
  ['strike', '~~'],
]);
const codeElements = new Set(['code', 'kbd', 'samp', 'tt', 'pre']);

/** Writes inline content as Markdown: text, emphasis, code, links and images. */
export class InlineMarkdown {
  /** Returns the end of a link reference, `[1]`; undefined if links are written inline. */
  readonly #reference: ((target: string) => string) | undefined;
  readonly #limit: OutputLimit;
  /** What relative addresses become absolute by. */
  base: URL | undefined;
  /** The last text, which raised text belongs to. */
  #before = '';
  #quotes = 0;
  /** Length of all addresses: a long base makes them longer than the text that they come from. */
  #addressLength = 0;

  /** @param limit - checked where a base makes addresses longer. */
  constructor(limit: OutputLimit, reference?: (target: string) => string) {
    this.#limit = limit;
    this.#reference = reference;
  }

  /** Writes nodes; blocks among them become part of the line. Line breaks are `\n`; neither end has a blank. */
  write(nodes: readonly HtmlNode[]): string {
    this.#before = '';
    return withoutBlanksAround(this.#line(nodes, []).text());
  }

  /** @param around - the open marks: emphasis in the same emphasis, or a link in a link, means nothing. */
  #line(nodes: readonly HtmlNode[], around: readonly string[]): MarkdownLine {
    const line = new MarkdownLine(around.length > 0);
    this.#gather(nodes, around, line);
    return line;
  }

  #gather(nodes: readonly HtmlNode[], around: readonly string[], line: MarkdownLine): void {
    for (const node of nodes) {
      if (typeof node === 'string') this.#text(node, line);
      else if (!undisplayedElements.has(node.name)) this.#element(node, around, line);
    }
  }

  #text(text: string, line: MarkdownLine): void {
    line.addText(text.replace(htmlSpaces, ' '));
    this.#before = text;
  }

  #quotation(children: readonly HtmlNode[], around: readonly string[], line: MarkdownLine): void {
    const [open, close] = this.#quotes++ % 2 === 0 ? ['\u201c', '\u201d'] : ['\u2018', '\u2019'];
    this.#text(open, line);
    this.#gather(children, around, line);
    this.#text(close, line);
    this.#quotes--;
  }

  /** Writes raised or lowered text; with links or images in it, as it is. */
  #script(element: HtmlElement, kind: ScriptKind, around: readonly string[], line: MarkdownLine): void {
    const text = plainText(element);
    const script = text === undefined ? text : scriptInLine(kind, text, this.#before);
    if (script !== undefined && script !== text) this.#text(script, line);
    else this.#gather(element.children, around, line);
  }

  /** Writes what a field shows, apart from the words beside it. */
  #field(element: HtmlElement, line: MarkdownLine): void {
    line.addMarkdown(checkBox(element));
    const value = shownValue(element.attributes);
    if (value !== '') this.#text(` ${value} `, line);
  }

  /** Writes text of several lines, apart from the words beside it. */
  #area(element: HtmlElement, line: MarkdownLine): void {
    line.addText(' ');
    textContent(element)
      .trim()
      .split(/\r\n?|\n/)
      .forEach((part, i) => {
        if (i > 0) line.addLineBreak();
        this.#text(part, line);
      });
    this.#text(' ', line);
  }

  /** A line break in code needs a new code span: inside one it would be a blank. */
  #code(element: HtmlElement, line: MarkdownLine): void {
    const text = codeText(element);
    text.split('\n').forEach((code, i) => {
      if (i > 0) line.addLineBreak();
      line.addCode(code);
    });
    this.#before = text;
  }

  #addressIn(attribute: string | undefined): string {
    const address = (attribute ?? '').replace(/[\t\n\r]/g, '').trim();
    if (this.base === undefined || address === '' || address.startsWith('#')) return address;
    const absolute = absoluteAddress(address, this.base);
    this.#addressLength += absolute.length;
    this.#limit.check(this.#addressLength);
    return absolute;
  }

  #element(element: HtmlElement, around: readonly string[], line: MarkdownLine): void {
    const { name, children } = element;
    const marks = marksOf(element);
    const script = scriptKindOf(name, element.attributes);
    if (name === 'br') {
      line.addLineBreak();
      this.#before = '';
    } else if (name === 'q') this.#quotation(children, around, line);
    else if (script !== undefined) this.#script(element, script, around, line);
    else if (name === 'li' && itemBefore(element)) {
      this.#text('\u2022 ', line);
      this.#gather(children, around, line);
    } else if (name === 'img') line.addMarkdown(image(element, this.#addressIn(element.attributes.get('src'))));
    else if (name === 'input') this.#field(element, line);
    else if (name === 'textarea') this.#area(element, line);
    else if (codeElements.has(name)) this.#code(element, line);
    else if (name === 'a' && !around.includes('[')) this.#link(element, around, line);
    else if (marks !== undefined && !around.includes(marks))
      line.addEmphasized(this.#line(children, [...around, marks]), marks);
    else if (blockElements.has(name) || name === 'button') {
      this.#text(' ', line);
      this.#gather(children, around, line);
      this.#text(' ', line);
    } else this.#gather(children, around, line);
  }

  #link({ attributes, children }: HtmlElement, around: readonly string[], line: MarkdownLine): void {
    const address = this.#addressIn(attributes.get('href'));
    if (address === '') {
      this.#gather(children, around, line);
      return;
    }
    const text = this.#line(children, [...around, '['])
      .text()
      .replaceAll('\n', ' ');
    const [before, label, after] = splitBlanks(text);
    if (label === '') return;
    const target = linkTarget(address, attributes.get('title') ?? '');
    line.addBlanks(before);
    line.addMarkdown(`[${label}]${this.#reference?.(target) ?? `(${target})`}`);
    line.addBlanks(after);
  }
}

/** Returns the text of an element with code; white space becomes one blank, a line break `\n`. */
function codeText({ children }: HtmlElement): string {
  let text = '';
  let before = '';
  for (const child of children) {
    if (typeof child === 'string') before = child.replace(htmlSpaces, ' ');
    else if (child.name === 'br') before = '\n';
    else {
      const kind = scriptKindOf(child.name, child.attributes);
      const inner = codeText(child);
      before = kind === undefined ? inner : scriptInLine(kind, inner, before);
    }
    text += before;
  }
  return text;
}

/** Scripts with more elements and texts than this are small print. */
const mostParts = 30;

/**
 * Returns the text of an element with nothing but text and emphasis in it, with the scripts inside of it in one line;
 * undefined for others and for long ones.
 */
function plainText(element: HtmlElement): string | undefined {
  let parts = 0;
  const textOf = ({ children }: HtmlElement): string | undefined => {
    let text = '';
    let before = '';
    for (const child of children) {
      const isText = typeof child === 'string';
      if (++parts > mostParts || !(isText || isPlain(child))) return undefined;
      const inner = isText ? child.replace(htmlSpaces, ' ') : textOf(child);
      if (inner === undefined) return undefined;
      const kind = isText ? undefined : scriptKindOf(child.name, child.attributes);
      before = kind === undefined ? inner : scriptInLine(kind, inner, before);
      text += before;
      if (text.length > longestScript) return undefined;
    }
    return text;
  };
  return textOf(element);
}

const plainElements = new Set('em i strong b u var span font small big sup sub mark abbr cite bdi bdo ins'.split(' '));

function isPlain({ name }: HtmlElement): boolean {
  return plainElements.has(name);
}

function image({ attributes }: HtmlElement, address: string): string {
  const text = escapeMarkdown((attributes.get('alt') ?? '').replace(htmlSpaces, ' '));
  return address === '' ? text : `![${text}](${linkTarget(address, attributes.get('title') ?? '')})`;
}

/** Writes the check box of a task list, as GitHub does. */
function checkBox({ attributes, parent }: HtmlElement): string {
  const inItem = parent?.name === 'li' || parent?.parent?.name === 'li';
  if (!inItem || attributes.get('type')?.toLowerCase() !== 'checkbox') return '';
  return attributes.has('checked') ? '[x] ' : '[ ] ';
}

/** Tests whether an item whose list is in one line, as in a cell of a table, follows another one. */
function itemBefore(item: HtmlElement): boolean {
  const previous = previousElement(item);
  return previous?.name === 'li' && textContent(previous).trim() !== '';
}

/** Returns the emphasis of an element by its name or, as word processors write it, by its style. */
function marksOf({ name, attributes }: HtmlElement): EmphasisMarks | undefined {
  const marks = emphasis.get(name);
  const style = attributes.get('style');
  if (style === undefined) return marks;
  const weight = /(?:^|;)\s*font-weight\s*:\s*(\w+)/i.exec(style)?.[1]?.toLowerCase();
  // Google Docs puts the whole document into <b style="font-weight:normal">.
  if (marks === '**') return weight === 'normal' || weight === '400' ? undefined : marks;
  if (marks !== undefined || name !== 'span') return marks;
  if (weight !== undefined && /^(?:bolder|bold|[6-9]00)$/.test(weight)) return '**';
  if (/(?:^|;)\s*font-style\s*:\s*(?:italic|oblique)/i.test(style)) return '*';
  return /(?:^|;)\s*text-decoration(?:-line)?\s*:[^;]*line-through/i.test(style) ? '~~' : undefined;
}
