import { requestError } from '../core/errors.js';
import { maxListCharacters } from '../core/limits.js';

/** The fields in which a list may come, by name: each a list, or one text. */
type Sources = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Checks that a list comes in one field only, and how long it is. Fields that are there but empty do not count.
 *
 * @returns the characters (UTF-16 code units) in all.
 * @throws {RequestError} `Provide only one of …` or, then, `Input too large: …`.
 */
export function checkSources(sources: Sources): number {
  const given = Object.values(sources).filter((source) => source !== undefined && source.length > 0);
  if (given.length > 1) throw requestError('only-one-of', { fields: Object.keys(sources) });
  const characters = given[0] === undefined ? 0 : charactersOf(given[0]);
  if (characters > maxListCharacters) {
    throw requestError('input-too-large', { length: characters, limit: maxListCharacters });
  }
  return characters;
}

function charactersOf(source: string | readonly string[]): number {
  if (typeof source === 'string') return source.length;
  let characters = 0;
  for (const element of source) characters += element.length;
  return characters;
}
