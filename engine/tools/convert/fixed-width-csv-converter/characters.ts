/** A code point beyond the first 65,536 takes two places of a string. */
const surrogate = /[\ud800-\udfff]/;

/**
 * Returns a function that returns the code points from one place up to another one, counted from 0. A text is split only
 * once, however many pieces of it are asked for.
 */
export function slicerOf(text: string): (from: number, to: number) => string {
  if (!surrogate.test(text)) return (from, to) => text.slice(from, to);
  const characters = Array.from(text);
  return (from, to) => characters.slice(from, to).join('');
}
