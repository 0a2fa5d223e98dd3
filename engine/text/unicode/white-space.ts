/**
 * The characters that `String.prototype.trim` strips: the white space and line terminators of ECMA-262, sections 12.2
 * and 12.3.
 */
const codes: ReadonlySet<number> = new Set(
  Array.from(
    '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff',
    (character) => character.charCodeAt(0),
  ),
);

/** Tests whether a UTF-16 code unit is white space. All white space is in the Basic Multilingual Plane. */
export function isWhiteSpace(code: number): boolean {
  return code < 0x80 ? code === 0x20 || (code >= 0x09 && code <= 0x0d) : codes.has(code);
}

/** Counts white space characters. */
export function countWhiteSpace(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i++) if (isWhiteSpace(text.charCodeAt(i))) count++;
  return count;
}
