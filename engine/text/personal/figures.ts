/** Blanks between the groups of a number, as the inside of a character class: word processors write several kinds. */
export const blanks = String.raw` \u00a0\u2007\u2009\u202f\u3000`;
/** Hyphens, the en dash and the minus sign between the groups of a number, as the inside of a character class. */
export const dashes = String.raw`\u2010-\u2013\u2212\uff0d-`;

const separator = new RegExp(`^[${blanks}${dashes}]$`);

/** Tests for a blank or a hyphen of any kind, which may be between the groups of a number. */
export function isSeparator(character: string): boolean {
  return separator.test(character);
}

const wideLetter = String.raw`[\uff21-\uff3a\uff41-\uff5a]`;
const figure = String.raw`[A-Za-z\d\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]`;
/**
 * A label in fullwidth letters that touches a figure in ASCII, `ＩＢＡＮDE89…`; two letters are those of a country, `ＤＥ89…`. Or
 * one of the figures to write in ASCII.
 */
const foreignFigure = new RegExp(
  `((?<!${figure})${wideLetter}(?:${wideLetter}{2,})?(?=[A-Za-z\\d])|(?<=[A-Za-z\\d])${wideLetter}+(?!${figure}))|` +
    String.raw`[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]`,
  'g',
);

/**
 * Writes Arabic-Indic, Persian and fullwidth digits, and fullwidth letters, in ASCII, but no label. The length stays, so that
 * places in the result are those in the text.
 */
export function asciiFigures(text: string): string {
  return text.replace(foreignFigure, (character, label?: string) => {
    if (label !== undefined) return character;
    const unit = character.charCodeAt(0);
    // In each block of digits, the last four bits are the digit.
    return unit < 0xff00 ? String(unit & 0xf) : String.fromCharCode(unit - 0xfee0);
  });
}

/**
 * What may not touch a figure such as a card number, as the inside of a character class: digits, and letters of ASCII, of
 * which codes consist. Other scripts write labels without a blank (`卡号4111…`), and no code has letters with accents
 * (`4111…é`).
 */
export const wordOfFigures = String.raw`A-Za-z\p{N}`;

const figureNeighbour = new RegExp(`^[${wordOfFigures}](?!\\p{M})`, 'u');

/**
 * Tests whether a character belongs to the figure beside it. See {@link wordOfFigures}.
 *
 * @param after - the character behind the figure and, if there is one, an accent of it; or the one before the figure.
 */
export function isPartOfFigure(after: string): boolean {
  return figureNeighbour.test(after);
}
