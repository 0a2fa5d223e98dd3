import type { OptionConditions } from '../../../core/line-keeping.js';

/*
 * Regular expressions, in RE2 syntax, that match within a line and never nothing: a sufficient condition, which most
 * patterns meet that people write for lines. An empty match is one at the end of the text too, behind the last line end.
 */

/**
 * One character that is not a line end. Sets exclude everything below the blank, as a range could contain the line
 * ends.
 */
const character =
  '(?:[^\\\\^$.|?*+()[\\]{}\\r\\n]|\\.|\\\\[dwSt]|\\\\[!-/:-@[-`{-~]|\\\\p\\{[LNPS][a-z]?\\}' +
  '|\\[(?:[^\\\\[\\]^\\0-\\x1f]|\\\\[dw\\\\[\\]^-])+\\])';
const atLeastOnce = '(?:(?:\\+|\\{[1-9]\\d*(?:,\\d*)?\\})\\??)?';
const perhapsNever = '(?:[*?]|\\{0\\d*(?:,\\d*)?\\})\\??';
const anyTimes = `(?:${perhapsNever}|${atLeastOnce})`;
/*
 * A row of these can be read in one way only: up to the first part that cannot match nothing, and on from there. Two ways
 * for each of many alternatives would take these patterns years.
 */
const any = `(?:${character}${anyTimes}|\\\\b)*`;
const certain = `(?:${character}${perhapsNever}|\\\\b)*${character}${atLeastOnce}${any}`;
const groupStart = '\\((?:\\?:|\\?P?<\\w+>)?';
const anyGroup = `${groupStart}${any}(?:\\|${any})*\\)${anyTimes}`;
const certainGroup = `${groupStart}${certain}(?:\\|${certain})*\\)${atLeastOnce}`;
const beforeCertain = `(?:${character}${perhapsNever}|\\\\b|${anyGroup})*`;
const withinLine = `${beforeCertain}(?:${character}${atLeastOnce}|${certainGroup})(?:${character}${anyTimes}|\\\\b|${anyGroup})*`;

/** Patterns whose matches depend only on the line; `^` and `$` do if they match at line ends. */
export const patternsInLines: readonly OptionConditions[] = [
  { pattern: { pattern: `^${withinLine}$` }, flags: { pattern: '^[im]*$' } },
  { pattern: { pattern: `^\\^?${withinLine}\\$?$` }, flags: { pattern: '^i*mi*$' } },
];

/** The replacement of a match: excludes the text before and after it, which contains other lines. */
export const replacementInLines: OptionConditions = {
  replacement: { pattern: "^(?:[^$\\r\\n]|\\$(?![`']))*$" },
};
