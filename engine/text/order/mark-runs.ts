/** Marks in a row that are let pass, as in the Stream-Safe Text Format. @see Unicode Standard Annex #15 section 13 */
const longestMarkRun = 30;

/**
 * Breaks long runs of combining marks with U+034F, which has no weight of its own.
 *
 * A collator puts the marks of a run in canonical order in quadratic time, and nothing can stop it: 40,000 marks
 * take half a second for each comparison, 500,000 more than a minute.
 */
export function breakMarkRuns(text: string): string {
  return mayHaveLongMarkRun(text) ? text.replace(/\p{M}{30}(?=\p{M})/gu, '$&\u034f') : text;
}

/** Quick and on the safe side: a run of more than 30 marks covers one of the positions that are looked at. */
export function mayHaveLongMarkRun(text: string): boolean {
  for (let position = longestMarkRun; position < text.length; position += longestMarkRun + 1) {
    if (mayBeMark(text.charCodeAt(position))) return true;
  }
  return false;
}

/** False for what most text is made of: Latin and CJK letters and Hangul. True for surrogates, of marks or not. */
function mayBeMark(codeUnit: number): boolean {
  if (codeUnit < 0x300) return false;
  return codeUnit < 0x3400 || (codeUnit > 0x9fff && codeUnit < 0xac00) || codeUnit > 0xd7a3;
}
