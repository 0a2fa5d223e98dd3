import { maxListCharacters } from '../../../../../engine/core/limits.js';

export { maxListCharacters };

/** Formats an error: `501 URLs: at most 500 go into one request.` */
export function tooMany(number: number, what: string, maximum: number): string {
  return `${number.toLocaleString('en')} ${what}: at most ${maximum.toLocaleString('en')} go into one request.`;
}

/**
 * Returns why a list is too long for a request, and what takes longer ones; '' if it is not.
 *
 * @param command - of the command line, for lists of any length: `textmill sort`.
 */
export function listProblem(
  items: number,
  characters: number,
  what: string,
  maxItems: number,
  command: string,
): string {
  if (items <= maxItems && characters <= maxListCharacters) return '';
  const problem =
    items > maxItems ? tooMany(items, what, maxItems) : tooMany(characters, 'characters', maxListCharacters);
  return `${problem} The command ${command} takes files of any length.`;
}
