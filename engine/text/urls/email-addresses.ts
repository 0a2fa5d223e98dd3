import type { Span } from '../span.js';
import { codePointBefore, isMark, isUnspaced, isWordCharacter, unitsOf } from '../unicode/word-characters.js';
import { domainNameEnd } from './domain-name.js';

/** RFC 5321 section 4.5.3.1.1; here in UTF-16 code units. */
const longestLocalPart = 64;

const dot = 0x2e;
const apostrophe = 0x27;
/** What a local part may hold besides letters, digits and underscores; not as its first character. */
const localPunctuation = new Set(Array.from(".%+-'", (character) => character.charCodeAt(0)));

/**
 * Finds e-mail addresses in running text, in their order, in time linear in its length: from every `@` outwards.
 *
 * An address is taken for what people write, not for all that RFC 5322 allows: the local part is made of letters and
 * digits of any script and `.` `_` `%` `+` `-` `'`, and starts with a letter, digit or `_`; the domain is a name with a
 * top-level domain. Other characters (quotes, brackets, `=`, `/`, `:`) are the text around it. The user of a URL
 * (`https://user:password@host/`) is no address. Next to words of a script without spaces, `联系bob@example.com吧`, the
 * address is the part in the other script.
 */
export function* emailAddresses(text: string): Generator<Span> {
  let free = 0;
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const start = localPartStart(text, at, free);
    if (start === at || isUserOfUrl(text, start, free)) continue;
    const end = domainNameEnd(text, at + 1);
    if (end === -1) continue;
    yield { start, end };
    free = end;
  }
}

/** Where the local part before an `@` starts; the `@` itself if there is none. */
function localPartStart(text: string, at: number, free: number): number {
  const last = codePointBefore(text, at);
  if (last === dot || last === apostrophe) return at;
  let start = at;
  let i = at;
  while (i > free) {
    const codePoint = codePointBefore(text, i);
    if (!isLocalCharacter(codePoint) || isUnspaced(codePoint) !== isUnspaced(last)) break;
    if (codePoint === dot && text.charCodeAt(i) === dot) break;
    i -= unitsOf(codePoint);
    if (at - i > longestLocalPart) return at;
    if (isWordCharacter(codePoint) && !isMark(codePoint)) start = i;
  }
  return start;
}

function isLocalCharacter(codePoint: number): boolean {
  return isWordCharacter(codePoint) || localPunctuation.has(codePoint);
}

/** Whether `://` stands before the text that ends here, with nothing between but a user and a password. */
function isUserOfUrl(text: string, end: number, free: number): boolean {
  let start = end;
  while (start > free && /[\w.~%!$&'()*+,;=:-]/.test(text.charAt(start - 1))) start--;
  return text.endsWith('://', start);
}
