import type { Span } from '../../../text/span.js';
import { isAsciiLetter, isLatin, isLetter, isLetterOrNumber, isLower, isUpper } from './letters.js';

/** What often follows a word without a blank: `VOILÀ…`, `CAFÉ’S`, `NESTLÉ®`. */
const closing = '…’”»›®–—•“‘\xa0';
/** Of these, what stands between two words as well. */
const joining = '’–—\xa0';
/** What follows some words, but not many: a unit, a footnote, an ordinal, a trademark. */
const raised = '™°ª²³¹º';
/** The signs that Mac Roman and DOS have where UTF-8 has the lead of a Latin letter. */
const leadSigns = '√≈├┼─┬';

/**
 * How surprising characters would be in a text that is not damaged, from 0: an accented capital and an ellipsis are
 * hardly, an accented letter and a sign in the middle of a word are.
 *
 * @param sequence - what may be one character in UTF-8.
 */
export function surpriseOf(text: string, { start, end }: Span): number {
  let surprise = isJump(text, start) ? 1 : 0;
  if (text[start] === 'Ã') surprise += 0.25;
  if ((text[start] === 'Â' || text[start] === 'â') && !isLetter(text, start - 1)) surprise += 0.5;
  for (let i = start + 1; i < end; i++) surprise += surpriseOfFollower(text, i, start);
  return surprise;
}

/** A capital behind a small letter or, for `Â` (`20Â°`), behind a digit; and another alphabet inside of a word. */
function isJump(text: string, lead: number): boolean {
  const before = text.charCodeAt(lead - 1);
  if (before >= 0x30 && before <= 0x39) return text[lead] === 'Â';
  if (isLower(text, lead - 1) && isUpper(text, lead)) return true;
  if (!isAsciiLetter(text, lead - 1)) return false;
  return leadSigns.includes(text.charAt(lead)) || (isLetter(text, lead) && !isLatin(text, lead));
}

function surpriseOfFollower(text: string, at: number, lead: number): number {
  const character = text.charAt(at);
  const isInside = isLetterOrNumber(text, at + 1);
  if (character === '\xa0' && text[lead] === 'Ã') return 0.5;
  if (closing.includes(character)) return isInside && !joining.includes(character) ? 0.75 : 0.25;
  if (raised.includes(character)) return isInside || text[lead] === 'Ã' ? 0.75 : 0.5;
  if (character === '\ufffd') return 0.25;
  if (character >= '\x80' && character < '\xa0') return 2;
  if (!isLetter(text, at)) return 1;
  return isLower(text, at) && isLower(text, lead) && isLatin(text, lead) ? 0.25 : 0.75;
}
