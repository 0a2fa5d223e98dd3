/** Names of invisible characters, from the Unicode Standard. */
const names: ReadonlyMap<number, string> = new Map([
  [0x00, 'null'],
  [0x07, 'bell'],
  [0x08, 'backspace'],
  [0x09, 'character tabulation'],
  [0x0a, 'line feed'],
  [0x0b, 'line tabulation'],
  [0x0c, 'form feed'],
  [0x0d, 'carriage return'],
  [0x1b, 'escape'],
  [0x20, 'space'],
  [0x7f, 'delete'],
  [0x85, 'next line'],
  [0xa0, 'no-break space'],
  [0xad, 'soft hyphen'],
  [0x034f, 'combining grapheme joiner'],
  [0x061c, 'Arabic letter mark'],
  [0x115f, 'Hangul choseong filler'],
  [0x1160, 'Hangul jungseong filler'],
  [0x1680, 'Ogham space mark'],
  [0x180e, 'Mongolian vowel separator'],
  [0x2000, 'en quad'],
  [0x2001, 'em quad'],
  [0x2002, 'en space'],
  [0x2003, 'em space'],
  [0x2004, 'three-per-em space'],
  [0x2005, 'four-per-em space'],
  [0x2006, 'six-per-em space'],
  [0x2007, 'figure space'],
  [0x2008, 'punctuation space'],
  [0x2009, 'thin space'],
  [0x200a, 'hair space'],
  [0x200b, 'zero width space'],
  [0x200c, 'zero width non-joiner'],
  [0x200d, 'zero width joiner'],
  [0x200e, 'left-to-right mark'],
  [0x200f, 'right-to-left mark'],
  [0x2028, 'line separator'],
  [0x2029, 'paragraph separator'],
  [0x202a, 'left-to-right embedding'],
  [0x202b, 'right-to-left embedding'],
  [0x202c, 'pop directional formatting'],
  [0x202d, 'left-to-right override'],
  [0x202e, 'right-to-left override'],
  [0x202f, 'narrow no-break space'],
  [0x205f, 'medium mathematical space'],
  [0x2060, 'word joiner'],
  [0x2061, 'function application'],
  [0x2062, 'invisible times'],
  [0x2063, 'invisible separator'],
  [0x2064, 'invisible plus'],
  [0x2066, 'left-to-right isolate'],
  [0x2067, 'right-to-left isolate'],
  [0x2068, 'first strong isolate'],
  [0x2069, 'pop directional isolate'],
  [0x2800, 'Braille pattern blank'],
  [0x3000, 'ideographic space'],
  [0x3164, 'Hangul filler'],
  [0xfeff, 'zero width no-break space'],
  [0xffa0, 'halfwidth Hangul filler'],
  [0xfff9, 'interlinear annotation anchor'],
  [0xfffa, 'interlinear annotation separator'],
  [0xfffb, 'interlinear annotation terminator'],
  [0xe0001, 'language tag'],
  [0xe007f, 'cancel tag'],
]);

/** Returns the name of an invisible character: its own, or that of its kind; undefined for any other character. */
export function invisibleName(codePoint: number): string | undefined {
  const name = names.get(codePoint);
  if (name !== undefined) return name;
  const character = String.fromCodePoint(codePoint);
  if (/\p{Cc}/u.test(character)) return 'control character';
  if (/\p{Variation_Selector}/u.test(character)) return 'variation selector';
  if (codePoint > 0xe0000 && codePoint < 0xe0080) return 'tag character';
  return /\p{Default_Ignorable_Code_Point}/u.test(character) ? 'invisible character' : undefined;
}

/**
 * Matches characters that cannot be seen, or look like a space but are not. Plain spaces, tabs and line ends are
 * excluded.
 */
export const invisibleCharacter =
  /[\0-\x08\v\f\x0e-\x1f\x7f-\x9f\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000\ufff9-\ufffb\p{DI}]/gu;

/** Looks like a space, but is something else. */
export const oddSpace = /^[\xa0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000]$/;

/** Ends a line where hardly any program expects it. */
export const oddLineEnd = /^[\v\f\x85\u2028\u2029]$/;

export const bidiControl = /^[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]$/;

/** Scripts in which joiners shape or separate letters. */
const joiningScript =
  /^[\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Mymr}\p{scx=Khmr}\p{scx=Tibt}\p{scx=Bali}\p{scx=Java}\p{scx=Cakm}\p{scx=Adlm}\p{scx=Rohg}]$/u;
const letterOrMark = /^[\p{L}\p{M}]$/u;
const emojiPart = /^(?:[\p{ExtPict}\p{EMod}]|\ufe0f|\u{e007f})$/u;
const pictograph = /^\p{ExtPict}$/u;

/**
 * Tests whether an invisible character affects the characters around it: a joiner between letters of Arabic or an Indic
 * script or inside an emoji, or a variation selector after a character with variations.
 *
 * @param before - the last character before it that stays; `''` if there is none.
 * @param after - the character after it; `''` at the end.
 */
export function isInUse(character: string, before: string, after: string): boolean {
  if (character === '\u200d' && emojiPart.test(before) && pictograph.test(after)) return true;
  if (character === '\u200c' || character === '\u200d') {
    return letterOrMark.test(before) && joiningScript.test(before);
  }
  if (character === '\ufe0e' || character === '\ufe0f') return /^\p{Emoji}$/u.test(before);
  if (/^\p{VS}$/u.test(character)) return /^[0\p{scx=Han}\p{scx=Mong}\p{scx=Mymr}\p{scx=Phag}\p{Sm}]$/u.test(before);
  return false;
}

/** The flags of England, Scotland and Wales: a black flag, and letters and digits as tags. */
export const tagSequence = /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}/gu;
