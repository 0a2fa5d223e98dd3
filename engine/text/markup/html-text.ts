import type { OutputLimit } from '../../core/tool.js';
import { absoluteAddress, baseElementAddress } from '../urls/base-address.js';
import { BlockWriter } from './block-writer.js';
import { blockElements, type HtmlEvents, undisplayedElements } from './html.js';
import type { HtmlAttributes } from './html-attributes.js';
import { type HtmlElement, listItems } from './html-tree.js';
import { InlineText } from './inline-text.js';
import { type ScriptKind, scriptInLine, scriptKindOf } from './scripts-in-line.js';
import { shownValue } from './shown-value.js';

export interface HtmlTextOptions {
  /** Addresses of links: omitted, in brackets after their text, or as numbered notes at the end. */
  readonly links: 'none' | 'inline' | 'footnotes';
  /** Writes the alternative texts of images. */
  readonly images: boolean;
  /** Writes bullets and numbers, and indents the content of lists. */
  readonly listMarks: boolean;
  /** Wraps lines at this many characters; 0 for never. */
  readonly wrap: number;
  /** What relative addresses of links are resolved by; undefined leaves them as they are. */
  readonly base?: URL | undefined;
}

/** Elements that browsers surround with a margin. */
const spacedElements = new Set(
  'p blockquote dl dir fieldset figure h1 h2 h3 h4 h5 h6 hr menu ol pre table ul'.split(' '),
);
const listElements = new Set(['ul', 'ol', 'menu', 'dir']);
/** What a cell may have one of without being written on lines of its own. */
const paragraphs = new Set(['p', 'div']);
const preformattedElements = new Set(['pre', 'textarea', 'xmp', 'plaintext', 'listing']);

interface List {
  /** The number of the next item; undefined if bulleted. */
  number: number | undefined;
  /** 1, or -1 in a list that counts down. */
  readonly step: number;
  /** The numbering style: 1, a, A, i or I. */
  readonly type: string;
  /** The columns of the last item's mark; undefined while an item is open, or before the first. */
  indent: number | undefined;
  /** Whether the list is between two items of another, as word processors nest lists, and indented like the first. */
  readonly isIndented: boolean;
}

interface Row {
  cells: number;
  /** A cell contains several blocks, so the cells are written below one another. */
  broken: boolean;
  /** What the open cell has: nothing yet, text, or a whole paragraph, as word processors put into each cell. */
  content: 'none' | 'text' | 'paragraph';
  /** How many blocks are open that began at the start of the cell. */
  leading: number;
}

/** Raised or lowered text while it is read. */
interface Script {
  readonly kind: ScriptKind;
  text: string;
  /** The last piece of the text: looking at the end of a growing string copies it each time. */
  last: string;
}

interface Link {
  readonly address: string;
  text: string;
}

/**
 * Writes HTML as text: blocks on separate lines, an empty line between paragraphs and similar blocks, tabs between
 * the cells of a table row. Pass it the events of an element, then call `end`.
 *
 * @throws {OutputTooLongError} soon after the text is longer than the limit: each line in nested quotes or lists
 *   starts with as many marks.
 */
export class HtmlTextWriter implements HtmlEvents {
  readonly #options: HtmlTextOptions;
  readonly #limit: OutputLimit;
  #output: BlockWriter;
  readonly #inline = new InlineText();
  readonly #lists: List[] = [];
  /** The lengths of the marks of the open items. */
  readonly #marks: number[] = [];
  readonly #rows: Row[] = [];
  readonly #links: Link[] = [];
  readonly #notes = new Map<string, number>();
  #base: URL | undefined;
  #hasBaseElement = false;
  #hidden = 0;
  #preformatted = 0;
  /** The number of open quotations in a line. */
  #quotes = 0;
  /** The open raised and lowered texts. */
  readonly #scripts: Script[] = [];
  /** For each open `span`, whether it is one of these. */
  readonly #spans: boolean[] = [];
  /** The last piece of text. */
  #before = '';
  /** Length of all addresses: a long base makes them longer than the text that they come from. */
  #addressLength = 0;

  constructor(options: HtmlTextOptions, limit: OutputLimit) {
    this.#options = options;
    this.#base = options.base;
    this.#limit = limit;
    this.#output = new BlockWriter(limit, options.wrap);
  }

  /** @param element - numbers a reversed list without a start, which counts down from the number of its items. */
  open(name: string, attributes: HtmlAttributes, element?: HtmlElement): void {
    if (undisplayedElements.has(name)) this.#hidden++;
    if (this.#hidden > 0) return;
    const script = scriptKindOf(name, attributes);
    if (name === 'span') this.#spans.push(script !== undefined);
    if (script !== undefined) {
      this.#scripts.push({ kind: script, text: '', last: '' });
      return;
    }
    if (blockElements.has(name) || preformattedElements.has(name)) this.#openBlock(name, attributes, element);
    else if (name === 'base') this.#setBase(attributes.get('href'));
    else if (name === 'br') this.#break('\n');
    else if (name === 'img') this.#image(attributes);
    else if (name === 'button') this.#append(' ');
    else if (name === 'input') this.#value(attributes);
    else if (name === 'q') this.#append(this.#quotes++ % 2 === 0 ? '\u201c' : '\u2018');
    else if (name === 'a') this.#links.push({ address: addressOf(attributes), text: '' });
  }

  text(text: string): void {
    if (this.#hidden > 0) return;
    const script = this.#scripts.at(-1);
    if (script === undefined) this.#append(text);
    else add(script, text);
  }

  #append(text: string): void {
    this.#endScripts();
    this.#write(text);
  }

  #write(text: string): void {
    const row = this.#rows.at(-1);
    if (row !== undefined && row.content !== 'text' && /\S/.test(text)) {
      if (row.content === 'paragraph') this.separate();
      row.content = 'text';
    }
    const link = this.#links.at(-1);
    if (link !== undefined) link.text += text;
    if (this.#preformatted > 0) this.#inline.appendPreformatted(text.replace(/\r\n?/g, '\n'));
    else this.#inline.append(text);
    this.#before = text;
  }

  /** Writes what the open scripts hold so far. */
  #endScripts(): void {
    for (const script of this.#scripts) {
      if (script.text !== '') this.#write(scriptInLine(script.kind, script.text, this.#before));
      script.text = '';
      script.last = '';
    }
  }

  #closeScript(): void {
    const script = this.#scripts.pop();
    if (script === undefined || script.text === '') return;
    const outer = this.#scripts.at(-1);
    const written = scriptInLine(script.kind, script.text, outer === undefined ? this.#before : outer.last);
    if (outer === undefined) this.#write(written);
    else add(outer, written);
  }

  #break(text: '\n' | '\t'): void {
    this.#endScripts();
    this.#inline.break(text);
    this.#before = text;
  }

  close(name: string): void {
    if (undisplayedElements.has(name)) this.#hidden--;
    else if (this.#hidden > 0) return;
    else if (blockElements.has(name) || preformattedElements.has(name)) this.#closeBlock(name);
    else if (name === 'q') this.#append(--this.#quotes % 2 === 0 ? '\u201d' : '\u2019');
    else if (name === 'sup' || name === 'sub' || (name === 'span' && this.#spans.pop() === true)) this.#closeScript();
    else if (name === 'button') this.#append(' ');
    else if (name === 'a') this.#closeLink();
  }

  /** Starts a new paragraph. */
  separate(): void {
    this.#flush();
    this.#output.separate(2);
  }

  /** Writes lines unchanged, as a paragraph. */
  lines(text: string): void {
    this.separate();
    if (text !== '') this.#block(text, false);
    this.#output.separate(2);
  }

  /** Returns what `write` writes as a text by itself. Footnotes are still numbered and listed together. */
  apart(write: () => void): string {
    this.#flush();
    const output = this.#output;
    this.#output = new BlockWriter(this.#limit);
    write();
    this.#flush();
    const { text } = this.#output;
    this.#output = output;
    return text;
  }

  /** Ends the text and returns it. */
  end(): string {
    this.#flush();
    if (this.#notes.size > 0) this.#output.separate(2);
    for (const [address, number] of this.#notes) this.#output.block(`[${number}] ${address}`, false);
    return this.#output.text;
  }

  #openBlock(name: string, attributes: HtmlAttributes, element?: HtmlElement): void {
    if (name === 'td' || name === 'th') {
      this.#openCell();
      return;
    }
    const row = this.#rows.at(-1);
    if (row?.content === 'none' && paragraphs.has(name)) {
      row.leading++;
      return;
    }
    if (row !== undefined) row.content = 'text';
    this.#flush();
    this.#separate(name);
    if (name === 'hr') this.#output.block('---', false);
    else if (name === 'blockquote') this.#output.enter('> ', '> ');
    else if (name === 'tr') this.#rows.push({ cells: 0, broken: false, content: 'none', leading: 0 });
    else if (listElements.has(name)) this.#openList(name, attributes, element);
    else if (name === 'li') this.#openItem(attributes);
    else if (preformattedElements.has(name)) this.#preformatted++;
  }

  #closeBlock(name: string): void {
    if (name === 'td' || name === 'th') return;
    const row = this.#rows.at(-1);
    if (row !== undefined && row.leading > 0 && paragraphs.has(name)) {
      row.leading--;
      if (row.content === 'text') row.content = 'paragraph';
      return;
    }
    this.#flush();
    if (name === 'blockquote') this.#output.leave();
    else if (name === 'tr') this.#rows.pop();
    else if (listElements.has(name)) {
      if (this.#lists.pop()?.isIndented === true) this.#output.leave();
    } else if (name === 'li' && this.#options.listMarks) this.#closeItem();
    else if (preformattedElements.has(name)) this.#preformatted--;
    this.#separate(name);
  }

  #separate(name: string): void {
    // A list inside a list has no margin.
    const spaced = spacedElements.has(name) && !(listElements.has(name) && this.#lists.length > 0);
    this.#output.separate(spaced ? 2 : 1);
  }

  #openCell(): void {
    const row = this.#rows.at(-1);
    if (row === undefined) return;
    if (row.cells++ > 0 && !row.broken) this.#break('\t');
    else if (row.broken) this.#flush();
    row.content = 'none';
    row.leading = 0;
  }

  #openList(name: string, attributes: HtmlAttributes, element?: HtmlElement): void {
    const indent = this.#lists.at(-1)?.indent;
    this.#lists.push(listOf(name, attributes, element, indent !== undefined));
    if (indent !== undefined) this.#output.enter(' '.repeat(indent), ' '.repeat(indent));
  }

  #openItem(attributes: HtmlAttributes): void {
    if (!this.#options.listMarks) return;
    const list = this.#lists.at(-1);
    const mark = markOf(list, attributes);
    this.#marks.push(mark.length);
    if (list !== undefined) list.indent = undefined;
    this.#output.enter(mark, ' '.repeat(mark.length));
  }

  #closeItem(): void {
    const list = this.#lists.at(-1);
    const indent = this.#marks.pop();
    if (list !== undefined) list.indent = indent;
    this.#output.leave();
  }

  /** The first `<base>` with an address counts. */
  #setBase(href: string | undefined): void {
    if (href === undefined || this.#hasBaseElement) return;
    this.#hasBaseElement = true;
    this.#base = baseElementAddress(href, this.#options.base);
  }

  #image(attributes: HtmlAttributes): void {
    const text = attributes.get('alt')?.trim() ?? '';
    if (this.#options.images && text !== '') this.#append(`[${text}]`);
  }

  /** Writes what a field shows, apart from the words beside it. */
  #value(attributes: HtmlAttributes): void {
    const value = shownValue(attributes);
    if (value !== '') this.#append(` ${value} `);
  }

  #closeLink(): void {
    this.#endScripts();
    const { address: written, text } = this.#links.pop() ?? { address: '', text: '' };
    if (this.#options.links === 'none' || written === '') return;
    const address = absoluteAddress(written, this.#base);
    if (text.trim() === address) return;
    this.#addressLength += address.length;
    if (this.#base !== undefined) this.#limit.check(this.#addressLength);
    if (this.#options.links === 'inline') {
      // Without a text, blanks keep the address apart from what is around it.
      this.#inline.append(text.trim() === '' ? ` ${address} ` : ` (${address})`);
      return;
    }
    const number = this.#notes.get(address) ?? this.#notes.size + 1;
    this.#notes.set(address, number);
    this.#inline.append(` [${number}]`);
  }

  /** Writes the collected text as a block. */
  #flush(): void {
    this.#endScripts();
    this.#before = '';
    if (this.#inline.isEmpty) return;
    const all = this.#inline.take();
    const { text, before, after } = withoutOuterLines(all);
    // Preformatted text has line ends at its edges that are not shown, and so have cells.
    const showsEmptyLines = this.#preformatted === 0 && this.#rows.length === 0;
    if (text.trim() === '') {
      if (showsEmptyLines) this.#output.emptyLines(Math.max(1, before + after));
      return;
    }
    if (showsEmptyLines) this.#output.emptyLines(before);
    this.#block(text, this.#preformatted === 0);
    // The last line break only ends the line.
    if (showsEmptyLines) this.#output.emptyLines(after - 1);
  }

  #block(text: string, wrap: boolean): void {
    this.#output.block(text, wrap);
    const row = this.#rows.at(-1);
    if (row !== undefined) row.broken = true;
  }
}

function add(script: Script, text: string): void {
  script.text += text;
  script.last = text;
}

/** Returns the address of a link to another page. */
function addressOf(attributes: HtmlAttributes): string {
  const address = (attributes.get('href') ?? '').replace(/[\t\n\r]/g, '').trim();
  return address.startsWith('#') || /^javascript:/i.test(address) ? '' : address;
}

function listOf(name: string, attributes: HtmlAttributes, element: HtmlElement | undefined, isIndented: boolean): List {
  const isReversed = attributes.has('reversed');
  const last = isReversed && element !== undefined ? listItems(element).length : undefined;
  const start = wholeNumber(attributes.get('start')) ?? last;
  const step = isReversed && start !== undefined ? -1 : 1;
  const number = name === 'ol' ? (start ?? 1) : undefined;
  return { number, step, type: attributes.get('type') ?? '1', indent: undefined, isIndented };
}

/** Returns the bullet or number of an item, and counts the item. */
function markOf(list: List | undefined, attributes: HtmlAttributes): string {
  if (list?.number === undefined) return '- ';
  const number = wholeNumber(attributes.get('value')) ?? list.number;
  list.number = number + list.step;
  return `${listNumber(number, attributes.get('type') ?? list.type)}. `;
}

function wholeNumber(text = ''): number | undefined {
  return /^-?\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** Returns the text without the line breaks at its edges, and the number of these. */
function withoutOuterLines(text: string): { text: string; before: number; after: number } {
  let start = 0;
  let end = text.length;
  while (text[start] === '\n') start++;
  while (end > start && text[end - 1] === '\n') end--;
  return { text: text.slice(start, end), before: start, after: text.length - end };
}

const romanDigits: readonly (readonly [value: number, digits: string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

/**
 * Writes the number of a list item as browsers do: with the type `a` or `A` in letters, with `i` or `I` in Roman
 * numerals (HTML Standard, section 4.4.5). Numbers outside their range are written in digits.
 */
function listNumber(number: number, type: string): string {
  switch (type) {
    case 'a':
      return inLetters(number);
    case 'A':
      return inLetters(number).toUpperCase();
    case 'i':
      return inRomanNumerals(number);
    case 'I':
      return inRomanNumerals(number).toUpperCase();
    default:
      return String(number);
  }
}

/** Counts a to z, then aa. */
function inLetters(number: number): string {
  if (number < 1) return String(number);
  let written = '';
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    written = String.fromCharCode(0x61 + ((rest - 1) % 26)) + written;
  }
  return written;
}

function inRomanNumerals(number: number): string {
  if (number < 1 || number > 3999) return String(number);
  let rest = number;
  let written = '';
  for (const [value, digits] of romanDigits) {
    written += digits.repeat(Math.floor(rest / value));
    rest %= value;
  }
  return written;
}
