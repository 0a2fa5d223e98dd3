/** Reads groups of words and phrases, one on each line; a line that begins with a blank goes on with the group before. */
export function groupsOf(text: string): readonly (readonly [first: string, ...others: readonly string[]])[] {
  return text
    .trim()
    .split(/\n(?! )/)
    .map((group) => group.split(/,\s+/) as [string, ...string[]]);
}
