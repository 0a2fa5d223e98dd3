import { offsetForward } from '../../../text/unicode/code-points.js';

/**
 * Returns the characters of a text from one to another, both counted in code points from 0 and the second one excluded.
 * Does the same as `Array.from(text).slice(from, to).join('')`, without the array.
 *
 * @param to - may be infinite.
 */
export function sliceCodePoints(text: string, from: number, to: number): string {
  const start = offsetForward(text, 0, from);
  return text.slice(start, offsetForward(text, start, to - from));
}
