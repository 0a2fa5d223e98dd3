import { codePointBefore } from './code-points.js';

/** The offset so many code points behind another; the end of the text where there are fewer. */
export function offsetForward(text: string, from: number, codePoints: number): number {
  let offset = from;
  for (let left = codePoints; left > 0 && offset < text.length; left--) {
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  }
  return Math.min(offset, text.length);
}

/** The offset so many code points before another; 0 where there are fewer. */
export function offsetBack(text: string, from: number, codePoints: number): number {
  let offset = from;
  for (let left = codePoints; left > 0 && offset > 0; left--) {
    offset -= codePointBefore(text, offset) > 0xffff ? 2 : 1;
  }
  return offset;
}
