/** Number of paragraphs in the lines of a text: runs of lines that are not blank. */
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
