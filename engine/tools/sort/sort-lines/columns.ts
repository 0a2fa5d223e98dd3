/**
 * Returns a column of a line, counted from 1; empty if the line has fewer.
 *
 * @param delimiter - separates columns, literally. If empty, columns are the runs of anything but white space.
 */
export function columnOf(line: string, column: number, delimiter: string): string {
  if (delimiter === '') return blankSeparatedColumn(line, column);
  let start = 0;
  for (let count = 1; count < column; count++) {
    const end = line.indexOf(delimiter, start);
    if (end === -1) return '';
    start = end + delimiter.length;
  }
  const end = line.indexOf(delimiter, start);
  return line.slice(start, end === -1 ? undefined : end);
}

function blankSeparatedColumn(line: string, column: number): string {
  let count = 0;
  for (const [text] of line.matchAll(/\S+/g)) {
    if (++count === column) return text;
  }
  return '';
}
