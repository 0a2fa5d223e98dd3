import type { OutputLimit } from '../../../core/tool.js';
import { baseElementAddress } from '../../urls/base-address.js';
import { BlockWriter } from '../block-writer.js';
import { blockElements, undisplayedElements } from '../html.js';
import { tableGrid, tableRows } from '../html-table.js';
import {
  elementsNamed,
  type HtmlElement,
  type HtmlNode,
  listItems,
  previousElement,
  textContent,
} from '../html-tree.js';
import { escapeLineStart, fencedCode } from '../markdown-escape.js';
import { scriptInLine, scriptKindOf } from '../scripts-in-line.js';
import { InlineMarkdown } from './html-markdown-inline.js';
import { withoutBlanksAround } from './surrounding-blanks.js';
import { withWordLists } from './word-lists.js';

export interface HtmlMarkdownOptions {
  /** `# Title`, or first and second headings underlined. */
  readonly headingStyle: 'atx' | 'setext';
  readonly bullet: '-' | '*' | '+';
  /** Code blocks between fences, or indented by four blanks. */
  readonly codeStyle: 'fenced' | 'indented';
  /** `[text](address)`, or `[text][1]` with the addresses at the end. */
  readonly links: 'inline' | 'referenced';
  /** Writes tables as Markdown tables; otherwise each cell as a paragraph. */
  readonly tables: boolean;
}

const listElements = new Set(['ul', 'ol', 'menu', 'dir']);
/** Elements that a cell of a Markdown table cannot contain: a table with these in it is a layout table. */
const layoutElements = new Set('table hr form section article header footer nav'.split(' '));
/** Elements that make a table a layout table unless it has header cells. A cell has their text in one line. */
const blocksInCells = new Set('ul ol menu dir dl pre blockquote h1 h2 h3 h4 h5 h6'.split(' '));
const headings = new Set('h1 h2 h3 h4 h5 h6'.split(' '));

/**
 * Converts an HTML tree to Markdown: CommonMark with GitHub's tables and strike-through. Elements without a Markdown
 * counterpart become text.
 *
 * Not turndown, which takes seconds for nested elements and overflows its stack: see Decisions in engine/README.md.
 *
 * @throws {OutputTooLongError} soon after the text is longer than the limit.
 * @throws {ToolError} if a table has too many cells.
 */
export function htmlToMarkdown(root: HtmlElement, options: HtmlMarkdownOptions, limit: OutputLimit): string {
  return new MarkdownWriter(options, limit).write(root);
}

class MarkdownWriter {
  readonly #options: HtmlMarkdownOptions;
  readonly #output: BlockWriter;
  readonly #inline: InlineMarkdown;
  /** The targets of links, with their numbers. */
  readonly #references = new Map<string, number>();
  /** Inline elements that contain a block. */
  readonly #blockLike = new Set<HtmlElement>();
  /** Headings inside links, such as those of cards, with the links: the heading becomes the link. */
  readonly #headingLinks = new Map<HtmlElement, HtmlElement>();
  /** The last block, if an adjacent block of its kind would be read as part of it. */
  #last: 'list' | 'code' | undefined;
  /** The marker of the last list. */
  #lastMarker = '';
  #listDepth = 0;

  constructor(options: HtmlMarkdownOptions, limit: OutputLimit) {
    this.#options = options;
    this.#output = new BlockWriter(limit);
    this.#inline = new InlineMarkdown(
      limit,
      options.links === 'referenced' ? (target) => this.#reference(target) : undefined,
    );
  }

  write(root: HtmlElement): string {
    this.#inline.base = baseOf(root);
    this.#findBlocks(root, false);
    this.#blocks(root.children);
    this.#output.separate(2);
    for (const [target, number] of this.#references) this.#output.block(`[${number}]: ${target}`);
    return this.#output.text;
  }

  #reference(target: string): string {
    const number = this.#references.get(target) ?? this.#references.size + 1;
    this.#references.set(target, number);
    return `[${number}]`;
  }

  /** Returns whether there is a block among the children. */
  #findBlocks(element: HtmlElement, inLink: boolean): boolean {
    let found = false;
    for (const child of element.children) {
      if (typeof child === 'string') continue;
      const isLink = child.name === 'a' && child.attributes.has('href');
      const inChild = this.#findBlocks(child, inLink || isLink);
      // For a link around blocks without a heading, the link matters more than the blocks.
      const isCard = inChild && isLink && !inLink && this.#linkHeading(child);
      const hasBlocks = inChild && (child.name !== 'a' || isCard);
      if (hasBlocks) this.#blockLike.add(child);
      if (hasBlocks || blockElements.has(child.name)) found = true;
    }
    return found;
  }

  /** Moves a link around blocks to the first heading with text in it. Returns whether there is one. */
  #linkHeading(link: HtmlElement): boolean {
    for (const heading of elementsNamed(link, headings)) {
      if (textContent(heading).trim() === '') continue;
      this.#headingLinks.set(heading, link);
      return true;
    }
    return false;
  }

  #isBlock(node: HtmlNode): node is HtmlElement {
    return typeof node !== 'string' && (blockElements.has(node.name) || this.#blockLike.has(node));
  }

  /** @param tight - whether a paragraph starts on the next line instead of after an empty one. */
  #blocks(nodes: readonly HtmlNode[], tight = false): void {
    let line: HtmlNode[] = [];
    for (const node of withWordLists(nodes)) {
      if (this.#isBlock(node)) {
        this.#paragraph(line, tight);
        line = [];
        this.#block(node, tight);
      } else line.push(node);
    }
    this.#paragraph(line, tight);
  }

  #block(element: HtmlElement, tight: boolean): void {
    const { name, children } = element;
    if (undisplayedElements.has(name)) return;
    if (headings.has(name)) this.#heading(this.#linked(element), Number(name[1]));
    else if (name === 'hr') this.#write(this.#listDepth > 0 && this.#options.bullet !== '*' ? '***' : '---');
    else if (name === 'blockquote') this.#quote(children);
    else if (name === 'pre') this.#code(element);
    else if (listElements.has(name)) this.#list(element, tight);
    else if (name === 'table') this.#table(element);
    else {
      this.#output.separate(2);
      this.#blocks(children);
      this.#output.separate(2);
    }
  }

  #linked(heading: HtmlElement): readonly HtmlNode[] {
    const link = this.#headingLinks.get(heading);
    return link === undefined ? heading.children : [{ ...link, children: heading.children }];
  }

  #write(lines: string, lineEnds: 1 | 2 = 2): void {
    this.#output.separate(lineEnds);
    this.#output.block(lines);
    this.#output.separate(lineEnds);
    this.#last = undefined;
  }

  #paragraph(nodes: readonly HtmlNode[], tight: boolean): void {
    let separation: 1 | 2 = tight ? 1 : 2;
    // Two line breaks in a row are an empty line: another paragraph.
    for (const part of this.#inline.write(nodes).split(/\n *\n[\n ]*/)) {
      const lines = part.split('\n').map((line) => escapeLineStart(withoutBlanksAround(line)));
      const text = lines.filter((line) => line.trim() !== '').join('  \n');
      if (text === '') continue;
      this.#write(text, separation);
      separation = 2;
    }
  }

  #heading(nodes: readonly HtmlNode[], level: number): void {
    const text = this.#inline.write(nodes).replaceAll('\n', ' ');
    if (text === '') return;
    if (this.#options.headingStyle === 'setext' && level <= 2) {
      this.#write(
        `${escapeLineStart(text)}\n${(level === 1 ? '=' : '-').repeat(Math.max(3, Math.min(text.length, 80)))}`,
      );
      return;
    }
    // Number signs at the end would be read as the end of the heading.
    this.#write(`${'#'.repeat(level)} ${text.replace(/(^| )(#+)$/, '$1\\$2')}`);
  }

  #quote(nodes: readonly HtmlNode[]): void {
    this.#output.separate(2);
    this.#output.enter('> ', '> ');
    this.#last = undefined;
    this.#blocks(nodes);
    this.#output.leave();
    this.#output.separate(2);
    this.#last = undefined;
  }

  #code(element: HtmlElement): void {
    const code = preformattedText(element);
    const indented =
      this.#options.codeStyle === 'indented' && this.#last === undefined && /^[^\n]/.test(code) && /\S$/.test(code);
    this.#output.separate(2);
    if (!indented) {
      this.#write(fencedCode(code, languageOf(element)));
      return;
    }
    this.#output.enter('    ', '    ');
    this.#write(code);
    this.#output.leave();
    this.#last = 'code';
  }

  #list(list: HtmlElement, tight: boolean): void {
    this.#output.separate(tight ? 1 : 2);
    let marker = this.#markerOf(list);
    const itemsTight = list.children.every(
      (child) =>
        typeof child === 'string' ||
        this.#isTight(child) ||
        (listElements.has(child.name) && previousElement(child) !== undefined),
    );
    // Word processors nest lists between two items: they belong to the first.
    let isItemOpen = false;
    const endItem = () => {
      if (isItemOpen) this.#output.leave();
      isItemOpen = false;
    };
    const numbers = list.name === 'ol' ? listNumbers(list) : undefined;
    this.#listDepth++;
    for (const child of list.children) {
      if (typeof child === 'string' && child.trim() === '') continue;
      if (typeof child === 'string' || child.name !== 'li') {
        if (typeof child === 'string' || !listElements.has(child.name)) endItem();
        this.#blocks([child], itemsTight);
        continue;
      }
      endItem();
      const number = numbers?.next().value;
      // Markdown counts up, whatever the later numbers of a list are; with another marker a new list starts.
      if (number?.isJump === true) marker = marker === '.' ? ')' : '.';
      const mark = `${number?.written ?? ''}${marker} `;
      this.#output.separate(itemsTight ? 1 : 2);
      this.#output.enter(mark, ' '.repeat(mark.length));
      this.#last = undefined;
      this.#blocks(child.children, itemsTight);
      isItemOpen = true;
    }
    endItem();
    this.#listDepth--;
    this.#output.separate(tight ? 1 : 2);
    this.#last = 'list';
    this.#lastMarker = marker;
  }

  /** A list directly after another one needs another marker, or it would continue that list. */
  #markerOf({ name }: HtmlElement): string {
    const { bullet } = this.#options;
    const [usual, other] = name === 'ol' ? ['.', ')'] : [bullet, bullet === '-' ? '*' : '-'];
    return this.#last === 'list' && this.#lastMarker === usual ? other : usual;
  }

  /** Tests whether an item consists of lines, and possibly lists. */
  #isTight({ children }: HtmlElement): boolean {
    let lists = false;
    return children.every((child) => {
      if (this.#isBlock(child)) {
        lists = true;
        return listElements.has(child.name);
      }
      return !lists || (typeof child === 'string' && child.trim() === '');
    });
  }

  #table(table: HtmlElement): void {
    const rows = tableRows(table);
    if (!this.#options.tables || isForLayout(table, rows)) {
      this.#output.separate(2);
      this.#blocks(table.children);
      this.#output.separate(2);
      return;
    }
    for (const caption of elementsNamed(table, new Set(['caption']))) this.#paragraph(caption.children, false);
    const stray = strayTexts(table).join(' ');
    if (stray !== '') this.#paragraph([stray], false);
    const grid = tableGrid(rows, (cell) => this.#cell(cell), false);
    const [header = [], ...body] = grid;
    const alignments = alignmentsOf(rows.find(({ length }) => length > 0) ?? [], header.length);
    this.#write([header, alignments, ...body].map((row) => `| ${row.join(' | ')} |`).join('\n'));
  }

  #cell(cell: HtmlElement): string {
    return this.#inline.write(cell.children).replaceAll('\n', ' ').replaceAll('|', '\\|');
  }
}

const cellsAndCaption = new Set(['td', 'th', 'caption']);

/** Returns the texts of a table that are in none of its cells: browsers show them before it. */
function strayTexts({ children }: HtmlElement): string[] {
  return children.flatMap((child) => {
    if (typeof child === 'string') return child.trim() === '' ? [] : [child];
    return cellsAndCaption.has(child.name) || undisplayedElements.has(child.name) ? [] : strayTexts(child);
  });
}

/** Tests whether a table only places what is in it. Header cells show that it has data. */
function isForLayout(table: HtmlElement, rows: readonly (readonly HtmlElement[])[]): boolean {
  const contains = (names: ReadonlySet<string>) => elementsNamed(table, names).next().done === false;
  if (contains(layoutElements)) return true;
  if (contains(headerCells)) return false;
  const isNarrow = rows.every((row) => row.length < 2);
  // One row, or one column, is no table of data; in a table of several, single cells may have lists.
  return isNarrow || (contains(blocksInCells) && rows.filter((row) => row.length > 0).length < 2);
}

const headerCells = new Set(['th']);

/** Returns what addresses are relative to: the first base element of the page, if its address is absolute. */
function baseOf(root: HtmlElement): URL | undefined {
  for (const { attributes } of elementsNamed(root, new Set(['base']))) {
    const href = attributes.get('href');
    if (href !== undefined) return baseElementAddress(href, undefined);
  }
  return undefined;
}

/**
 * Returns the text of a `pre` element, without a line end directly after its start tag or at its end: browsers do not
 * show them.
 */
function preformattedText(element: HtmlElement): string {
  const [first] = element.children;
  let text = '';
  let before = '';
  const write = (piece: string) => {
    text += piece;
    before = piece;
  };
  const visit = ({ children }: HtmlElement) => {
    for (const child of children) {
      const kind = typeof child === 'string' ? undefined : scriptKindOf(child.name, child.attributes);
      if (typeof child === 'string') write(child);
      else if (child.name === 'br') write('\n');
      else if (kind !== undefined) write(scriptInLine(kind, textContent(child), before));
      else visit(child);
    }
  };
  visit(element);
  text = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  return typeof first === 'string' ? text.replace(/^\n/, '') : text;
}

/** Returns the language as highlighters name it: `<pre><code class="language-js">`. */
function languageOf(pre: HtmlElement): string {
  const code = pre.children.find((child) => typeof child !== 'string' && child.name === 'code');
  const classes = [pre, code].map((element) => (typeof element === 'object' ? element.attributes.get('class') : ''));
  return /(?:^|\s)lang(?:uage)?-([^\s`]{1,40})(?!\S)/.exec(classes.join(' '))?.[1] ?? '';
}

/** The number of an item as Markdown can have it, and whether it is not the one after the last. */
interface ItemNumber {
  readonly written: number;
  readonly isJump: boolean;
}

/** Yields the numbers of the items of an ordered list as browsers show them (HTML Standard, section 4.4.5). */
function* listNumbers(list: HtmlElement): Generator<ItemNumber, undefined> {
  const { attributes } = list;
  const items = listItems(list);
  const isReversed = attributes.has('reversed');
  let next = numberOf(attributes.get('start')) ?? (isReversed ? items.length : 1);
  /** What a renderer shows for an item that goes on with the list. */
  let expected: number | undefined;
  for (const item of items) {
    const number = numberOf(item.attributes.get('value')) ?? next;
    const shown = Math.max(0, number);
    yield { written: Math.min(shown, 999_999_999), isJump: shown !== (expected ?? shown) };
    next = number + (isReversed ? -1 : 1);
    expected = shown + 1;
  }
  return undefined;
}

function numberOf(text = ''): number | undefined {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** Returns the second line of a table. */
function alignmentsOf(header: readonly HtmlElement[], columns: number): string[] {
  return Array.from({ length: columns }, (_, column) => {
    const attributes = header[column]?.attributes;
    const style = /text-align:\s*(left|center|right)/i.exec(attributes?.get('style') ?? '')?.[1];
    switch ((attributes?.get('align') ?? style)?.toLowerCase()) {
      case 'left':
        return ':--';
      case 'center':
        return ':-:';
      case 'right':
        return '--:';
      default:
        return '---';
    }
  });
}
