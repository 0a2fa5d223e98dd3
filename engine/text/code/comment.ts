import { ToolError } from '../../core/errors.js';
import { positionAt } from '../position.js';
import type { Span } from '../span.js';

/** A comment in source code. A line comment ends before the line end. */
export type Comment = Span;

/** Finds the comments of a text in order, in time linear in its length. */
export type CommentFinder = (text: string) => Iterable<Comment>;

/** Returns the end of a comment. @throws {ToolError} with the place of a comment that is never closed. */
export function closed(text: string, start: number, end: number): number {
  if (end === -1) throw ToolError.at(positionAt(text, start), `a comment is never closed`);
  return end;
}

/** Returns where the line that contains an offset ends: at its line end, or at the end of the text. */
export function lineEndAfter(text: string, start: number): number {
  let end = start;
  while (end < text.length && text[end] !== '\n' && text[end] !== '\r') end++;
  return end;
}

/** Returns the length of the line end that starts here; 0 if none does. */
export function lineEndLength(text: string, at: number): number {
  if (text[at] === '\n') return 1;
  if (text[at] !== '\r') return 0;
  return text[at + 1] === '\n' ? 2 : 1;
}

/** Returns the end of a block comment in C-like languages, where comments do not nest. */
export function blockCommentEnd(text: string, start: number): number {
  const close = closed(text, start, text.indexOf('*/', start + 2));
  return close + 2;
}

/**
 * Returns the end of a string in which a backslash escapes the next character.
 *
 * @param start - after the opening quote.
 * @param acrossLines - if false, an unclosed string ends with its line.
 */
export function backslashStringEnd(text: string, start: number, quote: string, acrossLines = false): number {
  for (let i = start; i < text.length; i++) {
    const character = text[i];
    if (character === quote) return i + 1;
    if (character === '\\') i += text[i + 1] === '\r' && text[i + 2] === '\n' ? 2 : 1;
    else if (!acrossLines && (character === '\n' || character === '\r')) return i;
  }
  return text.length;
}

const nameCharacter = /[\p{L}\p{M}\p{N}_$]/u;

/** Tests for letters, marks, digits, `_`, `$` and either half of a character beyond U+FFFF. */
export function isNameCharacter(character: string | undefined): boolean {
  if (character === undefined || character === '') return false;
  if (character < '\u0080') {
    const isLetter = (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
    return isLetter || (character >= '0' && character <= '9') || character === '_' || character === '$';
  }
  return nameCharacter.test(character) || /[\ud800-\udfff]/.test(character);
}

/** Returns where a run of name characters ends. */
export function nameEnd(text: string, start: number): number {
  let end = start;
  while (isNameCharacter(text[end])) end++;
  return end;
}
