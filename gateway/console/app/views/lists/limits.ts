import { maxListCharacters } from '../../../../../engine/core/limits.js';

export { maxListCharacters };

/** `501 URLs: at most 500 go into one request.` */
export function tooMany(number: number, what: string, maximum: number): string {
  return `${number.toLocaleString('en')} ${what}: at most ${maximum.toLocaleString('en')} go into one request.`;
}

/** Why a list is not sent, before the gateway has to say it; '' if it can be. */
export function listProblem(items: number, characters: number, what: string, maxItems: number): string {
  if (items > maxItems) return tooMany(items, what, maxItems);
  return characters > maxListCharacters ? tooMany(characters, 'characters', maxListCharacters) : '';
}
