import type { Span } from '../../../text/span.js';
import { codePointAt, codePointBefore, isUnspaced, isWordCharacter } from '../../../text/unicode/word-characters.js';
import { urlsInText } from '../../../text/urls/web-addresses.js';

export interface Tag extends Span {
  readonly kind: 'hashtag' | 'mention';
}

const signs = /[#\uff03@\uff20]/g;

/**
 * Letters, marks, digits and the underscore; joiners, and the dots, hyphens and marks inside words of some scripts (UAX
 * #31, table 3a), among them 〃, 〜 and ～.
 */
const hashtagName = /[\u200c-\u200d\p{L}\p{M}\p{Nd}_\u00b7\u05be\u05f3\u05f4\u0f0b\u3003\u301c\u30fb\uff5e]+/uy;

/** Characters that no hashtag ends with. */
const innerOnly = '\u200c\u200d\u00b7\u05be\u301c\u30fb\uff5e';

/** With dots and hyphens inside, and a server after another sign: @ada, @ada.b-c, @ada@example.social. */
const mentionName = /\w{1,64}(?:[.-]\w{1,64}){0,9}(?:@[a-z\d]{1,63}(?:[.-][a-z\d]{1,63}){1,9})?/iy;

const urlSearch = { schemes: new Set(['http', 'https', 'ftp']), bare: true, stripPunctuation: true };

/**
 * Finds hashtags and mentions in running text, in order, in time linear in its length.
 *
 * A hashtag contains a letter and does not follow a letter, digit, underscore, `&` or `/`, unless that is the end of
 * another hashtag. Nor does a mention, so e-mail addresses contain none. URLs are not searched.
 *
 * Letters of scripts without spaces may precede both, as other networks than Twitter have it: `中文#标签`.
 */
export function* tagsInText(text: string): Generator<Tag> {
  const urls = urlsInText(text, urlSearch);
  let url = urls.next();
  let free = 0;
  for (const { 0: sign, index: start } of text.matchAll(signs)) {
    while (!url.done && url.value.end <= start) url = urls.next();
    if (start < free || (!url.done && url.value.start <= start)) continue;
    const isHashtag = sign === '#' || sign === '\uff03';
    const mayStart = isHashtag
      ? mayStartHashtag(text, start) || (start > 0 && free === start)
      : mayStartMention(text, start);
    if (!mayStart) continue;
    const end = isHashtag ? hashtagEnd(text, start + 1) : mentionEnd(text, start + 1);
    if (end === -1) continue;
    yield { start, end, kind: isHashtag ? 'hashtag' : 'mention' };
    free = end;
  }
}

function mayStartHashtag(text: string, start: number): boolean {
  const before = characterBefore(text, start);
  return !/[\p{L}\p{M}\p{N}_&/#\uff03@\uff20]/u.test(before) || isUnspaced(before.codePointAt(0) ?? 0);
}

/** An `RT`, the old way to quote, may also precede it, and in scripts without spaces any character. */
function mayStartMention(text: string, start: number): boolean {
  const before = characterBefore(text, start);
  if (!/[\p{L}\p{M}\p{N}_!#$%&*/@\uff20]/u.test(before)) return true;
  return isUnspaced(before.codePointAt(0) ?? 0) || /^(?:\W|^)rt$/i.test(text.slice(Math.max(0, start - 3), start));
}

/** Returns the end of a hashtag's name; -1 if there is none, or it has no letter. */
function hashtagEnd(text: string, start: number): number {
  hashtagName.lastIndex = start;
  const name = hashtagName.exec(text)?.[0] ?? '';
  if (!/\p{L}/u.test(name) || text.startsWith('://', start + name.length)) return -1;
  let end = name.length;
  while (innerOnly.includes(name.charAt(end - 1))) end--;
  return start + end;
}

/**
 * Returns the end of a mention's name; -1 if there is none, or it is something else: an e-mail address, a scheme, a
 * longer word.
 */
function mentionEnd(text: string, start: number): number {
  mentionName.lastIndex = start;
  const name = mentionName.exec(text)?.[0];
  if (name === undefined) return -1;
  const end = start + name.length;
  const next = codePointAt(text, end);
  const goesOn = (isWordCharacter(next) && !isUnspaced(next)) || /^(?:[@\uff20]|:\/\/)/.test(text.slice(end, end + 3));
  return goesOn ? -1 : end;
}

/** Tests for a variation selector or the frame of a keycap: marks that belong to no word. */
function isEndOfEmoji(codePoint: number): boolean {
  return codePoint === 0xfe0f || codePoint === 0xfe0e || codePoint === 0x20e3;
}

function characterBefore(text: string, offset: number): string {
  const codePoint = codePointBefore(text, offset);
  if (isEndOfEmoji(codePoint)) return '';
  return codePoint === -1 ? '' : String.fromCodePoint(codePoint);
}
