import { isAscii } from 'node:buffer';
import { Type } from '../../core/schema.js';
import { scratch } from '../../core/scratch.js';
import { isHighSurrogate } from './code-points.js';

/** The languages whose letters change case differently; `root` is Unicode's default for all others. */
export const CaseLocale = Type.Enum(['root', 'tr', 'az', 'lt'], {
  default: 'root',
  description: 'Language with special rules: Turkish and Azeri (dotted and dotless i), Lithuanian; root for all others',
});

/** The same for tools that write words with capitals. */
export const WordLocale = Type.Enum(['root', 'tr', 'az', 'lt', 'nl'], {
  default: 'root',
  description:
    'Language with special rules: Turkish and Azeri (dotted and dotless i), Lithuanian, Dutch (IJ); root for all others',
});

/** A value of {@link WordLocale}. */
export type WordLanguage = 'root' | 'tr' | 'az' | 'lt' | 'nl';

/**
 * Writes a text in lower case, by the rules of a language. In those without a dotless i, İ becomes a plain i and not
 * the i with a combining dot of Unicode's full mapping: Şahin, whoever writes ŞAHİN.
 */
export function lowerCaseIn(text: string, language: WordLanguage): string {
  if (language !== 'root' && language !== 'nl') return text.toLocaleLowerCase(language);
  return lowerCase(/\u0130|I\u0307/.test(text) ? text.replace(/\u0130|I\u0307/g, 'i') : text);
}

/** Changes the case of text by the full rules of Unicode in the root locale. */
type Convert = (text: string) => string;

/** Below this many code units the built-in conversion is always faster. */
const fewUnits = 1_000;
/** The most code units that one expands to: ΐ is three in upper case. */
const mostExpansion = 3;
/** Number of code units in Latin-1. */
const latin1Units = 0x100;

/** What each character of Latin-1 becomes, if all of that is in Latin-1 too. */
interface Latin1Mapping {
  readonly first: Uint8Array;
  /** 0 if there is one character only. */
  readonly second: Uint8Array;
  /** The characters that become others. */
  readonly leaving: readonly string[];
}

/**
 * Converts case with a table of the characters that are one code unit in both cases.
 *
 * The built-in conversion uses ICU for everything but Latin-1, and is slow even there if the text contains ß; a look-up
 * takes a third of the time. The table is filled from the built-in conversion, character by character on demand.
 */
class CaseMapping {
  readonly #convert: Convert;
  /** The other case of each code unit; 0 if it is unknown or not a single code unit. */
  readonly #table = new Uint16Array(65_536);
  /** The code units that become several. */
  readonly #expansions = new Map<number, string>();
  #latin1Mapping: Latin1Mapping | undefined;

  constructor(convert: Convert) {
    this.#convert = convert;
  }

  /** Does the same as the built-in conversion, if that treats each character independently. */
  apply(text: string): string {
    const isLatin1 = !/[^\0-\xff]/.test(text);
    return (isLatin1 ? this.#latin1(text) : this.#utf16(text)) ?? this.#convert(text);
  }

  /** Writes one byte for each character, so that the text stays half as large, unless one needs more. */
  #latin1(text: string): string | undefined {
    this.#latin1Mapping ??= latin1MappingOf(this.#convert);
    const { first, second, leaving } = this.#latin1Mapping;
    if (leaving.some((character) => text.includes(character))) return this.#utf16(text);
    const { length } = text;
    const memory = scratch(length * 3);
    const output = memory.subarray(length);
    memory.write(text, 'latin1');
    let written = 0;
    for (let at = 0; at < length; at++) {
      const unit = memory[at] ?? 0;
      output[written++] = first[unit] ?? 0;
      const more = second[unit] ?? 0;
      if (more !== 0) output[written++] = more;
    }
    return output.toString('latin1', 0, written);
  }

  /** Returns undefined if only the built-in conversion can convert a character. */
  #utf16(text: string): string | undefined {
    const { length } = text;
    const memory = scratch(2 * length * (1 + mostExpansion));
    const input = new Uint16Array(memory.buffer, 0, length);
    memory.write(text, 'utf16le');
    const start = this.#firstChange(input);
    // Most scripts have no case.
    if (start === length) return text;
    const output = new Uint16Array(memory.buffer, 2 * length, mostExpansion * length);
    output.set(input.subarray(0, start));
    const end = this.#writeFrom(start, input, output);
    return end === undefined ? undefined : memory.toString('utf16le', 2 * length, 2 * (length + end));
  }

  /** Writes the code units from `start` on at the same place, and returns the end of what was written. */
  #writeFrom(start: number, input: Uint16Array, output: Uint16Array): number | undefined {
    const table = this.#table;
    const { length } = input;
    let written = start;
    for (let at = start; at < length; at++) {
      const unit = input[at] ?? 0;
      const mapped = table[unit] || this.#learn(unit);
      if (mapped >= 0) output[written++] = mapped;
      else {
        const expansion = this.#expansions.get(unit);
        if (expansion === undefined) return undefined;
        for (let index = 0; index < expansion.length; index++) output[written++] = expansion.charCodeAt(index);
      }
    }
    return written;
  }

  /** Returns the index of the first code unit that another takes the place of; the length if there is none. */
  #firstChange(input: Uint16Array): number {
    const table = this.#table;
    const { length } = input;
    for (let at = 0; at < length; at++) {
      const unit = input[at] ?? 0;
      if (table[unit] !== unit && this.#learn(unit) !== unit) return at;
    }
    return length;
  }

  /** Adds a code unit to the table and returns its other case; -1 if that is not a single code unit. */
  #learn(unit: number): number {
    if (unit === 0) return 0;
    const mapped = isHighSurrogate(unit) ? this.#ofHighSurrogate(unit) : this.#ofCharacter(unit);
    if (mapped !== -1) this.#table[unit] = mapped;
    return mapped;
  }

  #ofCharacter(unit: number): number {
    if (this.#expansions.has(unit)) return -1;
    const converted = this.#convert(String.fromCharCode(unit));
    if (converted.length === 1) return converted.charCodeAt(0);
    this.#expansions.set(unit, converted);
    return -1;
  }

  /** The surrogate stays, unless one of the 1,024 characters that begin with it has another case. */
  #ofHighSurrogate(unit: number): number {
    let characters = '';
    for (let low = 0xdc00; low <= 0xdfff; low++) characters += String.fromCharCode(unit, low);
    return this.#convert(characters) === characters ? unit : -1;
  }
}

function latin1MappingOf(convert: Convert): Latin1Mapping {
  const [first, second] = [new Uint8Array(latin1Units), new Uint8Array(latin1Units)];
  const leaving: string[] = [];
  for (let unit = 0; unit < latin1Units; unit++) {
    const character = String.fromCharCode(unit);
    const converted = convert(character);
    if (/[^\0-\xff]/.test(converted)) leaving.push(character);
    first[unit] = converted.charCodeAt(0);
    if (converted.length > 1) second[unit] = converted.charCodeAt(1);
  }
  return { first, second, leaving };
}

const upper = new CaseMapping((text) => text.toUpperCase());
const lower = new CaseMapping((text) => text.toLowerCase());

/** Does the same as `toUpperCase`, faster for long texts that are not plain ASCII. */
export function upperCase(text: string): string {
  return text.length < fewUnits || isAsciiText(text) ? text.toUpperCase() : upper.apply(text);
}

/** Looks at bytes: a regular expression takes ten times as long. */
function isAsciiText(text: string): boolean {
  // Fast for text that V8 stores in one byte for each character.
  if (/[^\0-\xff]/.test(text)) return false;
  const memory = scratch(text.length);
  return isAscii(memory.subarray(0, memory.write(text, 'latin1')));
}

/** Does the same as `toLowerCase`, faster for long texts in non-Latin letters. */
export function lowerCase(text: string): string {
  // A sigma at the end of a word is another letter, so its neighbours matter.
  const isForTable = text.length >= fewUnits && /[^\0-\xff]/.test(text) && !text.includes('\u03a3');
  return isForTable ? lower.apply(text) : text.toLowerCase();
}
