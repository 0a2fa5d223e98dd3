/** A piece of a text: visible, or invisible characters and their sign. */
export interface Piece {
  readonly text: string;
  readonly sign?: string;
}

const signs: Readonly<Record<string, string>> = { '\t': '→', '\r': '␍', ' ': '·' };

/**
 * Splits a text at invisible characters: tabs, blanks at the end of a line, a line feed at the very end, and other
 * control, format and space characters. The pieces add up to the text.
 */
export function pieces(text: string): Piece[] {
  const unseen = /\t| +(?=\r?\n|$)|\r|\n$|[^\P{C}\n]|[^\P{Z} ]/gu;
  const found: Piece[] = [];
  let end = 0;
  for (const { 0: match, index } of text.matchAll(unseen)) {
    if (index > end) found.push({ text: text.slice(end, index) });
    found.push({ text: match, sign: match === '\n' ? '↵' : signOf(match) });
    end = index + match.length;
  }
  if (end < text.length) found.push({ text: text.slice(end) });
  return found;
}

function signOf(characters: string): string {
  const sign = signs[characters.charAt(0)];
  if (sign !== undefined) return sign.repeat(characters.length);
  return `U+${(characters.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
