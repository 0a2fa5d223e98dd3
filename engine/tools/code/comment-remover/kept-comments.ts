import type { Comment } from '../../../text/code/comment.js';

/** Which comments stay. */
export interface KeptComments {
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
