import {
  blockCommentEnd,
  type Comment,
  isNameCharacter,
  lineEndAfter,
  lineEndLength,
  nameEnd,
} from '../../../text/code/comment.js';
import { cMemberOf } from './c-members.js';
import { CStrings } from './c-strings.js';

/** Finds the comments of C, C++ and the languages with the same comments. */
export function* cComments(text: string): Generator<Comment> {
  const member = cMemberOf(text);
  const strings = new CStrings(text, member);
  const nesting = new Nesting(text, member.nests);
  const plusComments: ReadonlyMap<number, number> = member.plusComments ? plusCommentEnds(text) : new Map();
  for (let at = 0; at < text.length; ) {
    const character = text.charAt(at);
    if (text.startsWith('//', at)) {
      const end = lineCommentEnd(text, at, member.splices);
      yield { start: at, end };
      at = end;
    } else if (text.startsWith('/*', at)) {
      const end = nesting.commentEnd(at);
      yield { start: at, end };
      at = end;
    } else if (plusComments.has(at)) {
      const end = plusComments.get(at) ?? at;
      yield { start: at, end };
      at = end;
    } else if (!member.plain && character === '/') {
      at = slashedEnd(text, at);
    } else if (!member.plain && text.startsWith('\\\\', at) && startsLine(text, at)) {
      // A line of a string of Zig.
      at = lineEndAfter(text, at);
    } else if ('"\'`$@#'.includes(character)) {
      at = Math.max(strings.end(at), at + 1);
    } else if (/\d/.test(character)) {
      at = numberEnd(text, at);
    } else if (isNameCharacter(character)) {
      at = strings.prefixedEnd(at, nameEnd(text, at));
    } else {
      // Outside strings, a backslash is part of a regular expression of Swift, or ends the line.
      at += character === '\\' ? 2 : 1;
    }
  }
}

/** Returns where each `/+` of D that is closed ends. What is not closed is a division by a number with a sign. */
function plusCommentEnds(text: string): Map<number, number> {
  const ends = new Map<number, number>();
  const open: number[] = [];
  for (const { 0: mark, index } of text.matchAll(/\/\+|\+\//g)) {
    if (mark === '/+') open.push(index);
    else ends.set(open.pop() ?? -1, index + mark.length);
  }
  return ends;
}

/**
 * Returns the end of a string or regular expression between slashes, of Groovy and Swift; the place after the slash if
 * it is a division: then something to divide precedes it.
 */
function slashedEnd(text: string, start: number): number {
  let before = start - 1;
  while (text[before] === ' ' || text[before] === '\t') before--;
  if (!'=~(,[{:?!&|'.includes(text[before] ?? '.') || /\s/.test(text.charAt(start + 1))) return start + 1;
  for (let at = start + 1; at < text.length && lineEndLength(text, at) === 0; at++) {
    if (text[at] === '/') return at + 1;
    if (text[at] === '\\') at++;
  }
  return start + 1;
}

function startsLine(text: string, at: number): boolean {
  let before = at - 1;
  while (text[before] === ' ' || text[before] === '\t') before--;
  return before < 0 || lineEndLength(text, before) > 0;
}

function lineCommentEnd(text: string, start: number, splices: boolean): number {
  let end = start;
  while (end < text.length) {
    const length = lineEndLength(text, end);
    if (length > 0 && !(splices && text[end - 1] === '\\')) return end;
    end += length === 0 ? 1 : length;
  }
  return end;
}

/** Returns the end of a number. Apostrophes may group digits and do not start a character constant: `1'000'000`. */
function numberEnd(text: string, start: number): number {
  let end = start + 1;
  while (/[\w.]/.test(text.charAt(end)) || (text[end] === "'" && /\w/.test(text.charAt(end + 1)))) end++;
  return end;
}

/** The time of searches in vain stays linear: together they read this many times the text at most. */
const vainReadings = 8;

/** Block comments, which nest in some languages. */
class Nesting {
  readonly #text: string;
  #nests: boolean;
  /** How many characters may still be read in vain. */
  #left: number;

  constructor(text: string, nests: boolean) {
    this.#text = text;
    this.#nests = nests;
    this.#left = vainReadings * text.length;
  }

  commentEnd(start: number): number {
    const end = this.#left > 0 ? this.#nestedEnd(start, this.#nests) : undefined;
    if (end !== undefined) return end;
    // A comment would stay open, so the text was written for a language without nested comments.
    this.#nests = false;
    return blockCommentEnd(this.#text, start);
  }

  /**
   * @param counts - otherwise the text may be C, in which a comment ends with the first closing mark. No second closing
   * mark can follow there, so comments nest only if each that was opened is closed in a row.
   */
  #nestedEnd(start: number, counts: boolean): number | undefined {
    const text = this.#text;
    const marks = counts ? /\/\*|\*\//g : /\/\*|\/(?=\/)|\*\/|["'`]/g;
    marks.lastIndex = start + 2;
    let depth = 1;
    let closing = false;
    for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
      if (mark[0] === '*/') {
        // `*/*` may be a sign and the start of a comment of C.
        if (closing && !counts && text[marks.lastIndex] === '*') break;
        depth--;
        closing = true;
        if (depth === 0) return marks.lastIndex;
      } else if (mark[0] === '/*') {
        depth++;
        if (closing && !counts) break;
      } else if (closing) break;
    }
    this.#left -= (marks.lastIndex || text.length) - start;
    return undefined;
  }
}
