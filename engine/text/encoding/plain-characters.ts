import type { OutputLimit } from '../../core/tool.js';
import { plainLatin, removeAccents } from '../unicode/accents.js';
import { normalize } from '../unicode/normalization.js';

/** Typographic characters and the ASCII characters that replace them. */
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
 * Translates a text code point by code point, after normalization to NFC, with a table of capitals. Characters missing
 * from the table are tried without their accent (ü as U, ß as SS, “ as "); leftover marks are dropped.
 */
export class CharacterSpelling {
  readonly #table: ReadonlyMap<string, string>;
  readonly #separator: string;
  readonly #spelled = new Map<string, string | undefined>();

  /** @param separator - written between the parts of a character that is spelled as two. */
  constructor(table: ReadonlyMap<string, string>, separator: string) {
    this.#table = table;
    this.#separator = separator;
  }

  /** Returns the text in the form that {@link spell} expects. */
  composed(text: string, limit: OutputLimit): string {
    return normalize(text, 'NFC', limit);
  }

  /** Spells one character. Returns an empty string for a mark, undefined for a character that cannot be spelled. */
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
