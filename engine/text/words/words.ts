import { ToolError } from '../../core/errors.js';

const ideograph = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}]';
const run = `(?:(?!${ideograph})[\\p{L}\\p{M}\\p{N}])+`;
const joint = "(?:['’-]|(?<=\\p{Nd})[.,](?=\\p{Nd}))";

/**
 * A word: letters, marks and digits in a row, with single apostrophes and hyphens between them, and points and commas
 * between digits (don't, well-known, 1,234.5). Chinese and Japanese have no spaces, so every ideograph and kana is a
 * word, as in word processors.
 */
const word = new RegExp(`${ideograph}|${run}(?:${joint}${run})*`, 'gu');

/**
 * Counts words, in linear time; `Intl.Segmenter` takes quadratic time on Node 20.
 *
 * @throws {ToolError} if a word is too long, as {@link wordsOf} does.
 */
export function countWords(text: string): number {
  let count = 0;
  word.lastIndex = 0;
  try {
    while (word.test(text)) count++;
  } catch (error) {
    throw refusal(error);
  }
  return count;
}

/**
 * Returns the words of a text in order.
 *
 * @throws {ToolError} if a word has millions of letters, which another step may have written.
 */
export function* wordsOf(text: string): Generator<string> {
  try {
    for (const [found] of text.matchAll(word)) yield found;
  } catch (error) {
    throw refusal(error);
  }
}

/** The stack of a regular expression grows with every letter that it may have to backtrack. */
function refusal(error: unknown): unknown {
  return error instanceof RangeError ? new ToolError('a word of the text is too long') : error;
}

/** Counts paragraphs in the lines of a text: runs of lines that are not blank. */
export function countParagraphs(lines: readonly string[]): number {
  let count = 0;
  let afterBlank = true;
  for (const line of lines) {
    const blank = line.trimStart() === '';
    if (afterBlank && !blank) count++;
    afterBlank = blank;
  }
  return count;
}
