/** A word of a POSIX shell, whatever is in it; it may stand inside double quotes within `$(…)`. */
export function shellWord(text: string): string {
  return /^[\w./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
