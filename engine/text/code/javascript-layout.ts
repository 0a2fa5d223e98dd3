import type { OutputLimit } from '../../core/tool.js';
import { TextWriter } from '../text-writer.js';
import { type JavaScriptToken, javaScriptTokens } from './javascript-lexer.js';
import { isWhiteSpace } from './javascript-tokens.js';
import { StatementContext } from './statement-context.js';

/**
 * Replaces what js-beautify misreads, character by character, by what it lays out in the same way: regular expressions
 * by strings, divisions by remainders, HTML-like comments by line comments, and signs in template literals by `_`. It
 * ends `${` at the first `}`, and takes `i++ / 2 / j` for a regular expression.
 *
 * @returns undefined if the code means one thing in a script and another in a module.
 */
export function hideFromBeautifier(code: string): string | undefined {
  const hidden = new TextWriter();
  let written = 0;
  for (const token of javaScriptTokens(code)) {
    if (token.ambiguous) return undefined;
    const replacement = replacementOf(token, code);
    if (replacement === undefined) continue;
    hidden.write(code.slice(written, token.start));
    hidden.write(replacement);
    written = token.end;
  }
  hidden.write(code.slice(written));
  return hidden.toString();
}

function replacementOf({ kind, start, end }: JavaScriptToken, code: string): string | undefined {
  const first = code[start];
  switch (kind) {
    case 'regular expression':
      return `"${withoutSigns(code.slice(start + 1, end - 1))}"`;
    case 'template':
      return `\`${withoutSigns(code.slice(start + 1, end - 1))}${end - start > 1 ? code[end - 1] : ''}`;
    case 'sign':
      return first === '/' ? `%${code.slice(start + 1, end)}` : undefined;
    case 'name':
      // The library reads `#include` as a line of ExtendScript.
      return first === '#' ? `$${code.slice(start + 1, end)}` : undefined;
    case 'line comment':
      return first === '<' || first === '-' ? `//${code.slice(start + 2, end)}` : undefined;
    default:
      return undefined;
  }
}

function withoutSigns(text: string): string {
  return text.replace(/[^\w\s]/g, '_');
}

/**
 * Writes the tokens of code between the white space of its layout. Keeps the line ends that automatic semicolon
 * insertion may need (https://tc39.es/ecma262/#sec-automatic-semicolon-insertion), and adds none that it would see.
 *
 * @param hidden - the code, as the layout has it.
 * @returns undefined if the layout contains something else than the code.
 */
export function applyLayout(
  code: string,
  hidden: string,
  layout: string,
  lineEnd: string,
  limit: OutputLimit | undefined,
): string | undefined {
  const writer = new LayoutWriter(code, lineEnd, limit);
  let at = 0;
  for (const token of javaScriptTokens(code)) {
    const start = skipWhiteSpace(layout, at);
    const end = tokenEnd(hidden.slice(token.start, token.end), layout, start);
    if (end === -1) return undefined;
    writer.write(layout.slice(at, start), token, layout.slice(start, end));
    at = end;
  }
  if (skipWhiteSpace(layout, at) < layout.length) return undefined;
  return writer.end(layout.slice(at));
}

function skipWhiteSpace(text: string, start: number): number {
  let at = start;
  while (isWhiteSpace(text.charAt(at))) at++;
  return at;
}

/** Returns where a token ends in the layout, which may change the white space in comments and line ends; or -1. */
function tokenEnd(token: string, layout: string, start: number): number {
  if (token === layout[start] || layout.startsWith(token, start)) return start + token.length;
  let at = start;
  let end = start;
  for (const character of token.split('')) {
    if (isWhiteSpace(character)) continue;
    at = skipWhiteSpace(layout, at);
    if (layout[at] !== character) return -1;
    at++;
    end = at;
  }
  return end;
}

/** White space, and the token or comment after it. */
interface Piece {
  /** In the code. */
  readonly before: string;
  /** In the layout. */
  space: string;
  readonly text: string;
  readonly isLineComment: boolean;
}

/** Writes a token once the comments before it are known. */
class LayoutWriter {
  readonly #code: string;
  readonly #lineEnd: string;
  readonly #writer: TextWriter;
  readonly #context = new StatementContext();
  /** The comments since the last token. */
  #comments: Piece[] = [];
  /** Where the last token or comment ends in the code. */
  #at = 0;
  #last = '';
  #afterLineComment = false;
  #indentation = '';

  constructor(code: string, lineEnd: string, limit: OutputLimit | undefined) {
    this.#code = code;
    this.#lineEnd = lineEnd;
    this.#writer = new TextWriter(limit);
  }

  write(space: string, token: JavaScriptToken, laidOut: string): void {
    const { kind, start, end } = token;
    const before = this.#code.slice(this.#at, start);
    const source = this.#code.slice(start, end);
    this.#at = end;
    if (kind === 'line comment' || kind === 'block comment') {
      const reindented = kind === 'block comment' && hasLineEnd(source) === hasLineEnd(laidOut);
      const text = reindented ? laidOut : source;
      this.#comments.push({ before, space, text, isLineComment: kind === 'line comment' });
      return;
    }
    const corrected = this.#correct(before, space, token, source);
    this.#writeComments();
    this.#writePiece(before, corrected, source);
    this.#context.add(token, source);
  }

  /** @param space - at the end of the layout. */
  end(space: string): string {
    this.#writeComments();
    this.#writer.write(space);
    return this.#writer.toString();
  }

  /** Adds or removes line ends between the last token and this one. @returns the white space before this one. */
  #correct(before: string, space: string, token: JavaScriptToken, text: string): string {
    const comments = this.#comments;
    let had = hasLineEnd(before);
    let has = hasLineEnd(space);
    for (const comment of comments) {
      if (comment.isLineComment || hasLineEnd(comment.text)) return space;
      had ||= hasLineEnd(comment.before);
      has ||= hasLineEnd(comment.space);
    }
    if (had === has) return space;
    if (had && !has && this.#context.mayNeedLineEnd(token, text)) return this.#newLine();
    if (had || !has || this.#context.allowsLineEnd(token, text)) return space;
    for (const comment of comments) comment.space = inLine(comment.before, comment.space);
    return inLine(before, space);
  }

  #writeComments(): void {
    if (this.#comments.length === 0) return;
    for (const { before, space, text, isLineComment } of this.#comments) {
      this.#writePiece(before, space, text);
      this.#afterLineComment = isLineComment;
    }
    this.#comments = [];
  }

  #writePiece(before: string, space: string, text: string): void {
    let written = space;
    if (this.#afterLineComment && !hasLineEnd(space)) written = this.#newLine();
    else if (space === '' && before !== '' && mayMerge(this.#last, text)) written = ' ';
    if (hasLineEnd(written)) this.#indentation = written.slice(written.lastIndexOf(this.#lineEnd.slice(-1)) + 1);
    else if (this.#last === '') this.#indentation = written;
    this.#writer.write(written + text);
    this.#last = text;
    this.#afterLineComment = false;
  }

  #newLine(): string {
    return this.#lineEnd + this.#indentation;
  }
}

/** Returns the white space of a layout without its line ends. */
function inLine(before: string, space: string): string {
  if (!hasLineEnd(space)) return space;
  return before === '' ? '' : ' ';
}

function hasLineEnd(text: string): boolean {
  return text !== '' && text !== ' ' && /[\n\r\u2028\u2029]/.test(text);
}

/** Tests whether two tokens without space between them might be read as others. */
function mayMerge(left: string, right: string): boolean {
  const first = right.charAt(0);
  if (/[()[\]{};,]/.test(left.slice(-1)) || /[()[\]{};,]/.test(first)) return false;
  const isSign = /[^\w$"'`\\#@\u0080-\uffff]/;
  return isSign.test(left.slice(-1)) === isSign.test(first) || /^[/\d]/.test(left) || first === '.';
}
