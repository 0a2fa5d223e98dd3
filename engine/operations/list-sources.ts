import { requestError } from '../core/errors.js';

/** The fields that may have the list, by name: each a list, or one text. */
type Sources = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Checks that only one field has a list, and its length. Empty fields do not count.
 *
 * @param limit - of the characters.
 * @returns the total number of characters (UTF-16 code units).
 * @throws {RequestError} `Provide only one of …` or, then, `Input too large: …`.
 */
export function checkSources(sources: Sources, limit: number): number {
  const given = Object.values(sources).filter((source) => source !== undefined && source.length > 0);
  if (given.length > 1) throw requestError('only-one-of', { fields: Object.keys(sources) });
  const characters = given[0] === undefined ? 0 : charactersOf(given[0]);
  if (characters > limit) throw requestError('input-too-large', { length: characters, limit });
  return characters;
}

/** Returns the length of a text, or of all texts together, in UTF-16 code units. */
export function charactersOf(source: string | readonly string[]): number {
  if (typeof source === 'string') return source.length;
  let characters = 0;
  for (const element of source) characters += element.length;
  return characters;
}
