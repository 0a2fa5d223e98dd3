import { maxListCharacters } from '#engine/core/limits.js';

export { maxListCharacters };

/** Formats an error: `501 URLs: at most 500 go into one request.` */
export function tooMany(number: number, what: string, maximum: number): string {
  return `${number.toLocaleString('en')} ${what}: at most ${maximum.toLocaleString('en')} go into one request.`;
}

/**
 * Returns why a list is too long for the page, and what takes longer ones; '' if it is not.
 *
 * @param command - see {@link forLongLists}.
 */
export function textProblem(characters: number, command: string): string {
  if (characters <= maxListCharacters) return '';
  const [has, maximum] = [characters, maxListCharacters].map((number) => number.toLocaleString('en'));
  return `${has} characters: at most ${maximum} fit on this page. ${forLongLists(command)}`;
}

/** Names the command for lists of any length, such as `textmill sort`. */
export function forLongLists(command: string): string {
  return `The command ${command} takes files of any length.`;
}
