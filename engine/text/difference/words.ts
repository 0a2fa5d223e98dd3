/** Splits a text into words, stretches of white space, and single other characters: all of it, in order. */
export function wordsAndSpaces(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}_]+|\s+|./gsu) ?? [];
}
