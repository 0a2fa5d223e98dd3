/** The other case of text, by the full rules of Unicode in the root locale. */
type Convert = (text: string) => string;

/** Characters converted at a time, in UTF-16 code units: both buffers of a chunk stay in the processor's cache. */
const chunkUnits = 16_384;
/** Below this many code units the built-in conversion is quicker in any case. */
const fewUnits = 1_000;

/**
 * Converts case through a table of the characters that are one code unit in both cases.
 *
 * The built-in conversion is quick on Latin-1, and walks through ICU for everything else: five to twenty times slower
 * than a look-up. The table is filled from the built-in conversion, character by character as they come.
 */
class CaseMapping {
  readonly #convert: Convert;
  /** The other case of each code unit; 0 where that is not known, or not one code unit for itself. */
  readonly #table = new Uint16Array(65_536);
  readonly #bytes = Buffer.allocUnsafeSlow(2 * chunkUnits);
  readonly #units = new Uint16Array(this.#bytes.buffer);

  constructor(convert: Convert) {
    this.#convert = convert;
  }

  /** The same as the conversion that it is made from, for one that looks at each character alone. */
  apply(text: string): string {
    let converted = '';
    for (let start = 0, end: number; start < text.length; start = end) {
      end = Math.min(start + chunkUnits, text.length);
      if (isHighSurrogate(text.charCodeAt(end - 1)) && end - start > 1) end--;
      converted += this.#applyToChunk(text.slice(start, end));
    }
    return converted;
  }

  #applyToChunk(chunk: string): string {
    const bytes = this.#bytes.write(chunk, 'utf16le');
    const units = this.#units;
    const table = this.#table;
    for (let at = 0; at < chunk.length; at++) {
      const unit = units[at] ?? 0;
      const mapped = table[unit] || this.#learn(unit);
      if (mapped === -1) return this.#convert(chunk);
      units[at] = mapped;
    }
    return this.#bytes.toString('utf16le', 0, bytes);
  }

  /** @returns the other case of a code unit, which is in the table from now on; -1 if it is not one for itself. */
  #learn(unit: number): number {
    if (unit === 0) return 0;
    const mapped = isHighSurrogate(unit) ? this.#ofHighSurrogate(unit) : this.#ofCharacter(unit);
    if (mapped !== -1) this.#table[unit] = mapped;
    return mapped;
  }

  #ofCharacter(unit: number): number {
    const converted = this.#convert(String.fromCharCode(unit));
    return converted.length === 1 ? converted.charCodeAt(0) : -1;
  }

  /** It stays, unless one of the 1,024 characters that begin with it has another case. */
  #ofHighSurrogate(unit: number): number {
    let characters = '';
    for (let low = 0xdc00; low <= 0xdfff; low++) characters += String.fromCharCode(unit, low);
    return this.#convert(characters) === characters ? unit : -1;
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

const upper = new CaseMapping((text) => text.toUpperCase());
const lower = new CaseMapping((text) => text.toLowerCase());

/** What `toUpperCase` answers, sooner for long texts in other than Latin letters. */
export function upperCase(text: string): string {
  return isForTable(text) ? upper.apply(text) : text.toUpperCase();
}

/** What `toLowerCase` answers, sooner for long texts in other than Latin letters. */
export function lowerCase(text: string): string {
  // A sigma is another letter at the end of a word, so its neighbours count.
  return isForTable(text) && !text.includes('\u03a3') ? lower.apply(text) : text.toLowerCase();
}

function isForTable(text: string): boolean {
  return text.length >= fewUnits && /[^\0-\xff]/.test(text);
}
