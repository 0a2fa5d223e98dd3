import { maxListCharacters } from '../../../../../engine/core/limits.js';

export { maxListCharacters };

/** Formats an error: `501 URLs: at most 500 go into one request.` */
export function tooMany(number: number, what: string, maximum: number): string {
  return `${number.toLocaleString('en')} ${what}: at most ${maximum.toLocaleString('en')} go into one request.`;
}

/** Returns why a list is too long for a request; '' if it is not. */
export function listProblem(items: number, characters: number, what: string, maxItems: number): string {
  if (items > maxItems) return tooMany(items, what, maxItems);
  return characters > maxListCharacters ? tooMany(characters, 'characters', maxListCharacters) : '';
}
