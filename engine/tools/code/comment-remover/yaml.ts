import { backslashStringEnd, type Comment, lineEndAfter, lineEndLength } from '../../../text/code/comment.js';

/** The comments of YAML 1.2. A `#` starts one only behind a blank, and never inside quotes or a block scalar. */
export function yamlComments(text: string): Iterable<Comment> {
  return new YamlLexer(text).comments();
}

/** A scalar behind `|` or `>`: the lines that are indented more than what it belongs to. */
interface BlockScalar {
  /** Column of the key or dash that it belongs to; -1 for the document. */
  readonly parent: number;
  /** Column in which its lines start, once that is known. */
  indent: number | undefined;
}

class YamlLexer {
  readonly #text: string;
  #block: BlockScalar | undefined;
  /** The quote that is open. */
  #quote = '';
  /** How many brackets and braces are open. */
  #flow = 0;
  /** A plain scalar goes on in lines that are indented at least so far. */
  #plainFrom: number | undefined;
  /** Column of the key or dash that the current value belongs to. */
  #parent = -1;

  constructor(text: string) {
    this.#text = text;
  }

  *comments(): Generator<Comment> {
    const text = this.#text;
    for (let start = 0; start < text.length; ) {
      const end = lineEndAfter(text, start);
      if (!this.#isBlockLine(start, end)) {
        const comment = this.#line(start, end);
        if (comment !== -1) yield { start: comment, end };
      }
      start = end + lineEndLength(text, end);
    }
  }

  /** Whether a line belongs to a block scalar; the first that does not ends it. */
  #isBlockLine(start: number, end: number): boolean {
    const block = this.#block;
    if (block === undefined) return false;
    const indent = indentOf(this.#text, start);
    if (start + indent === end) return true;
    const inside = block.indent === undefined ? indent > block.parent : indent >= block.indent;
    if (inside && !isDocumentMark(this.#text.slice(start, start + 4))) {
      block.indent ??= indent;
      return true;
    }
    this.#block = undefined;
    return false;
  }

  /** @returns where the comment of the line starts; -1 if it has none. */
  #line(start: number, end: number): number {
    const text = this.#text;
    const indent = indentOf(text, start);
    let at = start;
    /** Whether a quote, a dash or the like would mean something here; inside of plain text it does not. */
    let fresh = !(this.#plainFrom !== undefined && (this.#flow > 0 || indent >= this.#plainFrom));
    let plain = !fresh;
    /** Where the last scalar of the line starts: it may turn out to be a key. */
    let scalar = start + indent;
    if (fresh && this.#flow === 0) this.#parent = -1;
    if (this.#quote !== '') {
      at = this.#quotedEnd(at, end);
      fresh = false;
    }
    while (at < end) {
      const character = text.charAt(at);
      const closesToken = at + 1 >= end || isBlank(text[at + 1]);
      if (isBlank(character)) {
        at++;
      } else if (character === '#' && (at === start || isBlank(text[at - 1]))) {
        this.#endLine(plain, indent);
        return at;
      } else if (this.#flow > 0 && ',[]{}'.includes(character)) {
        this.#bracket(character);
        at++;
        fresh = true;
        plain = false;
      } else if (character === ':' && (closesToken || (this.#flow > 0 && !plain))) {
        this.#parent = fresh ? at - start : scalar - start;
        at++;
        fresh = true;
        plain = false;
      } else if (!fresh) {
        at++;
      } else if ((character === '-' || character === '?') && closesToken) {
        this.#parent = at - start;
        at++;
      } else if (character === '"' || character === "'") {
        scalar = at;
        this.#quote = character;
        at = this.#quotedEnd(at + 1, end);
        fresh = false;
      } else if ((character === '|' || character === '>') && this.#flow === 0) {
        at = this.#blockHeader(at);
        fresh = false;
      } else if (character === '&' || character === '!') {
        at = tokenEnd(text, at, end);
      } else if (character === '[' || character === '{') {
        this.#bracket(character);
        at++;
      } else if (at === start && isDocumentMark(text.slice(at, at + 4))) {
        at += 3;
      } else {
        scalar = at;
        fresh = false;
        plain = true;
        at++;
      }
    }
    this.#endLine(plain, indent);
    return -1;
  }

  /** Notes whether plain text may go on in the next line: it does where that is indented deeper than its parent. */
  #endLine(plain: boolean, indent: number): void {
    if (plain) this.#plainFrom ??= this.#parent === -1 ? indent : this.#parent + 1;
    else this.#plainFrom = undefined;
  }

  #bracket(character: string): void {
    if (character === '[' || character === '{') this.#flow++;
    else if (character !== ',') this.#flow = Math.max(this.#flow - 1, 0);
  }

  /** Where a quoted scalar ends in this line; the end of the line if it goes on. */
  #quotedEnd(start: number, end: number): number {
    const close = this.#quote === '"' ? doubleQuotedEnd(this.#text, start) : singleQuotedEnd(this.#text, start, end);
    if (close === -1 || close > end) return end;
    this.#quote = '';
    return close;
  }

  /** `|`, `>-`, `|2+`: a figure tells the indent. */
  #blockHeader(start: number): number {
    const text = this.#text;
    let end = start + 1;
    let indent: number | undefined;
    for (; /[-+1-9]/.test(text.charAt(end)); end++) {
      if (/\d/.test(text.charAt(end))) indent = Math.max(this.#parent, 0) + Number(text[end]);
    }
    this.#block = { parent: this.#parent, indent };
    return end;
  }
}

function doubleQuotedEnd(text: string, start: number): number {
  const end = backslashStringEnd(text, start, '"');
  return text[end - 1] === '"' && end > start ? end : -1;
}

function singleQuotedEnd(text: string, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    if (text[at] === "'" && text[++at] !== "'") return at;
  }
  return -1;
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}

function indentOf(text: string, start: number): number {
  let end = start;
  while (text[end] === ' ') end++;
  return end - start;
}

function tokenEnd(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && !isBlank(text[at])) at++;
  return at;
}

/** `---` or `...` alone or with a blank behind it. */
function isDocumentMark(lineStart: string): boolean {
  return /^(?:---|\.\.\.)\s*$/.test(lineStart);
}
