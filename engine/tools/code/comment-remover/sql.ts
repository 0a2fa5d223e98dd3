import type { Comment, CommentFinder } from '../../../text/code/comment.js';
import { type SqlFamily, sqlTokens } from '../../../text/code/sql-tokens.js';

/** Finds the comments of SQL, without the hints that databases act on. */
export function sqlComments(family: SqlFamily): CommentFinder {
  return function* (text): Generator<Comment> {
    for (const { kind, start, end } of sqlTokens(text, family)) {
      // In MySQL two hyphens without a blank after them are signs: 5--3. What follows them keeps the blank away.
      const afterHyphens = family === 'mysql' && text.startsWith('--', start - 2);
      if (kind === 'comment' && !(start >= 2 && afterHyphens)) yield { start, end };
    }
  };
}
