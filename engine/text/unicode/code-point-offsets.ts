import { codePointBefore } from './code-points.js';

/** Returns the offset a number of code points (may be infinite) after another; at most the end of the text. */
export function offsetForward(text: string, from: number, codePoints: number): number {
  if (codePoints >= text.length - from) return text.length;
  let offset = from;
  for (let left = codePoints; left > 0; left--) offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  return Math.min(offset, text.length);
}

/** Returns the offset a number of code points before another; 0 if there are fewer. */
export function offsetBack(text: string, from: number, codePoints: number): number {
  let offset = from;
  for (let left = codePoints; left > 0 && offset > 0; left--) {
    offset -= codePointBefore(text, offset) > 0xffff ? 2 : 1;
  }
  return offset;
}
