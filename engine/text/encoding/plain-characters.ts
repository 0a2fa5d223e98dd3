import type { OutputLimit } from '../../core/tool.js';
import { plainLatin, removeAccents } from '../unicode/accents.js';
import { normalize } from '../unicode/normalization.js';

/** The signs of typesetters, by what typewriters had in their place. */
const typographicSigns: ReadonlyMap<string, string> = new Map([
  ['’', "'"],
  ['‘', "'"],
  ['“', '"'],
  ['”', '"'],
  ['„', '"'],
  ['–', '-'],
  ['—', '-'],
  ['…', '...'],
]);

/**
 * Translates a text character by character (code point by code point, after normalisation to NFC) with a table of
 * capitals. A character that the table does not have is tried without its accent (ü as U, ß as SS, “ as "); marks that
 * are left over are dropped.
 */
export class CharacterSpelling {
  readonly #table: ReadonlyMap<string, string>;
  readonly #separator: string;
  readonly #spelled = new Map<string, string | undefined>();

  /** @param separator - what stands between the parts of a character that is spelled as two. */
  constructor(table: ReadonlyMap<string, string>, separator: string) {
    this.#table = table;
    this.#separator = separator;
  }

  /** The form that {@link spell} expects the characters of. */
  composed(text: string, limit: OutputLimit): string {
    return normalize(text, 'NFC', limit);
  }

  /** @returns the empty string for a mark, undefined for a character that cannot be spelled. */
  spell(character: string, limit: OutputLimit): string | undefined {
    if (this.#spelled.has(character)) return this.#spelled.get(character);
    const spelled = this.#lookUp(character, limit);
    this.#spelled.set(character, spelled);
    return spelled;
  }

  #lookUp(character: string, limit: OutputLimit): string | undefined {
    const exact = this.#table.get(character.toUpperCase());
    if (exact !== undefined) return exact;
    if (/^\p{M}$/u.test(character)) return '';
    const plain = typographicSigns.get(character) ?? plainLatin(removeAccents(character, limit)).toUpperCase();
    const parts = Array.from(plain, (part) => this.#table.get(part));
    return parts.includes(undefined) ? undefined : parts.join(this.#separator);
  }
}
