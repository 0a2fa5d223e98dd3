/** Quotes a text as one word of a POSIX shell. The word may be used inside double quotes within `$(…)`. */
export function shellWord(text: string): string {
  return /^[\w./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
