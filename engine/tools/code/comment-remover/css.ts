import { backslashStringEnd, blockCommentEnd, type Comment } from '../../../text/code/comment.js';
import { bareUrlEnd } from '../../../text/code/css.js';

/** Matches the start of anything that is not plain: a comment, a string, an escape, or a URL without quotes. */
const starts = /\/\*|["'\\]|\burl\(/gi;

/** Finds the comments of CSS, by CSS Syntax Level 3. `//` does not start one. */
export function* cssComments(text: string): Generator<Comment> {
  const next = new RegExp(starts);
  for (let match = next.exec(text); match !== null; match = next.exec(text)) {
    const start = match.index;
    const sign = match[0];
    if (sign === '/*') {
      next.lastIndex = blockCommentEnd(text, start);
      yield { start, end: next.lastIndex };
    } else if (sign === '\\') {
      next.lastIndex = start + 2;
    } else if (sign === '"' || sign === "'") {
      next.lastIndex = backslashStringEnd(text, start + 1, sign);
    } else {
      next.lastIndex = bareUrlEnd(text, next.lastIndex);
    }
  }
}
