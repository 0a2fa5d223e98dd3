/** Splits a text into the white space at its ends, including no-break spaces, and the rest. */
export function splitBlanks(text: string): [before: string, core: string, after: string] {
  const core = text.trim();
  if (core === '') return [text, '', ''];
  const start = text.length - text.trimStart().length;
  return [text.slice(0, start), core, text.slice(start + core.length)];
}

/** Returns the text without blanks and line breaks at the ends. No-break spaces stay, as browsers show them. */
export function withoutBlanksAround(text: string): string {
  let start = 0;
  let end = text.length;
  while (isBlank(text[start])) start++;
  while (end > start && isBlank(text[end - 1])) end--;
  return text.slice(start, end);
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\n';
}
