import { blockElements, htmlSpaces, undisplayedElements } from '../../../text/markup/html.js';
import type { HtmlElement, HtmlNode } from '../../../text/markup/html-tree.js';
import { escapeMarkdown, linkTarget } from '../../../text/markup/markdown-escape.js';
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

  constructor(reference?: (target: string) => string) {
    this.#reference = reference;
  }

  /** Writes nodes; blocks among them become part of the line. Line breaks are `\n`; neither end has a blank. */
  write(nodes: readonly HtmlNode[]): string {
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
      if (typeof node === 'string') line.addText(node.replace(htmlSpaces, ' '));
      else if (!undisplayedElements.has(node.name)) this.#element(node, around, line);
    }
  }

  #element(element: HtmlElement, around: readonly string[], line: MarkdownLine): void {
    const { name, children } = element;
    const marks = emphasis.get(name);
    if (name === 'br') line.addLineBreak();
    else if (name === 'img') line.addMarkdown(image(element));
    else if (name === 'input') line.addMarkdown(checkBox(element));
    else if (codeElements.has(name)) addCode(element, line);
    else if (name === 'a' && !around.includes('[')) this.#link(element, around, line);
    else if (marks !== undefined && !around.includes(marks))
      line.addEmphasized(this.#line(children, [...around, marks]), marks);
    else if (blockElements.has(name)) {
      line.addText(' ');
      this.#gather(children, around, line);
      line.addText(' ');
    } else this.#gather(children, around, line);
  }

  #link({ attributes, children }: HtmlElement, around: readonly string[], line: MarkdownLine): void {
    const address = addressIn(attributes.get('href'));
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

/** A line break in code needs a new code span: inside one it would be a blank. */
function addCode(element: HtmlElement, line: MarkdownLine): void {
  codeText(element)
    .split('\n')
    .forEach((code, i) => {
      if (i > 0) line.addLineBreak();
      line.addCode(code);
    });
}

/** Returns the text of an element with code; white space becomes one blank, a line break `\n`. */
function codeText({ children }: HtmlElement): string {
  let text = '';
  for (const child of children) {
    if (typeof child === 'string') text += child.replace(htmlSpaces, ' ');
    else text += child.name === 'br' ? '\n' : codeText(child);
  }
  return text;
}

function image({ attributes }: HtmlElement): string {
  const address = addressIn(attributes.get('src'));
  const text = escapeMarkdown((attributes.get('alt') ?? '').replace(htmlSpaces, ' '));
  return address === '' ? text : `![${text}](${linkTarget(address, attributes.get('title') ?? '')})`;
}

/** Writes the check box of a task list, as GitHub does. */
function checkBox({ attributes, parent }: HtmlElement): string {
  const inItem = parent?.name === 'li' || parent?.parent?.name === 'li';
  if (!inItem || attributes.get('type')?.toLowerCase() !== 'checkbox') return '';
  return attributes.has('checked') ? '[x] ' : '[ ] ';
}

function addressIn(attribute: string | undefined): string {
  return (attribute ?? '').replace(/[\t\n\r]/g, '').trim();
}
