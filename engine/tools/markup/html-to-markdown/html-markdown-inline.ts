import { blockElements, htmlSpaces, undisplayedElements } from '../../../text/markup/html.js';
import { type HtmlElement, type HtmlNode, textContent } from '../../../text/markup/html-tree.js';
import { codeSpan, escapeMarkdown, linkTarget } from '../../../text/markup/markdown-escape.js';
import { TextWriter } from '../../../text/text-writer.js';
import { codePointBefore } from '../../../text/unicode/code-points.js';

/** Part of a line. A line break is `\n`; every other run of white space is one blank. */
interface Piece {
  readonly text: string;
  /** The marks around it; empty for none. */
  readonly marks: string;
}

const emphasis = new Map([
  ['em', '*'],
  ['i', '*'],
  ['strong', '**'],
  ['b', '**'],
  ['del', '~~'],
  ['s', '~~'],
  ['strike', '~~'],
]);
const codeElements = new Set(['code', 'kbd', 'samp', 'tt', 'pre']);

/** Writes what stands in lines as Markdown: text, emphasis, code, links and images. */
export class InlineMarkdown {
  /** Gives the end of a reference to a link, `[1]`; undefined if links are written inline. */
  readonly #reference: ((target: string) => string) | undefined;

  constructor(reference?: (target: string) => string) {
    this.#reference = reference;
  }

  /** Blocks among the nodes are written as part of the line. Line breaks are `\n`; there is no blank at either end. */
  write(nodes: readonly HtmlNode[]): string {
    return trimmed(this.#join(nodes, []));
  }

  /** @param around - the marks that are open: emphasis in the same emphasis, or a link in a link, means nothing. */
  #join(nodes: readonly HtmlNode[], around: readonly string[]): string {
    const line = new Line();
    this.#gather(nodes, around, line);
    return line.text();
  }

  #gather(nodes: readonly HtmlNode[], around: readonly string[], line: Line): void {
    for (const node of nodes) {
      if (typeof node === 'string') line.add(escapeMarkdown(node.replace(htmlSpaces, ' ')));
      else if (!undisplayedElements.has(node.name)) this.#element(node, around, line);
    }
  }

  #element(element: HtmlElement, around: readonly string[], line: Line): void {
    const { name, children } = element;
    const marks = emphasis.get(name) ?? '';
    if (name === 'br') line.add('\n');
    else if (name === 'img') line.add(image(element));
    else if (name === 'input') line.add(checkBox(element));
    else if (codeElements.has(name)) this.#code(element, line);
    else if (name === 'a' && !around.includes('[')) this.#link(element, around, line);
    else if (marks !== '' && !around.includes(marks)) line.add(this.#join(children, [...around, marks]), marks);
    else if (blockElements.has(name)) {
      line.add(' ');
      this.#gather(children, around, line);
      line.add(' ');
    } else this.#gather(children, around, line);
  }

  #code(element: HtmlElement, line: Line): void {
    const code = textContent(element);
    if (code !== '') line.add(codeSpan(code.replace(htmlSpaces, ' ')));
  }

  #link({ attributes, children }: HtmlElement, around: readonly string[], line: Line): void {
    const address = addressIn(attributes.get('href'));
    if (address === '') {
      this.#gather(children, around, line);
      return;
    }
    const text = this.#join(children, [...around, '[']).replaceAll('\n', ' ');
    const label = trimmed(text);
    if (label === '') return;
    const target = linkTarget(address, attributes.get('title') ?? '');
    const [before, after] = blanksAround(text);
    line.add(`${before}[${label}]${this.#reference?.(target) ?? `(${target})`}${after}`);
  }
}

function image({ attributes }: HtmlElement): string {
  const address = addressIn(attributes.get('src'));
  const text = escapeMarkdown((attributes.get('alt') ?? '').replace(htmlSpaces, ' '));
  return address === '' ? text : `![${text}](${linkTarget(address, attributes.get('title') ?? '')})`;
}

/** Of a task list, as GitHub writes it. */
function checkBox({ attributes, parent }: HtmlElement): string {
  const inItem = parent?.name === 'li' || parent?.parent?.name === 'li';
  if (!inItem || attributes.get('type')?.toLowerCase() !== 'checkbox') return '';
  return attributes.has('checked') ? '[x] ' : '[ ] ';
}

/** Puts pieces together: one blank between words, and marks only where they are read as such. */
class Line {
  readonly #pieces: Piece[] = [];
  #endsWithBlank = false;

  /** Blanks at the ends of a marked text are put outside of the marks. */
  add(text: string, marks = ''): void {
    if (marks === '') {
      this.#push(text, '');
      return;
    }
    const [before, after] = blanksAround(text);
    this.#push(before, '');
    // An empty line would end the paragraph, and the emphasis with it.
    this.#push(trimmed(text).replace(/\n[\n ]*/g, '\n'), marks);
    this.#push(after, '');
  }

  text(): string {
    const text = new TextWriter();
    this.#pieces.forEach((piece, i) => {
      text.write(marked(piece, this.#pieces[i - 1], this.#pieces[i + 1]));
    });
    return text.toString();
  }

  #push(text: string, marks: string): void {
    const rest = this.#endsWithBlank && text.startsWith(' ') ? text.slice(1) : text;
    if (rest === '') return;
    this.#endsWithBlank = rest.endsWith(' ') || rest.endsWith('\n');
    const last = this.#pieces.at(-1);
    // An exclamation mark in front of a link would make an image of it.
    if (rest.startsWith('[') && last?.text.endsWith('!') === true) {
      this.#replaceLast({ ...last, text: `${last.text.slice(0, -1)}\\!` });
    }
    if (marks !== '' && last?.marks === marks) this.#replaceLast({ text: last.text + rest, marks });
    else this.#pieces.push({ text: rest, marks });
  }

  #replaceLast(piece: Piece): void {
    this.#pieces[this.#pieces.length - 1] = piece;
  }
}

/**
 * A piece with its marks, if they are read as such: they must touch a letter, or have punctuation or a blank on the
 * other side (CommonMark 0.31.2, section 6.2, "flanking").
 */
function marked({ text, marks }: Piece, before: Piece | undefined, after: Piece | undefined): string {
  if (marks === '') return text;
  const outer = [neighbour(before, lastOf), neighbour(after, firstOf)];
  const inner = [firstOf(text), lastOf(text)];
  if (inner.some((character, i) => isPunctuation(character) && isWordLike(outer[i] ?? ''))) return text;
  if (marks !== '*') return marks + text + marks;
  if (!outer.some(isWordLike)) return `_${text}_`;
  // Beside other marks the asterisk would be taken for one of them.
  return before?.marks || after?.marks ? text : `*${text}*`;
}

function neighbour(piece: Piece | undefined, characterOf: (text: string) => string): string {
  if (piece === undefined) return '';
  return piece.marks === '' ? characterOf(piece.text) : '*';
}

function firstOf(text: string): string {
  return String.fromCodePoint(text.codePointAt(0) ?? 0);
}

function lastOf(text: string): string {
  return String.fromCodePoint(codePointBefore(text, text.length));
}

function isPunctuation(character: string): boolean {
  return /[\p{P}\p{S}]/u.test(character);
}

function isWordLike(character: string): boolean {
  return character !== '' && !/[\s\p{P}\p{S}]/u.test(character);
}

function addressIn(attribute: string | undefined): string {
  return (attribute ?? '').replace(/[\t\n\r]/g, '').trim();
}

/** Without the blanks and line breaks at its ends. */
function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (isBlank(text[start])) start++;
  while (end > start && isBlank(text[end - 1])) end--;
  return text.slice(start, end);
}

function blanksAround(text: string): [before: string, after: string] {
  const core = trimmed(text);
  if (core === '') return [text, ''];
  const start = text.indexOf(core.charAt(0));
  return [text.slice(0, start), text.slice(start + core.length)];
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\n';
}
