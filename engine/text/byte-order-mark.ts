/** Returns the text without the byte order mark that it may start with: a sign for programs, and no part of the text. */
export function withoutByteOrderMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}
