import { hasLuhnDigit } from '../encoding/luhn.js';
import type { Span } from '../span.js';
import { asciiFigures, isPartOfFigure, isSeparator } from './figures.js';

/** The prefixes of an issuer's numbers, as a range of equally long ones, and their numbers of digits. */
interface Issuer {
  readonly from: string;
  readonly to: string;
  readonly lengths: readonly number[];
}

const sixteenToNineteen = [16, 17, 18, 19];

/** Visa, Mastercard, American Express, Discover, Diners Club, JCB, UnionPay, Maestro, Mir, UATP. */
const issuers: readonly Issuer[] = [
  { from: '4', to: '4', lengths: [13, 16, 19] },
  { from: '51', to: '55', lengths: [16] },
  { from: '2221', to: '2720', lengths: [16] },
  { from: '34', to: '34', lengths: [15] },
  { from: '37', to: '37', lengths: [15] },
  { from: '6011', to: '6011', lengths: sixteenToNineteen },
  { from: '644', to: '659', lengths: sixteenToNineteen },
  { from: '300', to: '305', lengths: [14, ...sixteenToNineteen] },
  { from: '36', to: '36', lengths: [14, ...sixteenToNineteen] },
  { from: '38', to: '39', lengths: [14, ...sixteenToNineteen] },
  { from: '3528', to: '3589', lengths: sixteenToNineteen },
  { from: '62', to: '62', lengths: sixteenToNineteen },
  { from: '81', to: '81', lengths: sixteenToNineteen },
  { from: '50', to: '50', lengths: [12, 13, 14, 15, ...sixteenToNineteen] },
  { from: '56', to: '58', lengths: [12, 13, 14, 15, ...sixteenToNineteen] },
  { from: '63', to: '63', lengths: [12, 13, 14, 15, ...sixteenToNineteen] },
  { from: '67', to: '67', lengths: [12, 13, 14, 15, ...sixteenToNineteen] },
  { from: '2200', to: '2204', lengths: sixteenToNineteen },
  // By airline; other figures begin with 1000, such as the identifiers of social networks.
  { from: '1001', to: '1999', lengths: [15] },
];

/** The groups of digits on cards, as their lengths. */
const groupings = /^(?:\d+|4 4 4 4(?: [1-3])?|4 6 [45]|4 5 6|4 4 5|6 13|4 4 4 1)$/;

const leastDigits = 12;
const mostDigits = 19;

/** Tests whether a card number may begin with a group of so many digits: see {@link groupings}. */
const mayBegin = (length: number) => length === 4 || length === 6 || (length >= leastDigits && length <= mostDigits);

/**
 * Finds payment card numbers in running text, in order, in time linear in its length. They have 12 to 19 digits, an
 * issuer's prefix and length, and the check digit of the Luhn algorithm; in one piece, or in the groups of a card with
 * a blank, a hyphen of any kind or a dot between. Digits may be fullwidth, Arabic-Indic or Persian.
 */
export function* paymentCardsInText(written: string): Generator<Span & { readonly digits: string }> {
  const text = asciiFigures(written);
  let free = 0;
  for (const { 0: group, index } of text.matchAll(/\d+/g)) {
    if (index < free || !mayBegin(group.length) || isPartOfFigure(text.charAt(index - 1))) continue;
    const card = cardAt(text, index);
    if (card === undefined) continue;
    yield card;
    free = card.end;
  }
}

/** Returns the longest card number that starts here. */
function cardAt(text: string, start: number): (Span & { digits: string }) | undefined {
  let card: (Span & { digits: string }) | undefined;
  let digits = '';
  let grouping = '';
  let end = start;
  while (digits.length < mostDigits) {
    const group = /^\d{1,20}/.exec(text.slice(end, end + mostDigits + 1))?.[0];
    if (group === undefined) break;
    digits += group;
    grouping += `${grouping === '' ? '' : ' '}${group.length}`;
    end += group.length;
    if (isCard(digits) && groupings.test(grouping) && !isPartOfFigure(text.slice(end, end + 2)))
      card = { start, end, digits };
    if (!isSeparator(text.charAt(end)) && text.charAt(end) !== '.') break;
    end++;
  }
  return card;
}

function isCard(digits: string): boolean {
  return (
    issuers.some(({ from, to, lengths }) => {
      const prefix = digits.slice(0, from.length);
      return prefix >= from && prefix <= to && lengths.includes(digits.length);
    }) && hasLuhnDigit(digits)
  );
}
