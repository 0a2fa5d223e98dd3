/** Returns the end of a URL without quotes: its parenthesis, whatever it contains. One with quotes is a string. */
export function bareUrlEnd(text: string, start: number): number {
  let at = start;
  while (/\s/.test(text.charAt(at))) at++;
  if (text[at] === '"' || text[at] === "'") return at;
  for (; at < text.length && text[at] !== ')'; at++) if (text[at] === '\\') at++;
  return at;
}
