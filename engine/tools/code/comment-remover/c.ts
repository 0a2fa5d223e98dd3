import {
  backslashStringEnd,
  blockCommentEnd,
  type Comment,
  isNameCharacter,
  lineEndLength,
  nameEnd,
} from '../../../text/code/comment.js';

/** Prefixes of raw strings in C++. */
const rawPrefixes = new Set(['R', 'u8R', 'uR', 'UR', 'LR']);

/**
 * Finds the comments of C, C++ and languages with the same comments and strings. A backslash at the end of a line joins
 * the next.
 */
export function* cComments(text: string): Generator<Comment> {
  for (let at = 0; at < text.length; ) {
    const character = text.charAt(at);
    if (text.startsWith('//', at)) {
      const end = splicedLineEnd(text, at);
      yield { start: at, end };
      at = end;
    } else if (text.startsWith('/*', at)) {
      const end = blockCommentEnd(text, at);
      yield { start: at, end };
      at = end;
    } else if (character === '"' || character === "'") {
      at = backslashStringEnd(text, at + 1, character);
    } else if (/\d/.test(character)) {
      at = numberEnd(text, at);
    } else if (isNameCharacter(character)) {
      const end = nameEnd(text, at);
      at = text[end] === '"' && rawPrefixes.has(text.slice(at, end)) ? rawStringEnd(text, end) : end;
    } else {
      at++;
    }
  }
}

function splicedLineEnd(text: string, start: number): number {
  let end = start;
  while (end < text.length) {
    const length = lineEndLength(text, end);
    if (length > 0 && text[end - 1] !== '\\') return end;
    end += length === 0 ? 1 : length;
  }
  return end;
}

/** Returns the end of a number. Apostrophes may group digits and do not start a character constant: `1'000'000`. */
function numberEnd(text: string, start: number): number {
  let end = start + 1;
  while (/[\w.]/.test(text.charAt(end)) || (text[end] === "'" && /\w/.test(text.charAt(end + 1)))) end++;
  return end;
}

/** Returns the end of `R"name(…)name"`; the name has at most 16 characters. */
function rawStringEnd(text: string, quote: number): number {
  const name = /^"([^\s()\\]{0,16})\(/.exec(text.slice(quote, quote + 20))?.[1];
  if (name === undefined) return backslashStringEnd(text, quote + 1, '"');
  const close = text.indexOf(`)${name}"`, quote);
  return close === -1 ? text.length : close + name.length + 2;
}
