/**
 * The characters of a text from one to another, both counted in code points from 0 and the second one left out: as
 * `Array.from(text).slice(from, to).join('')`, without the array.
 *
 * @param to - may be infinite.
 */
export function sliceCodePoints(text: string, from: number, to: number): string {
  const start = advance(text, 0, from);
  return text.slice(start, advance(text, start, to - from));
}

/** The offset that lies so many code points behind another one, or the end of the text. */
function advance(text: string, offset: number, codePoints: number): number {
  if (codePoints >= text.length - offset) return text.length;
  let end = offset;
  for (let left = codePoints; left > 0 && end < text.length; left--) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return end;
}
