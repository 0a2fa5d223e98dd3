import { browserLimits, maxListCharacters } from '#engine/core/limits.js';

/** Formats an error: `501 URLs: at most 500 go into one request.` */
export function tooMany(number: number, what: string, maximum: number, where = 'go into one request'): string {
  return `${number.toLocaleString('en')} ${what}: at most ${maximum.toLocaleString('en')} ${where}.`;
}

/** Where a list is too long that this browser runs. */
export const onThisPage = 'fit on this page';

/**
 * Returns why a list is too long for where it runs, and what takes longer ones; '' if it is not.
 *
 * @param command - see {@link forLongLists}.
 */
export function textProblem(characters: number, isAtGateway: boolean, command: string): string {
  const limit = isAtGateway ? maxListCharacters : browserLimits.list;
  if (characters <= limit) return '';
  const [has, maximum] = [characters, limit].map((number) => number.toLocaleString('en'));
  return `${has} characters: at most ${maximum} ${isAtGateway ? 'can be sent' : onThisPage}. ${forLongLists(command)}`;
}

/** Names the command for lists of any length, such as `textmill sort`. */
export function forLongLists(command: string): string {
  return `The command ${command} takes files of any length.`;
}
