/** Where the column is after blanks: a tab goes on to the next multiple of `width`, a space to the next column. */
export function columnAfter(blanks: string, column: number, width: number): number {
  let end = column;
  for (let i = 0; i < blanks.length; i++) end += blanks.charCodeAt(i) === 0x09 ? width - (end % width) : 1;
  return end;
}
