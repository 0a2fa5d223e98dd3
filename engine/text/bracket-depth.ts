import { ToolError } from '../errors.js';
import { placeOf } from './position.js';

/**
 * Refuses code whose brackets, of all three kinds, are nested deeper than a parser that calls itself can bear.
 *
 * Brackets in strings and comments count as well; they come in pairs, or in small numbers.
 *
 * @throws {ToolError} `line 3, column 7: …` at the first bracket that is too deep.
 */
export function checkBracketDepth(code: string, maximum: number): void {
  let depth = 0;
  for (let i = 0; i < code.length; i++) {
    const unit = code.charCodeAt(i);
    if (closing.has(unit)) depth = Math.max(0, depth - 1);
    else if (opening.has(unit) && ++depth > maximum) {
      throw new ToolError(`${placeOf(code, i)}: brackets are nested deeper than ${maximum} levels`);
    }
  }
}

const codesOf = (characters: string) => new Set(Array.from(characters, (character) => character.charCodeAt(0)));
const opening = codesOf('([{');
const closing = codesOf(')]}');
