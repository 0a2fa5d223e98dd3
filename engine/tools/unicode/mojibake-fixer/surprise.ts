import type { Span } from '../../../text/span.js';
import { isAsciiLetter, isLatin, isLetter, isLetterOrNumber, isLower, isUpper } from './letters.js';

/** Characters that often follow a word without a blank: `VOILÀ…`, `CAFÉ’S`, `NESTLÉ®`. */
const closing = '…’”»›®–—•“‘\xa0';
/** Of these, the ones that also occur between two words. */
const joining = '’–—\xa0';
/** Characters that follow only some words: a unit, a footnote, an ordinal, a trademark. */
const raised = '™°ª²³¹º';
/** The signs in Mac Roman and DOS for the lead byte of a Latin letter in UTF-8. */
const leadSigns = '√≈├┼─┬';

/**
 * Rates how surprising characters would be in undamaged text, from 0: an accented capital and an ellipsis hardly are,
 * an accented letter and a sign in the middle of a word are.
 *
 * @param sequence - may be one character in UTF-8.
 */
export function surpriseOf(text: string, { start, end }: Span): number {
  let surprise = isJump(text, start) ? 1 : 0;
  if (text[start] === 'Ã') surprise += 0.25;
  if ((text[start] === 'Â' || text[start] === 'â') && !isLetter(text, start - 1)) surprise += 0.5;
  for (let i = start + 1; i < end; i++) surprise += surpriseOfFollower(text, i, start);
  return surprise;
}

/**
 * Tests for a capital after a small letter or, for `Â` (`20Â°`), after a digit; and for another alphabet inside a word.
 */
function isJump(text: string, lead: number): boolean {
  const before = text.charCodeAt(lead - 1);
  if (before >= 0x30 && before <= 0x39) return text[lead] === 'Â';
  if (isLower(text, lead - 1) && isUpper(text, lead)) return true;
  if (!isAsciiLetter(text, lead - 1)) return false;
  return leadSigns.includes(text.charAt(lead)) || (isLetter(text, lead) && !isLatin(text, lead));
}

/**
 * Rates a dash after `Ã`: together they may be `Ö` or `×`. A word can end in `Ã` before a dash (`IRMÃ—`), but no word
 * consists of it (`Ã–sterreich`, `3 Ã— 4`), and an en dash between two words (`KÃ–LN`) hardly ever has no blanks.
 */
function surpriseOfDash(text: string, at: number, lead: number): number {
  if (!isLetter(text, lead - 1)) return 0.75;
  return text[at] === '–' && isLetter(text, at + 1) ? 0.75 : 0.25;
}

function surpriseOfFollower(text: string, at: number, lead: number): number {
  const character = text.charAt(at);
  const isInside = isLetterOrNumber(text, at + 1);
  if (character === '\xa0' && text[lead] === 'Ã') return 0.5;
  if (text[lead] === 'Ã' && (character === '–' || character === '—')) return surpriseOfDash(text, at, lead);
  if (closing.includes(character)) return isInside && !joining.includes(character) ? 0.75 : 0.25;
  if (raised.includes(character)) return isInside || text[lead] === 'Ã' ? 0.75 : 0.5;
  if (character === '\ufffd') return 0.25;
  if (character >= '\x80' && character < '\xa0') return 2;
  if (!isLetter(text, at)) return 1;
  return isLower(text, at) && isLower(text, lead) && isLatin(text, lead) ? 0.25 : 0.75;
}
