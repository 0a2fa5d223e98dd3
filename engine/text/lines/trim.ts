import { type Static, Type } from '../../core/schema.js';
import { codePointBefore } from '../unicode/code-points.js';
import { isWhiteSpace } from '../unicode/white-space.js';

/** The ends of a text that are trimmed. */
export const TrimSide = Type.Enum(['both', 'start', 'end'], {
  default: 'both',
  description: 'The ends to strip: both, only the start, or only the end',
});

export const TrimCharacters = Type.String({
  default: '',
  maxLength: 50,
  description: 'Characters to strip as well as white space, such as -* for list markers',
});

/**
 * Makes a function that strips white space, and any of `characters`, from the ends of a text.
 *
 * Characters are code points: a surrogate pair is stripped as a whole or not at all.
 */
export function trimmer(side: Static<typeof TrimSide>, characters: string): (text: string) => string {
  if (characters === '') return whiteSpaceTrimmers[side];
  const extra = codePointsOf(characters);
  return stripper(side, (codePoint) => isWhiteSpace(codePoint) || extra.has(codePoint));
}

/** As {@link trimmer}, for `characters` only: white space stays unless it is among them. */
export function characterTrimmer(side: Static<typeof TrimSide>, characters: string): (text: string) => string {
  const stripped = codePointsOf(characters);
  return stripper(side, (codePoint) => stripped.has(codePoint));
}

function codePointsOf(characters: string): ReadonlySet<number> {
  return new Set(Array.from(characters, (character) => character.codePointAt(0) ?? 0));
}

function stripper(side: Static<typeof TrimSide>, strips: (codePoint: number) => boolean): (text: string) => string {
  return (text) => {
    const start = side === 'end' ? 0 : firstKept(text, strips);
    return text.slice(start, side === 'start' ? text.length : lastKept(text, start, strips));
  };
}

const whiteSpaceTrimmers = {
  both: (text: string) => text.trim(),
  start: (text: string) => text.trimStart(),
  end: (text: string) => text.trimEnd(),
};

function firstKept(text: string, strips: (codePoint: number) => boolean): number {
  let start = 0;
  while (start < text.length) {
    const codePoint = text.codePointAt(start) ?? 0;
    if (!strips(codePoint)) break;
    start += codePoint > 0xffff ? 2 : 1;
  }
  return start;
}

/** Returns the index after the last character that stays, at least `start`. */
function lastKept(text: string, start: number, strips: (codePoint: number) => boolean): number {
  let end = text.length;
  while (end > start) {
    const codePoint = codePointBefore(text, end);
    if (!strips(codePoint)) break;
    end -= codePoint > 0xffff ? 2 : 1;
  }
  return end;
}
