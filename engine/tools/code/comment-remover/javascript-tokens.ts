import { nameEnd } from '../../../text/code/comment.js';

/** The end of a regular expression with its flags; -1 if the line ends first: then it is none. */
export function regularExpressionEnd(text: string, start: number): number {
  let inClass = false;
  for (let i = start + 1; i < text.length; i++) {
    const character = text[i];
    if (isLineEnd(character)) return -1;
    if (character === '\\' && !isLineEnd(text[i + 1])) i++;
    else if (character === '[') inClass = true;
    else if (character === ']') inClass = false;
    else if (character === '/' && !inClass) return nameEnd(text, i + 1);
  }
  return -1;
}

/** The end of a name, in which `\u{61}` stands for a character. */
export function escapedNameEnd(text: string, start: number): number {
  let end = start;
  do {
    end = nameEnd(text, end + 1);
    if (text[end - 1] === 'u' && text[end - 2] === '\\' && text[end] === '{') end = nameEnd(text, end + 1) + 1;
  } while (text[end] === '\\');
  return Math.min(end, text.length);
}

/** Where the line ends that an offset is in. U+2028 and U+2029 end lines of scripts too. */
export function lineEnd(text: string, start: number): number {
  const ends = /[\n\r\u2028\u2029]/g;
  ends.lastIndex = start;
  return ends.exec(text)?.index ?? text.length;
}

/** Whether a character ends a line of a script. */
export function isLineEnd(character: string | undefined): boolean {
  return character === '\n' || character === '\r' || character === '\u2028' || character === '\u2029';
}

/** The end of a number, whatever its base, with its suffix. */
export function numberEnd(text: string, start: number): number {
  let end = start + 1;
  while (/[\w.]/.test(text.charAt(end))) end++;
  return end;
}
