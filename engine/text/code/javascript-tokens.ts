import { nameEnd } from './comment.js';

/** Returns the end of a regular expression with its flags; -1 if the line ends first: then it is not one. */
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

/** Returns the end of a name, in which `\u{61}` is a character. */
export function escapedNameEnd(text: string, start: number): number {
  let end = start;
  do {
    end = nameEnd(text, end + 1);
    if (text[end - 1] === 'u' && text[end - 2] === '\\' && text[end] === '{') end = nameEnd(text, end + 1) + 1;
  } while (text[end] === '\\');
  return Math.min(end, text.length);
}

/** Returns where the line that contains an offset ends. U+2028 and U+2029 end lines of scripts as well. */
export function lineEnd(text: string, start: number): number {
  const ends = /[\n\r\u2028\u2029]/g;
  ends.lastIndex = start;
  return ends.exec(text)?.index ?? text.length;
}

/** Tests whether a character ends a line of a script. */
export function isLineEnd(character: string | undefined): boolean {
  return character === '\n' || character === '\r' || character === '\u2028' || character === '\u2029';
}

/** Tests for what JavaScript reads as white space, line ends too. */
export function isWhiteSpace(character: string): boolean {
  if (character > ' ' && character < '\u00a0') return false;
  return character === ' ' || character === '\n' || /\s/.test(character);
}

/** Tests for an ASCII digit. */
export function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}

/** Returns the end of a number in any base, with its exponent and suffix. */
export function numberEnd(text: string, start: number): number {
  let end = start + 1;
  while (/[\w.]/.test(text.charAt(end))) end++;
  const signedExponent = /[eE]/.test(text.charAt(end - 1)) && /[+-]/.test(text.charAt(end));
  const isDecimal = !/[xX]/.test(text.charAt(start + 1));
  return signedExponent && isDecimal && /\d/.test(text.charAt(end + 1)) ? numberEnd(text, end) : end;
}

const punctuators =
  /\?\.(?!\d)|\.\.\.|=>|={1,3}|!={0,2}|>>>=|>{1,3}=?|<<?=?|\*\*=?|&&=?|\|\|=?|\?\?=?|\+\+|--|[+\-*/%&|^]=?|[\s\S]/y;

/** What a longer operator begins with. */
const extensible = '=!?.<>+-*/%&|^';

/** Returns the end of the operator or other sign that starts here. */
export function signEnd(text: string, start: number): number {
  if (!extensible.includes(text.charAt(start))) return start + 1;
  punctuators.lastIndex = start;
  punctuators.test(text);
  return punctuators.lastIndex;
}
