/** The class of a character in an identifier. A mark belongs to the character before it. */
const other = 0;
const lower = 1;
const upper = 2;
const uncased = 3;
const digit = 4;
const mark = 5;
type CharacterClass = 0 | 1 | 2 | 3 | 4 | 5;

/** The class plus 1 of each character of the Basic Multilingual Plane; 0 until it is requested. */
const known = new Uint8Array(0x10000);

/**
 * Returns the words of a name or a phrase, however they are separated: `XMLHttpRequest`, `xml-http_request` and `XML
 * HTTP request` all have three.
 *
 * Words are runs of letters and digits of any script, with the marks that belong to them. A run is split before a
 * capital that follows a small letter or a digit, and before the last of several capitals if a small letter follows it.
 * An apostrophe between letters is dropped: `don't` is the word `dont`.
 *
 * @param splitNumbers - whether digits are separate words: `area51` is two words.
 */
export function codeWords(text: string, splitNumbers: boolean): string[] {
  const words: string[] = [];
  const mayHaveApostrophes = /['’]/.test(text);
  const push = (start: number, end: number) => {
    const word = text.slice(start, end);
    words.push(mayHaveApostrophes ? word.replace(/['’]/g, '') : word);
  };
  /** The start of the word, or -1 between words; the start of its last character, not counting marks. */
  let start = -1;
  let lastAt = 0;
  let last: CharacterClass = other;
  let beforeLast: CharacterClass = other;
  for (let offset = 0, units = 1; offset < text.length; offset += units) {
    const codePoint = text.codePointAt(offset) ?? 0;
    units = codePoint > 0xffff ? 2 : 1;
    const current = classOf(codePoint);
    if (current === other || current === mark) {
      if (start === -1 || current === mark) continue;
      if (isApostrophe(codePoint) && isLetter(last) && isLetter(classAt(text, offset + 1))) continue;
      push(start, offset);
      start = -1;
      continue;
    }
    if (start === -1 || startsWord(last, current, splitNumbers)) {
      if (start !== -1) push(start, offset);
      start = offset;
      beforeLast = other;
    } else {
      if (current === lower && last === upper && beforeLast === upper) {
        push(start, lastAt);
        start = lastAt;
      }
      beforeLast = last;
    }
    last = current;
    lastAt = offset;
  }
  if (start !== -1) push(start, text.length);
  return words;
}

/** Tests whether a new word starts between two characters, from these two alone. */
function startsWord(before: CharacterClass, current: CharacterClass, splitNumbers: boolean): boolean {
  if (current === upper) return before === lower || before === digit;
  return splitNumbers && (before === digit) !== (current === digit);
}

function isLetter(characterClass: CharacterClass): boolean {
  return characterClass === lower || characterClass === upper || characterClass === uncased;
}

function isApostrophe(codePoint: number): boolean {
  return codePoint === 0x27 || codePoint === 0x2019;
}

function classAt(text: string, offset: number): CharacterClass {
  return offset < text.length ? classOf(text.codePointAt(offset) ?? 0) : other;
}

function classOf(codePoint: number): CharacterClass {
  if (codePoint > 0xffff) return findClass(codePoint);
  const found = known[codePoint] ?? 0;
  if (found !== 0) return (found - 1) as CharacterClass;
  const characterClass = findClass(codePoint);
  known[codePoint] = characterClass + 1;
  return characterClass;
}

function findClass(codePoint: number): CharacterClass {
  const character = String.fromCodePoint(codePoint);
  if (!/[\p{L}\p{N}\p{M}\u200c\u200d]/u.test(character)) return other;
  if (/\p{Ll}/u.test(character)) return lower;
  if (/[\p{Lu}\p{Lt}]/u.test(character)) return upper;
  if (/\p{L}/u.test(character)) return uncased;
  // The joiners U+200C and U+200D occur inside words of some scripts, like marks.
  return /\p{N}/u.test(character) ? digit : mark;
}
