/** Returns the text without a leading byte order mark, which is a sign for programs and not part of the text. */
export function withoutByteOrderMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}
