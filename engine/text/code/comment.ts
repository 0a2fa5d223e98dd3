import { ToolError } from '../../core/errors.js';
import { positionAt } from '../position.js';
import type { Span } from '../span.js';

/** A comment of a program. One that goes to the end of its line ends in front of the line end. */
export type Comment = Span;

/** Finds the comments of a text in their order, in time linear in its length. */
export type CommentFinder = (text: string) => Iterable<Comment>;

/** @throws {ToolError} with the place of a comment whose end is not there. */
export function closed(text: string, start: number, end: number): number {
  if (end === -1) throw ToolError.at(positionAt(text, start), `a comment is never closed`);
  return end;
}

/** Where the line ends that an offset is in: at its line end, or at the end of the text. */
export function lineEndAfter(text: string, start: number): number {
  let end = start;
  while (end < text.length && text[end] !== '\n' && text[end] !== '\r') end++;
  return end;
}

/** How long the line end is that starts here; 0 if none does. */
export function lineEndLength(text: string, at: number): number {
  if (text[at] === '\n') return 1;
  if (text[at] !== '\r') return 0;
  return text[at + 1] === '\n' ? 2 : 1;
}

/** The end of a block comment of C and its kin, which does not nest. */
export function blockCommentEnd(text: string, start: number): number {
  const close = closed(text, start, text.indexOf('*/', start + 2));
  return close + 2;
}

/**
 * The end of a string in which a backslash takes the next character with it.
 *
 * @param start - behind the opening quote.
 * @param acrossLines - otherwise a string that is not closed ends with its line.
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

/** Letters, marks, digits, `_` and `$`, and any half of a character beyond U+FFFF. */
export function isNameCharacter(character: string | undefined): boolean {
  if (character === undefined || character === '') return false;
  if (character < '\u0080') return /[\w$]/.test(character);
  return nameCharacter.test(character) || /[\ud800-\udfff]/.test(character);
}

/** Where a run of name characters ends. */
export function nameEnd(text: string, start: number): number {
  let end = start;
  while (isNameCharacter(text[end])) end++;
  return end;
}
