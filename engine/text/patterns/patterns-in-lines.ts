import type { OptionConditions } from '../../line-keeping.js';

/*
 * Regular expressions, in RE2 syntax, that match within a line and never nothing: a sufficient condition, which most
 * patterns meet that people write for lines. An empty match is one at the end of the text too, behind the last line end.
 */

/** One character that is no line end. In sets nothing below the blank, as a range could have the line ends in it. */
const character =
  '(?:[^\\\\^$.|?*+()[\\]{}\\r\\n]|\\.|\\\\[dwSt]|\\\\[!-/:-@[-`{-~]|\\\\p\\{[LNPS][a-z]?\\}' +
  '|\\[(?:[^\\\\[\\]^\\0-\\x1f]|\\\\[dw\\\\[\\]^-])+\\])';
const anyTimes = '(?:[*+?]|\\{\\d+(?:,\\d*)?\\})?\\??';
const atLeastOnce = '(?:(?:\\+|\\{[1-9]\\d*(?:,\\d*)?\\})\\??)?';
/** What may match nothing. */
const optional = `(?:${character}${anyTimes}|\\\\b)*`;
const certain = `${optional}${character}${atLeastOnce}${optional}`;
const groupStart = '\\((?:\\?:|\\?P?<\\w+>)?';
const optionalGroup = `${groupStart}${optional}(?:\\|${optional})*\\)${anyTimes}`;
const certainGroup = `${groupStart}${certain}(?:\\|${certain})*\\)${atLeastOnce}`;
const optionals = `(?:${character}${anyTimes}|\\\\b|${optionalGroup})*`;
const withinLine = `${optionals}(?:${character}${atLeastOnce}|${certainGroup})${optionals}`;

/** Patterns whose matches depend on nothing but the line; `^` and `$` do where they match at line ends. */
export const patternsInLines: readonly OptionConditions[] = [
  { pattern: { pattern: `^${withinLine}$` }, flags: { pattern: '^[im]*$' } },
  { pattern: { pattern: `^\\^?${withinLine}\\$?$` }, flags: { pattern: '^i*mi*$' } },
];

/** What is written for a match: without the text before and behind it, which has other lines in it. */
export const replacementInLines: OptionConditions = {
  replacement: { pattern: "^(?:[^$\\r\\n]|\\$(?![`']))*$" },
};
