const urlPart = String.raw`[\p{L}\p{M}\p{N}_~%/?#&=+$.:@!*-]`;
/** A placeholder. */
const placeholder = String.raw`\$?\{{1,2}[\w.*+:'-]{1,60}\}{1,2}`;
/** What is in a URL only if more of it follows. */
const innerSigns = String.raw`[|^\u2010-\u2015\u2212\u00b7]{1,3}(?=[\p{L}\p{M}\p{N}_~%/])`;
const emoji = String.raw`(?:(?![\0-\x7f])[\p{So}\p{Sk}\p{Sm}\p{Sc}\u200c\u200d\ufe0f]){1,60}`;
/** At the end of a URL, signs are more often part of the text. */
const oddPart = new RegExp(`${placeholder}|${innerSigns}|${emoji}(?=${urlPart})|(?<=[/=])${emoji}`, 'uy');

/**
 * Returns the end of characters in a path or query that RFC 3986 does not allow, but browsers accept; -1 if none start
 * here.
 */
export function oddPartEnd(text: string, at: number): number {
  oddPart.lastIndex = at;
  return oddPart.test(text) ? oddPart.lastIndex : -1;
}
