import { ToolError } from '../../../core/errors.js';
import { positionAt } from '../../../text/position.js';
import { csso } from './csso.js';

/** css-tree's numbers for the tokens of CSS Syntax Module Level 3 that matter here. */
const whiteSpace = 13;
const comment = 25;
const functionStart = 2;
const semicolon = 17;
const squareStart = 19;
const squareEnd = 20;
const roundStart = 21;
const roundEnd = 22;
const curlyStart = 23;
const curlyEnd = 24;

const importantStart = '/*!';

const opening = new Set([functionStart, squareStart, roundStart, curlyStart]);
const closing = new Set([squareEnd, roundEnd, curlyEnd]);

/** The library walks style sheets recursively, and parts of it take time quadratic in the depth. */
const maxDepth = 200;

/** Checks the nesting. @throws {ToolError} with the place where brackets or blocks are nested too deeply. */
export function checkCssDepth(css: string): void {
  let depth = 0;
  csso().syntax.tokenize(css, (type, start) => {
    if (opening.has(type)) depth++;
    else if (closing.has(type) && depth > 0) depth--;
    if (depth > maxDepth) throw ToolError.at(positionAt(css, start), `nested deeper than ${maxDepth} levels`);
  });
}

/** Returns how many comments start with `/*!`. */
export function countImportantComments(css: string): number {
  let count = 0;
  if (!css.includes(importantStart)) return count;
  csso().syntax.tokenize(css, (type, start) => {
    if (type === comment && css.startsWith(importantStart, start)) count++;
  });
  return count;
}

/** Tokens that need no white space on one side or the other. */
const freeAfter = new Set(['{', '}', ';', ',', '(', '[', ':', '']);
const freeBefore = new Set(['{', '}', ';', ',', ')', ']']);

/**
 * Removes white space and comments that separate nothing, and semicolons at the end of blocks. All other tokens stay,
 * whether they make sense or not.
 *
 * @param keepImportant - keeps comments that start with `/*!`.
 */
export function stripCss(css: string, keepImportant: boolean): string {
  let stripped = '';
  let last = '';
  let gap: '' | ' ' | '\n' | '/**/' = '';
  let heldBack = '';
  let blocks = 0;
  csso().syntax.tokenize(css, (type, start, end) => {
    const text = css.slice(start, end);
    if (type === whiteSpace) {
      // A lone backslash would escape the next character.
      gap = last === '\\' ? '\n' : ' ';
      return;
    }
    if (type === comment && !(keepImportant && text.startsWith(importantStart))) {
      if (gap === '') gap = '/**/';
      return;
    }
    if (type === curlyEnd && blocks > 0) {
      blocks--;
      heldBack = '';
    }
    stripped += heldBack;
    const droppable = freeAfter.has(last) || freeBefore.has(text);
    if (gap === '\n' || !droppable) stripped += gap;
    if (type === curlyStart) blocks++;
    heldBack = type === semicolon ? text : '';
    if (type !== semicolon) stripped += text;
    last = opening.has(type) ? text.slice(-1) : text;
    gap = '';
  });
  return stripped + heldBack;
}
