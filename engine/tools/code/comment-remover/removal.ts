import { type Comment, isNameCharacter, lineEndLength } from '../../../text/code/comment.js';

/**
 * Returns what replaces a comment that has code directly before and after it.
 *
 * @param before - the last few characters before it; at least one.
 * @param after - the character after it.
 */
export type Glue = (before: string, after: string, comment: string) => string;

/** A comment of C counts as a space; a macro followed by one has no parameters. */
export const spaceGlue: Glue = () => ' ';

/** Comments of HTML separate two pieces of text; joined, these must not become a tag, comment or reference. */
export const htmlGlue: Glue = (before) => (/(?:<[!/?-]*|&#?\w*)$/.test(before) ? '<!---->' : '');

/** In CSS a space would be a combinator, so an empty comment keeps tokens apart. */
export const cssGlue: Glue = (before, after) => {
  return '{}(;:,>[])'.includes(before.slice(-1)) || '{});:,>]'.includes(after) ? '' : '/**/';
};

/** A space where tokens could merge; a line end, where JavaScript may end a statement, stays a line end. */
export const tokenGlue: Glue = (before, after, comment) => {
  if (/[\r\n\u2028\u2029]/.test(comment)) return '\n';
  const left = before.slice(-1);
  if ('()[]{},;'.includes(left) || '()[]{},;'.includes(after)) return '';
  return isNameCharacter(left) === isNameCharacter(after) ? ' ' : '';
};

/** The length of code to check before a comment: the longest character reference of HTML has 33 characters. */
const contextLength = 40;

interface Removal {
  readonly glue: Glue;
  /** Drops lines that contained only comments; otherwise the number of lines stays the same. */
  readonly dropLines: boolean;
}

/**
 * Removes the comments from a text. Also removes the blanks between a comment and the end of its line, and those after
 * a comment at the start of a line. Linear in the length of the text.
 *
 * @param comments - in order.
 */
export function withoutComments(text: string, comments: Iterable<Comment>, removal: Removal): string {
  const endsInLine = !isLineEnd(text.at(-1));
  let written = '';
  let from = 0;
  for (const comment of groups(text, comments)) {
    const { start, end, replacement } = replacementOf(text, comment, removal);
    written += text.slice(from, start) + replacement;
    from = end;
    // Removing a last line without a line end must not leave a text that ends with one.
    if (endsInLine && end === text.length && replacement === '' && removal.dropLines) written = withoutLineEnd(written);
  }
  return written + text.slice(from);
}

/** Groups comments with only blanks between them into one. */
function* groups(text: string, comments: Iterable<Comment>): Generator<Comment> {
  let group: Comment | undefined;
  for (const comment of comments) {
    if (group !== undefined && blanksEnd(text, group.end) === comment.start) {
      group = { start: group.start, end: comment.end };
      continue;
    }
    if (group !== undefined) yield group;
    group = comment;
  }
  if (group !== undefined) yield group;
}

interface Replacement extends Comment {
  readonly replacement: string;
}

function replacementOf(text: string, { start, end }: Comment, { glue, dropLines }: Removal): Replacement {
  const before = blanksStart(text, start);
  const behind = blanksEnd(text, end);
  const startsLine = before === 0 || isLineEnd(text[before - 1]);
  const endsLine = behind === text.length || isLineEnd(text[behind]);
  const comment = text.slice(start, end);
  if (startsLine && endsLine && dropLines) return withoutLine(text, before, behind);
  const lineEnds = dropLines ? '' : (comment.match(/\r\n|\r|\n/g) ?? []).join('');
  if (endsLine) return { start: before, end: behind, replacement: lineEnds };
  if (startsLine) return { start, end: behind, replacement: lineEnds };
  const apart = before < start || end < behind;
  const glued = glue(text.slice(Math.max(before - contextLength, 0), before), text.charAt(behind), comment);
  if (glued === '\n') return { start: before, end: behind, replacement: lineEnds || '\n' };
  return { start, end: behind, replacement: apart ? text.slice(end, before < start ? end : behind) : glued };
}

/** Drops a line with its line end. */
function withoutLine(text: string, start: number, end: number): Replacement {
  // After a line that a backslash continues, the next line would become its continuation.
  const continued = text[start - 2] === '\\' || (text[start - 2] === '\r' && text[start - 3] === '\\');
  return { start, end: continued ? end : end + lineEndLength(text, end), replacement: '' };
}

function withoutLineEnd(text: string): string {
  if (text.endsWith('\r\n')) return text.slice(0, -2);
  return isLineEnd(text.at(-1)) ? text.slice(0, -1) : text;
}

function isLineEnd(character: string | undefined): boolean {
  return character === '\n' || character === '\r';
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}

function blanksStart(text: string, end: number): number {
  let start = end;
  while (isBlank(text[start - 1])) start--;
  return start;
}

function blanksEnd(text: string, start: number): number {
  let end = start;
  while (isBlank(text[end])) end++;
  return end;
}

/** Which comments stay. */
interface KeptComments {
  /** The first line, if it starts with `#!`. */
  readonly shebang: boolean;
  /** License comments, with the comments in adjacent lines. */
  readonly license: boolean;
  /** Whether an exclamation mark makes a comment a license comment, as in `/*!`. */
  readonly exclamation: boolean;
}

const licenseWords = /@license|@preserve|@copyright|SPDX-License-Identifier|\bcopyright\b/i;
const oneLineEnd = /^[ \t]*(?:\r\n|\r|\n)[ \t]*$/;

/** Finds the comments to remove, in order. */
export function* removableComments(text: string, comments: Iterable<Comment>, kept: KeptComments): Generator<Comment> {
  for (const block of blocks(text, comments)) {
    const [first] = block;
    const rest = kept.shebang && first?.start === 0 && text.startsWith('#!') ? block.slice(1) : block;
    if (!kept.license || !rest.some((comment) => isLicense(text, comment, kept.exclamation))) yield* rest;
  }
}

/** Groups comments that follow each other with only one line end between them. */
function* blocks(text: string, comments: Iterable<Comment>): Generator<Comment[]> {
  let block: Comment[] = [];
  for (const comment of comments) {
    const previous = block.at(-1);
    if (previous !== undefined && !isLineEndBetween(text, previous.end, comment.start)) {
      yield block;
      block = [];
    }
    block.push(comment);
  }
  if (block.length > 0) yield block;
}

function isLineEndBetween(text: string, start: number, end: number): boolean {
  return oneLineEnd.test(text.slice(start, end));
}

function isLicense(text: string, { start, end }: Comment, exclamation: boolean): boolean {
  return (exclamation && text[start + 2] === '!') || licenseWords.test(text.slice(start, end));
}
